# The examples of Microsoft's pages on tensors and strides, and pictures of tensors that those pages do not draw.
cmake_minimum_required(VERSION 3.15)
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

# check(command line, the whole output)
function(check commandLine expected)
    separate_arguments(arguments UNIX_COMMAND "${commandLine}")
    run(${arguments})
    if(NOT output STREQUAL expected OR NOT exitCode STREQUAL "0" OR NOT errors STREQUAL "")
        message(SEND_ERROR "describe_tensor ${commandLine}: exit code ${exitCode}\n${output}${errors}"
            "expected\n${expected}")
    endif()
endfunction()

# The part from the logical view to the memory strip.
function(check_pictures commandLine expected)
    separate_arguments(arguments UNIX_COMMAND "${commandLine}")
    run(${arguments})
    string(FIND "${output}" "Logical view" begin)
    string(FIND "${output}" "\nVerdict\n" end)
    math(EXPR length "${end} - ${begin}")
    if(begin LESS 0 OR length LESS 1)
        message(SEND_ERROR "describe_tensor ${commandLine}: exit code ${exitCode}\n${output}${errors}")
        return()
    endif()
    string(SUBSTRING "${output}" ${begin} ${length} pictures)
    if(NOT pictures STREQUAL expected)
        message(SEND_ERROR "describe_tensor ${commandLine}:\n${pictures}\nexpected\n${expected}")
    endif()
endfunction()

# ---- documented -----------------------------------------------------------------------------------------------------
check("FLOAT32 2,3" [=[
  axis    H  W
  size    2  3
  stride  3  1

  element count   6
  element span    6
  buffer size     24 bytes
  layout          packed, row-major: Strides may be null

Logical view  Element offsets
  A B C       0  1  2
  D E F       3  4  5

Memory strip
  0  A B C D E F

Verdict
  DirectML accepts it as an input.

C++
  const auto layout = dml_tensor_utils::TensorLayout::Packed({2, 3});
  const dml_tensor_utils::BufferTensorDesc tensor(dml_tensor_utils::DML_TENSOR_DATA_TYPE_FLOAT32, layout);
]=])

# Column-major.
check("FLOAT32 2,3 --order WH" [=[
  axis    H  W
  size    2  3
  stride  1  2

  element count   6
  element span    6
  buffer size     24 bytes
  layout          packed, not row-major

Logical view  Element offsets
  A B C       0  2  4
  D E F       1  3  5

Memory strip
  0  A D B E C F

Verdict
  DirectML accepts it as an input.

C++
  const auto layout = dml_tensor_utils::TensorLayout::Packed({2, 3}, dml_tensor_utils::AxisOrder("HW", "WH"));
  const dml_tensor_utils::BufferTensorDesc tensor(dml_tensor_utils::DML_TENSOR_DATA_TYPE_FLOAT32, layout);
]=])

# Padded rows: drawn with the padding of the last row, as the documentation does.
check("FLOAT32 2,3 --pad-rows 5" [=[
  axis    H  W
  size    2  3
  stride  5  1

  element count   6
  element span    8
  buffer size     32 bytes
  layout          padded

Logical view  Element offsets
  A B C       0  1  2
  D E F       5  6  7

Memory strip (x padding)
  0  A B C x x D E F x x
  the tensor ends at offset 7; its buffer need not hold what follows

Verdict
  DirectML accepts it as an input.

C++
  const auto layout = dml_tensor_utils::TensorLayout::Packed({2, 3}).WithStrideMultiple(0, 5);
  const dml_tensor_utils::BufferTensorDesc tensor(dml_tensor_utils::DML_TENSOR_DATA_TYPE_FLOAT32, layout);
]=])

# A row broadcast: six elements in the memory of three.
check("FLOAT32 2,3 --broadcast H" [=[
  axis    H  W
  size    2  3
  stride  0  1

  element count   6
  element span    3
  buffer size     12 bytes
  layout          broadcast

Logical view  Element offsets
  A B C       0  1  2
  A B C       0  1  2

Memory strip
  0  A B C

Verdict
  DirectML accepts it as an input.

C++
  const auto layout = dml_tensor_utils::TensorLayout::Packed({1, 3}).BroadcastTo({2, 3});
  const dml_tensor_utils::BufferTensorDesc tensor(dml_tensor_utils::DML_TENSOR_DATA_TYPE_FLOAT32, layout);
]=])

