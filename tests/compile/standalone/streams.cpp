// The main header and <iostream> alone write sentences, layouts and descriptors to a stream.
#include "dml_tensor_utils.hpp"

#include <iostream>

int main()
{
    namespace dtu = dml_tensor_utils;
    const dtu::Diagnosis reason = dtu::TensorLayout::Packed({2, 0, 4}).Reason();
    const dtu::BufferTensorDesc tensor(dtu::DML_TENSOR_DATA_TYPE_FLOAT16, dtu::TensorLayout::Packed({2, 4}));
    std::cout << tensor.Layout().Sizes() << tensor.Layout() << tensor << '\n';
    std::cout << Explain(reason) << '\n' << reason << '\n';
    std::wcerr << Explain(reason) << L'\n' << reason << L'\n';
    return std::cout.good() && std::wcerr.good() ? 0 : 1;
}
