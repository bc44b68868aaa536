// Off Windows, a DirectML.h on the include path does not select native mode, because it does not compile by itself.
#include "dml_tensor_utils.hpp"

#if defined(DIRECTML_H) != defined(_WIN32)
#error "native mode where Windows has <DirectML.h>, portable mode elsewhere"
#endif

int main() {}
