// The main header and <iostream> alone write sentences to a stream.
#include "dml_tensor_utils.hpp"

#include <iostream>

int main()
{
    namespace dtu = dml_tensor_utils;
    const dtu::Diagnosis reason = dtu::TensorLayout::Packed({2, 0, 4}).Reason();
    std::cout << Explain(reason) << '\n' << reason << '\n';
    std::wcerr << Explain(reason) << L'\n' << reason << L'\n';
    return std::cout.good() && std::wcerr.good() ? 0 : 1;
}
