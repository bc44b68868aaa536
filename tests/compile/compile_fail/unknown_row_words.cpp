// With DML_TENSOR_UTILS_CHECK_ROWS, a row of the operators with a mistake does not compile.
#include "dml_tensor_operators.hpp"

#if !defined(DML_TENSOR_UTILS_CHECK_ROWS)
#error "needs DML_TENSOR_UTILS_CHECK_ROWS"
#endif

using dml_tensor_utils::detail::RowIsValid;

static_assert(RowIsValid({"in:Input(float) out:Output{same}", "tensors"}), "a valid row");

#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
static_assert(RowIsValid({"in:Input(flaot) out:Output{same}", "tensors"}), "set of types");     // error: set of types
static_assert(RowIsValid({"in:Input(float,0-4) out:Output{same}", "tensors"}), "minimum rank"); // error: minimum rank
static_assert(RowIsValid({"in:Input(float,3-9) out:Output{same}", "tensors"}), "maximum rank"); // error: maximum rank
static_assert(RowIsValid({"inn:Input(float) out:Output{same}", "tensors"}), "kind of field");   // error: kind of field
static_assert(RowIsValid({"in:Input(float) out:Output{smae}", "tensors"}), "relation");         // error: relation
static_assert(RowIsValid({"in:A(float),B{same of X}", "tensors"}), "tensor of a relation");     // error: tensor of a
static_assert(RowIsValid({"in:A(float),B{same", "tensors"}), "open braces");                    // error: open braces
static_assert(RowIsValid({"in:A(float) uints:Axes", "tensors"}), "list without a count");       // error: list without
static_assert(RowIsValid({"in:A(float)", "tensros"}), "check");                                 // error: check
static_assert(RowIsValid({"in:A(float)", "tensors Reduec()"}), "function");                     // error: function
static_assert(RowIsValid({"in:A(float) uint:P", "tensors Rage(P=1..2)"}), "error's name");      // error: error's name
static_assert(RowIsValid({"in:A(float) uint:P", "tensors Range(Q=1..2)"}), "field");            // error: field
static_assert(RowIsValid({"in:A(float) uint:P", "tensors Range(P>1)"}), "comparison");          // error: comparison
static_assert(RowIsValid({"in:A(float) uint:P", "tensors Range(P=1..2"}), "open bracket");      // error: open bracket
static_assert(RowIsValid({"in:A(float) uint:P", "tensors Range(P<size:A)"}), "property");       // error: property
static_assert(RowIsValid({"in:A(float) uint:P", "tensors Range(A[any]<P)"}), "index");          // error: index
static_assert(RowIsValid({"in:A(float) uint:P", "tensors Enumerator(P)"}), "no enumeration");   // error: no enumeration
static_assert(RowIsValid({"uint:A,B,C,D,E,F,G,H,I,J,K,L,M,N,O,P,Q,R,S,T,U", ""}), "21 fields"); // error: 21 fields
#endif
