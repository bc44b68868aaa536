#pragma once

// Uses dml_tensor_interop.hpp, which was included before, in either mode and with any macros. The type of the parameter
// gives the two modes different functions if both are linked into one program.

#include "standalone/check.hpp"
#include "standalone/foreign_types.hpp"

template <class Dimensions> void UseTheInteropApi()
{
    namespace dtu = dml_tensor_utils;
    constexpr auto same = [](const char* a, const char* b)
    {
        for (; *a != '\0' && *a == *b; ++a, ++b) {}
        return *a == *b;
    };
    const std::int64_t shape[] = {2, 3};
    const std::int64_t strides[] = {5, 1};
    const dtu::BufferTensorDesc tensor = dtu::OfDlpack(ForeignTensor{2, {2, 16, 1}, shape, strides, 8});
    CHECK(tensor.Layout() == dtu::TensorLayout::Strided({2, 3}, {5, 1}, 4));
    CHECK(same(dtu::ToText(tensor).c_str(), "FLOAT16 {2, 3}/{5, 1} from 4, 16 bytes"));
    CHECK(dtu::OfDlpack(ForeignTensor{2, {2, 16, 1}, nullptr, nullptr, 0}).Error() == dtu::TensorError::NullPointer);
    static_assert(dtu::LayoutOfMapping(ForeignMapping{}) == dtu::TensorLayout::Strided({2, 3}, {5, 1}));
    CHECK(same(dtu::ToText(dtu::LayoutOfMapping(ForeignMapping{})).c_str(), "{2, 3}/{5, 1}"));
    CHECK(same(dtu::ToText(Dimensions{1, 3}).c_str(), "{1, 3}"));
    static_assert(dtu::DataTypeOfOnnx(10) == dtu::DML_TENSOR_DATA_TYPE_FLOAT16);
    CHECK(dtu::OnnxTypeOf(tensor.DataType()) == 10);
}