# {1,0,1} is the letter H at offset 7.
check("FLOAT32 2,2,3" [=[
  axis    D  H  W
  size    2  2  3
  stride  6  3  1

  element count   12
  element span    12
  buffer size     48 bytes
  layout          packed, row-major: Strides may be null

Logical view  Element offsets
  D=0
  A B C        0   1   2
  D E F        3   4   5
  D=1
  G H I        6   7   8
  J K L        9  10  11

Memory strip
  0  A B C D E F G H I J K L

Verdict
  DirectML accepts it as an input.

C++
  const auto layout = dml_tensor_utils::TensorLayout::Packed({2, 2, 3});
  const dml_tensor_utils::BufferTensorDesc tensor(dml_tensor_utils::DML_TENSOR_DATA_TYPE_FLOAT32, layout);
]=])

# 2D as 4D.
check("FLOAT32 1,1,3,5 --layout NHWC" [=[
  axis     N  C  H  W
  size     1  1  3  5
  stride  15  1  5  1

  element count   15
  element span    15
  buffer size     60 bytes
  layout          packed, row-major: Strides may be null

Logical view  Element offsets
  A B C D E    0   1   2   3   4
  F G H I J    5   6   7   8   9
  K L M N O   10  11  12  13  14

Memory strip
  0  A B C D E F G H I J K L M N O

Verdict
  DirectML accepts it as an input.

C++
  const auto layout = dml_tensor_utils::TensorLayout::Packed({1, 1, 3, 5}, dml_tensor_utils::Layout::NHWC);
  const dml_tensor_utils::BufferTensorDesc tensor(dml_tensor_utils::DML_TENSOR_DATA_TYPE_FLOAT32, layout);
]=])

# Channels last.
check("FLOAT16 1,3,2,2 --layout NHWC" [=[
  axis     N  C  H  W
  size     1  3  2  2
  stride  12  1  6  3

  element count   12
  element span    12
  buffer size     24 bytes
  layout          packed, not row-major

Logical view  Element offsets
  N=0 C=0
  A B          0   3
  C D          6   9
  N=0 C=1
  E F          1   4
  G H          7  10
  N=0 C=2
  I J          2   5
  K L          8  11

Memory strip
  0  A E I B F J C G K D H L

Verdict
  DirectML accepts it as an input.

C++
  const auto layout = dml_tensor_utils::TensorLayout::Packed({1, 3, 2, 2}, dml_tensor_utils::Layout::NHWC);
  const dml_tensor_utils::BufferTensorDesc tensor(dml_tensor_utils::DML_TENSOR_DATA_TYPE_FLOAT16, layout);
]=])

# ---- beyond the documentation ---------------------------------------------------------------------------------------
# A corner of a large tensor: the strip still tells elements from padding.
check_pictures("UINT8 10,10 --order WH" [=[
Logical view           Element offsets
  A B C D E F G H ...   0  10  20  30  40  50  60  70  ...
  I J K L M N O P ...   1  11  21  31  41  51  61  71  ...
  Q R S T U V W X ...   2  12  22  32  42  52  62  72  ...
  Y Z a b c d e f ...   3  13  23  33  43  53  63  73  ...
  ...                  ...

Memory strip (* element without a letter)
   0  A I Q Y * * * * * * B J R Z * *
  16  * * * * C K S a * * * * * * D L
  32  T b * * * * * * E M U c * * * *
  48  * * F N V d * * * * * * G O W e ...
]=])

# A slice starts elsewhere; what lies between its rows is not its own.
check_pictures("UINT8 20,2 --pad-rows 5 --slice H:1:19" [=[
Logical view  Element offsets
  A B          5   6
  C D         10  11
  E F         15  16
  G H         20  21
  ...         ...

Memory strip (x padding, * element without a letter)
   5  A B x x x C D x x x E F x x x G
  21  H x x x * * x x x * * x x x * *
  37  x x x * * x x x * * x x x * * x
  53  x x * * x x x * * x x x * * x x ...
]=])

check_pictures("UINT8 3,3 --strides 1,1" [=[
Logical view  Element offsets
  A B C       0  1  2
  B C D       1  2  3
  C D E       2  3  4

Memory strip
  0  A B C D E
]=])

check_pictures("UINT4 2,3 --pad-rows 4" [=[
Logical view  Element offsets
  A B C       0  1  2
  D E F       4  5  6

Memory strip (x padding, two to a byte)
  0  A B C x D E F x
  the tensor ends at offset 6; its buffer need not hold what follows
]=])
