// Shows objects by the expressions of dml_tensor_utils.natvis, which natvis.py turns into the C++ of natvis_shown.hpp,
// and compares with what Visual Studio is meant to show. Like a debugger, it looks at private members.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>

#if DML_TENSOR_UTILS_USE_DIRECTML_H
#include <DirectML.h>
#endif

#define private public
#include "dml_tensor_utils.hpp"
#undef private

using namespace dml_tensor_utils;

namespace
{
// What the debugger shows by itself; the generated functions call it.
std::string Show(bool value) { return value ? "true" : "false"; }

template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>> std::string Show(Integer value)
{
    return std::to_string(value);
}

std::string Show(TensorError error) { return ToString(error); }

std::string Show(DML_TENSOR_DATA_TYPE type) { return std::string("DML_TENSOR_DATA_TYPE_") + ToString(type); }

std::string Show(DML_TENSOR_FLAGS flags)
{
    return flags == DML_TENSOR_FLAG_NONE ? "DML_TENSOR_FLAG_NONE" : "DML_TENSOR_FLAG_OWNED_BY_DML";
}

#include "natvis_shown.hpp"

int s_failures = 0;

void Expect(const std::string& shown, const std::string& expected)
{
    if (shown != expected)
    {
        std::printf("shown:    %s\nexpected: %s\n", shown.c_str(), expected.c_str());
        ++s_failures;
    }
}
} // namespace

int main()
{
    Expect(Show(Dimensions()), "{}");
    Expect(Show(Dimensions({7})), "{7}");
    Expect(Show(Dimensions({7, 6})), "{7, 6}");
    Expect(Show(Dimensions({7, 6, 5})), "{7, 6, 5}");
    Expect(Show(Dimensions({1, 3, 224, 224})), "{1, 3, 224, 224}");
    Expect(Show(Dimensions({7, 6, 5, 4, 3})), "{7, 6, 5, 4, 3}");
    Expect(Show(Dimensions({7, 6, 5, 4, 3, 2})), "{7, 6, 5, 4, 3, 2}");
    Expect(Show(Dimensions({7, 6, 5, 4, 3, 2, 1})), "{7, 6, 5, 4, 3, 2, 1}");
    Expect(Show(Dimensions({7, 6, 5, 4, 3, 2, 1, 4294967295})), "{7, 6, 5, 4, 3, 2, 1, 4294967295}");
    Expect(Show(Dimensions({1, 1, 1, 1, 1, 1, 1, 1, 1})), "DimensionCount: 9, required 8");
    Expect(Show(Dimensions({1, -2})), "ValueRange at axis 1: 18446744073709551614, required 4294967295");
    Expect(Expand(Dimensions({7, 6})), "[0] 7\n[1] 6\n");
    Expect(Expand(Dimensions({1, -2})), "[error] ValueRange\n");

    const auto rows = TensorLayout::Strided({2, 3}, {5, 1}, 4);
    Expect(Show(rows), "{2, 3} / {5, 1} from 4");
    Expect(Expand(rows), "[sizes] {2, 3}\n[strides] {5, 1}\n[first element] 4\n[element count] 6\n[element span] 8\n"
                         "[row-major] false\n");
    Expect(Show(TensorLayout::Packed({1, 0})), "ZeroSize at axis 1: 0, required 1");
    Expect(Expand(TensorLayout::Packed({1, 0})), "[error] ZeroSize\n");

    const BufferTensorDesc tensor(DML_TENSOR_DATA_TYPE_FLOAT16, TensorLayout::Packed({2, 3}),
                                  DML_TENSOR_FLAG_OWNED_BY_DML);
    Expect(Show(tensor), "DML_TENSOR_DATA_TYPE_FLOAT16 {2, 3} / {3, 1} from 0, 12 bytes");
    Expect(Expand(tensor), "[data type] DML_TENSOR_DATA_TYPE_FLOAT16\n[flags] DML_TENSOR_FLAG_OWNED_BY_DML\n"
                           "[total size] 12\n[alignment] 0\n[layout] {2, 3} / {3, 1} from 0\n");
    Expect(Show(BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT16, rows)), "FirstElement: 4, required 0");

    Expect(Show(Diagnosis()), "no error");
    Expect(Show(Diagnosis{TensorError::Flags, 0xFFFFFFFF, 6, 1}), "Flags: 6, required 1");
    Expect(Show(Diagnosis{TensorError::ZeroSize, 2, 0, 1}), "ZeroSize at axis 2: 0, required 1");
    Expect(Show(Diagnosis{TensorError::SourceTooSmall, 0xFFFFFFFF, 5, 6, 1}),
           "SourceTooSmall of tensor 1: 5, required 6");
    Expect(Show(Diagnosis{TensorError::SizesDiffer, 3, 5, 6, 0}), "SizesDiffer of tensor 0 at axis 3: 5, required 6");
    Expect(Expand(Diagnosis{TensorError::ZeroSize, 2, 0, 1}), "error ZeroSize\naxis 2\nactual 0\nrequired 1\n");
    return s_failures == 0 ? 0 : 1;
}
