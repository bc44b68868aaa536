"""programs_test.py FOLDER suffix=SUFFIX PAGE WORK [EMULATOR...]: asks the programs in FOLDER what people write.

Each example in the table of PAGE (examples/tools/README.md) is passed to each program that reads such a text. ROWS has
commands with their exit code and what their output must have. Only the words that matter are compared, in their order, so
that a sentence can be improved without a change here."""

import os
import pathlib
import re
import shlex
import subprocess
import sys

# Programs by their first letters. A row: arguments, exit code, parts of the output with " ... " between.
PROGRAMS = {"d": ["describe_tensor"], "o": ["describe_tensor", "operator"], "g": ["describe_tensor", "gather"],
            "i": ["image_to_tensor"], "c": ["compare_tensors"]}
FILES = {"good.ppm": b"P6 1 2 255 ABCDEF", "colour.ppm": b"P6 2 2 255 ABCDEFGHIJKL", "grey.pgm": b"P5 3 2 200 abcdef",
         "colour16.ppm": b"P6 1 2 65535 AaBbCcDdEeFf", "ten.pgm": b"P5 1 2 1023 ABCD", "sharp.pgm": b"P5 2 2 255 # b#",
         "comments.ppm": b"P6# one\n # 2 two\n 2#three\n#\n  002 #255\n255#four\nABCDEFGHIJKL", "empty.ppm": b"",
         "narrow.ppm": b"P6 0 1 255 ABC", "deep.ppm": b"P6 1 1 65536 ABC", "short.ppm": b"P6 1 2 255 ABCDE",
         "large.ppm": b"P6 4294967295 4294967295 65535 ABC", "map.svg": b"AB"}
GEMM = "GEMM FLOAT16:4,8 FLOAT16:8,16 - FLOAT16:4,16"
CONV = "f32:1,3,8,8 f32:4,3,3,3 - f32:1,4,6,6"

ROWS = [
    # ---- names that mean one operator or field are taken, and the program says which ---------------------------------
    *(("o", name, 0, f"{name} is {meant} ... Fields:") for name, meant in (
        ("Conv", "CONVOLUTION"), ("nn.Conv2d", "CONVOLUTION"), ("Relu", "ACTIVATION_RELU"),
        ("leakyRelu", "ACTIVATION_LEAKY_RELU"), ("torch.nn.functional.gelu", "ACTIVATION_GELU"),
        ("Softmax", "ACTIVATION_SOFTMAX1"), ("LayerNorm", "MEAN_VARIANCE_NORMALIZATION1"),
        ("LayerNormalization", "MEAN_VARIANCE_NORMALIZATION1"), ("BatchNorm", "BATCH_NORMALIZATION"),
        ("MaxPool", "MAX_POOLING2"), ("ScatterElements", "SCATTER"), ("averagePool2d", "AVERAGE_POOLING1"), ("Concat", "JOIN"),
        ("ADD", "ELEMENT_WISE_ADD"), ("logicalNot", "ELEMENT_WISE_LOGICAL_NOT"), ("where", "ELEMENT_WISE_IF"))),
    *(("o", name, 0, meant + ", number") for name, meant in (
        ("gemm", "GEMM"), ("GatherElements", "GATHER_ELEMENTS"), ("dml_operator_gemm", "GEMM"), ("54", "GEMM"))),
    ("o", "MaxPool f16:1,1,4,4 tensor(float16):1,1,2,2 - kernel_size=2,2 stride=2,2", 0,
     "MaxPool is MAX_POOLING2 ... kernel_size is WindowSize ... stride is Strides ... DirectML accepts it"),
    ("o", "Conv2d " + CONV + " dilations=1,1 groups=1", 0, "groups is GroupCount ... Dilations {1, 1}"),
    ("o", "GEMM f16:4,8 f16:16,8 bias=f16:4,16 f16:4,16 transposeB=1", 0, "bias is CTensor ... TransB TRANSPOSE"),
    ("o", "PADDING1 f32:2,3 f32:4,3 mode=reflect beginningPadding=1,0 endingPadding=1,0", 0,
     "mode is PaddingMode ... PaddingMode REFLECTION"),
    ("o", "PADDING1 f32:2,3 f32:4,3 mode=replicate EndPadding=2,0 constant_value=1", 0, "EDGE ... PaddingValue 1"),
    ("o", "DEPTH_TO_SPACE1 f32:1,8,2,2 f32:1,2,4,4 BlockSize=2 mode=CRD", 0, "mode is Order ... COLUMN_ROW_DEPTH"),
    ("o", "GEMM f32:4,8 f32:16,8 - f32:4,16 trans_b=1", 0, "TransB TRANSPOSE"),
    ("o", "leakyRelu f32:2 f32:2 negative_slope=0.2", 0, "negative_slope is Alpha ... Alpha 0.2"),
    ("o", "CAST f32:2 to=FLOAT16", 2, "did you mean OutputTensor?"),
    ("o", "LSTM f32:1,4,2,3 f32:1,1,20,3 f32:1,1,20,5 OutputSequenceTensor=f32:4,1,2,5 Activations=sigmoid,tanh,tanh", 0,
     "Activations is ActivationDescs"),
    *(("o", f"Conv {CONV.replace('-', null)}", 0, "BiasTensor null") for null in ("None", "bias=False")),
    ("o", "REDUCE mean f32:2,3 f32:2,1", 0, "Function AVERAGE"),
    # ---- otherwise what was probably meant, the most likely first ----------------------------------------------------
    *(("o", name, 2, f"did you mean {meant}") for name, meant in (
        ("BMM", "GEMM"), ("aten::bmm", "GEMM"), ("MatMul", "GEMM"), ("MatMull", "GEMM"), ("SDPA", "MULTIHEAD_ATTENTION1"),
        ("EMBEDDING", "GATHER"), ("Hardtanh", "ELEMENT_WISE_CLIP Min=-1 Max=1"), ("arange", "FILL_VALUE_SEQUENCE"), ("FLIP", "SLICE1"), ("ROLL", "SLICE1"), ("ReduceMean", "REDUCE AVERAGE"),
        ("ConvTranspose", "CONVOLUTION Direction=BACKWARD"), ("Transpose", "ELEMENT_WISE_IDENTITY"),
        ("max", "ELEMENT_WISE_MAX or REDUCE MAX"), ("pool", "LP_POOLING"), ("CONVOLUTOIN", "CONVOLUTION"),
        ("softmx", "ACTIVATION_SOFTMAX1"))),
    ("o", "255", 2, "255: not a DirectML operator; describe_tensor operator --list"),
    ("o", GEMM + " TransposeB=true", 2, "TransB=true: no such value; write one of NONE, TRANSPOSE"),
    ("o", GEMM + " Alpha 2", 2, "Alpha: the name of a field; write Alpha=VALUE"),
    ("o", GEMM + " Trans=1", 2, "no such field (did you mean TransA?)"),
    ("o", "conv2d f32:1,3,8,8 f32:4,3,3,3 kernel_size=3,3", 2, "kernel_size=3,3 ... did you mean FilterTensor?"),
    ("o", "conv2d " + CONV + " padding=1,1", 2, "did you mean StartPadding and EndPadding?"),
    ("o", "Conv " + CONV + " Mode=CROSS_CORELATION", 2, "did you mean CROSS_CORRELATION?"),
    ("o", "TOP_K f32:2,8 f32:2,3 u32:2,3 largest=1", 2, "TOP_K1 has AxisDirection, from feature level 2_1"),
    ("o", "AVERAGE_POOLING f32:1,3,9,9 f32:1,3,5,5 dilation=2,2", 2, "AVERAGE_POOLING1 has Dilations, from feature level 6_2"),
    ("o", "DEPTH_TO_SPACE f32:1,8,2,2 f32:1,2,4,4 BlockSize=2 order=1", 2, "DEPTH_TO_SPACE1 has it, from feature level 2_1"),
    ("o", GEMM + " FusedActivation=x", 2, "FusedActivation=x ... write one such as ACTIVATION_RELU"),
    ("d", "FLOAT32 1,3,4,5 --layuot NHWC", 2, "--layuot: unknown option (did you mean --layout?)"),
    ("i", "good.ppm t.bin --chanels bgr", 2, "--chanels: unknown option (did you mean --channels?)"),
    ("c", "--expected good.ppm UINT8 2 --acutal good.ppm UINT8 2", 2, "--acutal ... did you mean --actual?"),
    ("d", "FLAOT32 2,3", 2, "FLAOT32: unknown data type (did you mean FLOAT32?)"),
    ("d", "FLOAT8 2,3", 2, "FLOAT8: unknown data type; use one of"),
    ("d", "bfloat16 2,3", 2, "DirectML has no bfloat16; use UINT16, which has its bytes; the cookbook converts it"),
    ("d", "int 2,3", 2, "did you mean INT32 or INT64?"), ("d", "'<f4' 2,3", 2, "did you mean FLOAT32?"),
    ("d", "FLOAT32 1,3,4,5 NHWC", 2, "did you mean --layout NHWC?"),
    *((kind, f"{words} {name} 1", 2, f"{name}: unknown option (did you mean {meant}") for kind, words, name, meant in (
        ("d", "f32 2,3", "--nhwc", "--layout NHWC?)"), ("d", "f32 2,3", "--permute", "--transpose?)"),
        ("d", "f32 2,3", "--offset", "--slice for elements or --bind for bytes?)"), ("d", "f32 2,3", "--size", "--total or"),
        ("d", "f32", "--shape", "SIZES without an option, as in describe_tensor FLOAT32 2,3?)"), ("d", "f32 2,3", "-o", "--svg?)"),
        ("d", "f32 2,3", "--memory_format", "--layout?)"), ("d", "f32 2,3", "--pitch", "--row-pitch?)"),
        ("g", "f32:3,2", "--indices", "INDICES without an option"), ("o", "GEMM", "--TransB", "TransB=VALUE?)"),
        ("o", "GEMM", "-o", "--svg?)"), ("o", "GEMM", "-a", "a=VALUE?)"), ("i", "good.ppm", "-o", "TENSOR without an option, as in image_to_tensor"),
        ("i", "good.ppm t.bin", "--bgr", "--channels bgr?)"), ("i", "good.ppm t.bin", "--normalize", "--mean and --std?)"),
        ("i", "good.ppm t.bin", "--dtype", "--type?)"), ("c", "", "--reference", "--expected?)"), ("c", "", "-e", "--expected?)"),
        ("c", "", "--result", "--actual?)"), ("c", "", "--skip", "--start?)"), ("c", "", "--max-ulp", "--ulps?)"))),
    *((kind, f"{words} --layout channels_last", 2, "(did you mean NHWC?); use NCHW or NHWC") for kind, words in (
        ("d", "f32 1,2,3,4"), ("i", "good.ppm t.bin"), ("c", "--expected good.ppm u8 2"))),
    *(("o", f"RESAMPLE2 f32:1,3,4,4 f32:1,3,8,8 {name}=2", 2, f"{name}=2: no such field{meant};") for name, meant in (
        ("scale_factor", " (did you mean Scales?)"), ("output_size", " (did you mean OutputTensor?)"),
        ("coordinate_transformation_mode", " (did you mean InputPixelOffsets and OutputPixelOffsets?)"),
        ("approximate", "; leave it out: DirectML has no such choice"), ("keepdims", "; leave it out: the tensors say it"))),
    ("o", "GEMM f32:2,3 f32:3,4 f32:2,4", 2, "if f32:2,4 is it, write - for CTensor before it, or OutputTensor=f32:2,4"),
    ("o", "JOIN f32:2,3 f32:2,4 f32:2,7 Axis=1", 2, "f32:2,7: a tensor, but the next field is Axis ... put + between"),
    ("o", "REDUCE f32:2,3 f32:2,1", 2, "a tensor, but the next field is Function; name its field: InputTensor=f32:2,3"),
    ("d", "opertor GEMM", 2, "did you mean operator?"), ("d", "Conv f32:1", 2, "did you mean describe_tensor operator Conv?"),
    # ---- fields that were omitted, and the spellings of other programs -----------------------------------------------
    *(("o", f"{operator} f32:1,3,4,4 f32:1,3,8,8", 1,
       f"Verdict Omitted fields got defaults: {fields}. Give them your values first. DirectML rejects it. {operator}: "
       f"{found} Its fields and rules") for operator, fields, found in (
        ("UPSAMPLE_2D", "ScaleSize=1,1", "OutputTensor.Sizes[2] is 8; it must be 4, the input's size * ScaleSize; with "
         "ScaleSize {2, 2} it would fit [UpsampledSizes] DirectML accepts it with: ScaleSize=2,2"),
        ("TILE", "Repeats=1,1,1,1", "OutputTensor.Sizes[2] is 8; it must be 4, the input's size * Repeats; with Repeats "
         "{1, 1, 2, 2} it would fit [TiledSizes] DirectML accepts it with: Repeats=1,1,2,2"),
        ("PADDING", "StartPadding=0,0,0,0 EndPadding=0,0,0,0", "OutputTensor.Sizes[2] is 8; it must be 4, StartPadding + "
         "the input's size + EndPadding; with StartPadding {0, 0, 2, 2} and EndPadding {0, 0, 2, 2} it would fit "
         "[PaddedSizes] DirectML accepts it with: StartPadding=0,0,2,2 EndPadding=0,0,2,2"))),
    ("o", "MAX_POOLING f32:1,3,8,8 f32:1,3,4,4", 0, "Omitted fields got defaults: WindowSize=1,1. ... accepts it"),
    ("o", "SLICE f32:8,8 f32:4,4", 1, "Omitted fields got defaults: Sizes=1,1. ... accepts it with: Sizes=4,4"),
    ("o", "TOPK f32:1,100 f32:1,5 u32:1,5", 1, "defaults: K=1 Axis=0. ... it must be 100 [ComputedSizes] Its fields"),
    ("o", "TOPK f32:1,100 f32:1,5 u32:1,5 K=5", 1, "Omitted fields got defaults: Axis=0. ... accepts it with: Axis=1"),
    ("o", "PADDING f32:2,3 f32:3,3 StartPadding=1,0", 0, "Verdict DirectML accepts it."),
    ("o", "CONVOLUTION " + CONV + " Strides=1x1", 0, "Strides {1, 1}"),
    ("o", "DEQUANTIZE u8:4 QuantizationTensors=f32:2 - OutputTensor=f32:4", 2, "QuantizationType is a number and cannot be"),
    ("o", "ABS f32:2,3:OWNED f32:2,3", 2, "'OWNED' is not a part of a tensor (did you mean OWNED_BY_DML?)"),
    ("d", "f32 2 --flags OWNED", 2, "not a flag (did you mean OWNED_BY_DML?)"), ("d", "f16 -1,3", 2, "a batch, write its number"),
    ("i", "good.ppm t.bin --type f16 --mean 0.4 0.5 0.6", 2, "0.5: one argument too many; a list has no blanks: 0.4,0.5,0.6"),
    ("i", "good.ppm t.bin --order bgr", 2, "did you mean --layout or --channels?"),
    ("c", "--row-pitch 256", 2, "did you mean --strides?"), ("c", "--tolerance 1", 2, "did you mean --absolute or --relative?"),
    ("c", "--expected list.bin u8 1 3 20", 2, "3: one argument too many; a list has no blanks: 1,3,20"),
    ("c", "--expected good.ppm u8 2 good.ppm", 2, "one argument too many; write for example: compare_tensors --expected"),
    ("g", "f32:3,2 i32:1,4 f32:4,2 --values 0 1 2 2", 2, "1: one argument too many; a list has no blanks: 0,1,2,2"),
    ("d", "f32 2,3 strides=3,1", 2, "did you mean --strides=3,1?"), ("d", "f32 1,2,3,4 layout NHWC", 2, "mean --layout?"),
    ("c", "--expected good.ppm u8 2 m.svg", 2, "did you mean --map m.svg?"), ("i", "good.ppm t.npz", 2, "ends in .npy"),
    ("d", "1 f32", 0, "size 1"), ("i", "good.ppm t.bin float16", 2, "did you mean --type float16?"), ("d", "1,3,4,4", 2, "TYPE is missing"),
    ("d", "f32 2,3 --slice W 1 2", 2, "1: one argument too many; write --slice AXIS:START:COUNT[:STEP]"),
    ("d", "f32 2,3 --output a.svg", 2, "did you mean --svg a.svg?"), ("d", "f32 2,3 --svg a.png", 2, "name that ends in .svg"),
    ("c", "--map m.png", 2, "name that ends in .svg"), ("d", "f32 None,3", 2, "a batch, write its number"),
    ("c", "--expected list.bin 3,20 u8 --actual list.bin u8 3,20", 0, "all 60 elements agree"),
    ("c", "--relative 1%", 2, "needs a number of at least 0; write 0.01 for 1%"),
    ("c", "--expected list.bin u8 3,20 --actual list.bin u8 4,20", 1, "use --actual list.bin UINT8 3,20 all 60 elements agree"),
    ("c", "--ulps 1 --ulps 2", 2, "--ulps: given twice"),
    # ---- describe_tensor: the command line ---------------------------------------------------------------------------
    ("d", "--layout --help", 0, "Usage: describe_tensor TYPE SIZES"), ("d", "--version", 0, "describe_tensor 1."),
    ("d", "float32[2,3]", 0, "stride 3 1"), ("d", "tensor(float16):2,3:5,1", 0, "stride 5 1"), ("d", "2,3 f32", 0, "stride 3 1"),
    ("d", "u8:1,3,4,5:NHWC", 0, "stride 60 1 15 3"),
    ("d", "help", 0, "Usage: describe_tensor"), ("d", "--list", 0, "54 GEMM"), ("o", "list", 0, "54 GEMM"),
    ("o", "--help", 0, "Usage: describe_tensor operator NAME"), ("o", "--list", 0, "54 GEMM: ATensor"),
    ("d", "", 2, "TYPE and SIZES are missing; write for example"), ("d", "FLOAT32 2 3", 2, "a list has no blanks: 2,3"),
    ("d", "FLOAT32 2,3 -", 2, "-: one argument too many; write for example"),
    ("d", "FLOAT32 2,3 --output=yes", 2, "--output: it does not accept a value"),
    ("d", "FLOAT32 2,3 --bind", 2, "--bind: its value is missing; write --bind OFFSET,SIZE,BUFFER"),
    ("d", "FLOAT32 2,3 --layout=", 2, "its value is empty"), ("d", "FLOAT32 ''", 2, "SIZES: it is empty"),
    ("d", "FLOAT32 2,3 --pad-rows 4 --pad-rows 8", 2, "--pad-rows: given twice"),
    ("d", "FLOAT32 2,3 --strides 3,1 --order WH", 2, "--strides 3,1: contradicts --order"),
    ("d", "FLOAT32 2,x", 2, "'x' is not a number"), ("d", "FLOAT32 2,-3", 2, "-3 is negative"),
    ("d", "FLOAT32 1,0,3", 1, "1,0,3: Sizes[1] is 0 ... [ZeroSize]"), ("d", "FLOAT32 {}", 2, "the list is empty"),
    ("d", "UINT8 4,5 --strides -5,1", 2, "-5 is negative ... cookbook"), ("d", "UINT8 2,3 --order HX", 2, "not an order"),
    ("d", "FLOAT32 3 --pad-rows 4", 2, "has no rows"), ("d", "FLOAT32 2,3 --broadcast C", 2, "unknown axis 'C'"),
    ("d", "FLOAT32 2,3 --slice W", 2, "write AXIS:START:COUNT"), ("d", "FLOAT32 2,3 --bind 0,24", 2, "not a binding"),
    ("d", "FLOAT32 2,3 --svg no_such_folder/a.svg", 2, "cannot be written"),
    ("g", "FLOAT32:3,2 INT32:1,4", 2, "--axis is missing"), ("g", "3,2 INT32:1,4 --axis 0 --index-dimensions 1", 2, "TYPE:SIZES"),
    ("g", "f32:3,2 i32:1,4 --axis 0 --index-dimensions 1 --values 0,1", 2, "2 values were given; the indices span 4"),
    ("o", "", 2, "NAME is missing"), ("o", "GEMM FLOAT32:2,3", 2, "BTensor is missing; give it as TYPE:SIZES"),
    ("o", "FILL_VALUE_CONSTANT INT8:2 Value=-129", 2, "Value is -129; it must be a value of INT8"),
    ("o", GEMM + " Alpha=0x1", 2, "Alpha=0x1: not a number"),
    ("o", "CONVOLUTION " + CONV + " Strides=1 Dilations=1,1", 2, "Strides has 1 entry; it must have 2, the number of spatial axes"),
    ("o", "MAX_POOLING2 FLOAT32:1,2,5,5 OutputTensor=FLOAT32:1,2,1,1 Strides=2 WindowSize=5,5", 2,
     "Strides has 1 entry; it must have 2, the number of spatial axes"),
    ("o", "MaxPool f16:1,1,4,4 f16:1,1,2,2 kernel_size=2", 2, "WindowSize has 1 entry; it must have 2, the number of spatial"),
    ("o", "SLICE f32:4,6 f32:4,3 Offsets=0,0 Sizes=4,3 Strides=1,-2", 2, "SLICE1 accepts negative strides"),
    ("o", "GATHER f32:4,6 i32:1,3 f32:4,3 Axis=-1", 2, "axes count from 0, so of 2 axes write 1"),
    ("o", "JOIN f32:2,0,3+f32:2,1,3 f32:2,1,3 Axis=1", 1, "InputTensors[0].Sizes[1] is 0 ... leave an empty part out"),
    # ---- describe_tensor: a tensor -----------------------------------------------------------------------------------
    ("d", "float16 1,2,2,3 --Layout=nhwc --PAD-rows=8 --slice h:1:1", 0,
     "stride 16 1 8 2 ... first element 8 ... A B C 8 10 12 ... 8 A D B E C F ... accepts it as an input ... "
     "WithStrideMultiple(2, 8) .Sliced(2, 1, 1); ... BufferTensorDesc::OfView("),
    ("d", "UINT8 10,10 --order WH", 0, "A B C D E F G H ... 0 10 20 30 40 50 60 70 ... 0 A I Q Y * * * * * * B J R Z * *"),
    ("d", "UINT4 2,3 --pad-rows 4", 0, "(x padding, two to a byte) 0 A B C x D E F x the tensor ends at offset 6"),
    ("d", "UINT4 2,3,5 --row-pitch 4", 0, "stride 24 8 1 stride in bytes 12 4"),
    ("d", "FLOAT16 1,3,224,224 --layout NHWC --row-pitch-multiple 256", 0, "stride in bytes 344064 2 1536 6"),
    ("d", "FLOAT16 1,3,1080,1920 --layout NHWC --pad-rows 64", 0, "none was added: the rows are 5760 elements apart"),
    ("d", "UINT8 3,224,224 --layout NHWC", 0, "N, C and W ... for one image give 1,3,224,224"),
    ("d", "f16 1,224,224,3 --layout NHWC", 0, "if 3 is the number of channels, write 1,3,224,224"),
    *(("d", f"f32 {strides}", 0, f"layout {layout} Logical") for strides, layout in ( # and no note
        ("2,3 --strides 16,4", "padded"), ("1,64,4,4 --layout NHWC", "packed, not row-major"))),
    ("d", "f32 2,3 --strides 12,4", 0, "in elements, not bytes; if these are bytes, write 3,1"),
    *(("d", f"f32 2,3,4,5 {order}", 0, "axis N H W C ... stride") for order in ("--transpose NHWC", "--transpose N,H,W,C")),
    ("d", "f32 2,3,4,5 --order N,H,W,C", 0, "stride 60 1 15 3"), ("d", "f32 2,3 --broadcast 2", 2, "unknown axis '2'"),
    ("d", "FLOAT32 2,3,4 --strides 22,3,1 --output", 0, "with a hazard ... [OutputElementsOverlap]"),
    ("d", "FLOAT32 65536,65536", 1, "DirectML rejects it ... [ElementLimit]"),
    ("d", "UINT4 9 --slice W:1:4", 1, "No descriptor can express it ... [StartsInsideByte]"),
    ("d", "FLOAT16 2,3 --pad-rows 5 --bind 256,16,272", 0, "accepts 16 bytes at offset 256 of a buffer of 272"),
    ("d", "FLOAT32 4 --bind 8,16,24", 1, "rejects 16 bytes at offset 8 ... [BindingAlignment]"),
    ("d", "FLOAT32 4 --total 12 --bind 0,16,16", 1, "There is no description that it could be bound for"),
    ("d", "INT8 200,200,200,200,200,200,200,200 --strides 4294967295,4294967294,4294967293,4294967292,4294967291,4294967290,"
     "4294967289,1 --slice 0:1:100 --total 18446744073709551615", 1, "{4294967295,\n          4294967294"),
    # ---- describe_tensor: a Gather -----------------------------------------------------------------------------------
    ("g", "f16:3,2:1,3 i64:1,3:9,2 f16:3,2:5,1 --axis 0 --index-dimensions 1 --values -1,9,-4,9,2", 0,
     "{0, 1} 1 0 -1 5 {1, 0} 5 2 -4 outside ... {2, 1} 11 4 2 5 ... with a hazard"),
    ("g", "f32:2,3 i32:2,2 --axis 1 --index-dimensions 1 --values 0,2,1,1", 0, "{1, 1} 3 3 1 4 ... with a hazard"),
    ("g", "f32:5,10 i32:1,3 --axis 0 --index-dimensions 1", 0, "and 6 more"),
    ("g", "f32:3,2 i32:2,4 f32:4,2 --axis 0 --index-dimensions 2", 0, "No rule defines it. ... with a hazard"),
    ("g", "f32:3,2 i32:1,4 f32:3,2 --axis 0 --index-dimensions 1", 1, "the Gather produces 4 [GatherOutputSize]"),
    # ---- describe_tensor: an operator --------------------------------------------------------------------------------
    ("o", GEMM + " TransA=0", 0, "CTensor null ... TransB NONE (default) ... Its output should have the sizes {4, 16} ... "
     "exists since DML_FEATURE_LEVEL_1_0 ... 2 CTensor NONE, it is null ... desc.ATensor = aTensor.Get();"),
    ("o", "GATHER f32:32000,4096 i32:1,5 f32:5,4096 Axis=0 IndexDimensions=1", 0, "needs DML_FEATURE_LEVEL_3_0"),
    ("o", "JOIN f32:2+f32:4:OWNED_BY_DML f32:6 Axis=0", 0, "1 InputTensors[1] NONE, it is OWNED_BY_DML 16 bytes"),
    ("o", "GEMM f32:4,3 f32:5,3 - f32:4,5", 1, "TransB TRANSPOSE it would fit ... accepts it with: TransB=TRANSPOSE"),
    ("o", "GEMM f32:4,3 f32:5,3 - f32:4,5 TransB=TRANSPOSE", 0, "DirectML accepts it."),
    ("o", "CONVOLUTION f32:1,3,9,9 f32:4,3,7,7 - f32:1,4,3,3 DimensionCount=4 Strides=1,1,1,1", 1, "DimensionCount=2 Strides=1,1"),
    ("o", "CONVOLUTION f32:1,3,8,8 f32:4,3,3,3 - f32:1,4,4,4 Strides=2,2 StartPadding=0,0,1,1", 2,
     "StartPadding has 4 entries ... pads of ONNX, if they are meant, are StartPadding=0,0 EndPadding=1,1"),
    ("o", "IDENTITY f16:1,3,8,9:216,27,3,1 f16:1,3,8,9", 0, "in the order of the sizes ... they are {216, 1, 27, 3}"),
    ("o", "IDENTITY f16:1,3,8,9:216,1,27,3 f16:1,3,8,9", 0, "accepts it. Its output should have the sizes {1, 3, 8, 9} The"),
    ("o", "AVERAGE_POOLING_GRAD f32:1,4,8,8 f32:1,4,4,4 Strides=2,2 WindowSize=2,2", 0, "seem to be exchanged"),
    ("o", "AVERAGE_POOLING_GRAD f32:1,4,4,4 f32:1,4,8,8 Strides=2,2 WindowSize=2,2", 0, "accepts it. The operator"),
    ("o", "RESAMPLE_GRAD f32:1,4,4,4 f32:1,4,8,8 LINEAR Scales=1,1,2,2", 0, "seem to be exchanged"),
    ("o", "RESAMPLE f32:1,3,32,48 f32:1,3,48,144 LINEAR Scales=1,2,2,1", 0, "its sizes need Scales=1,1,1.5,3"),
    ("o", "TOP_K f32:2,8 f32:2,3 u32:2,4 Axis=1 K=3", 1, "Its OutputIndexTensor should have the sizes {2, 3}"),
    ("o", "MAX_POOLING f32:1,3,11,11 f32:1,3,6,6 Strides=2,2 WindowSize=2,2", 0, "rounded up (ceil_mode)"),
    ("o", "CONVOLUTION f32:1,16,4,4 f32:16,8,3,3 - f32:1,8,8,8 Direction=BACKWARD Strides=2,2 StartPadding=1,1 EndPadding=1,1",
     0, "includes output_padding"),
    ("o", "RESAMPLE1 f32:1,1,2,3 f32:1,1,5,6", 0, "Scales {1, 1, 2.5, 2} (default)"),
    ("o", "RESAMPLE1 u8:1,1,2,3 u8:1,1,4,6", 0, "InputPixelOffsets {0, 0, 0, 0} (default)"),
    ("o", "GEMM f32:2,3 f32:3,5 f32:2,5 f32:2,5", 0, "Beta 1 (default)"),
    ("o", "ELEMENT_WISE_CLIP1 i64:3 i64:3", 0, "Min -9223372036854775808 (default)"),
    # ---- image_to_tensor ---------------------------------------------------------------------------------------------
    ("i", "--help", 0, "Usage: image_to_tensor IMAGE TENSOR"), ("i", "--make-image drawn.ppm 13 7", 0, ""),
    ("i", "colour.ppm t.bin", 0, "sizes 1, 3, 2, 2 strides 12, 4, 2, 1 data type UINT8 ... values 65 to 76 ... "
     "equal to the image ... GB/s"),
    ("i", "-h", 0, "Usage"), ("i", "good.ppm t.bin --Type=FLOAT16 --mean=0.5 --scale 1/255 --channels BGR", 0, "equal"),
    ("i", "good.ppm t.bin -t FLOAT16", 2, "-t: unknown option"), ("i", "good.ppm t.bin --scale 1/0 --type f16", 2, "not a number"),
    ("i", "colour.ppm t.bin --layout nhwc --row-pitch 256 --channels bgra", 0,
     "sizes 1, 4, 2, 2 strides 512, 1, 256, 4 ... total tensor size 264 bytes ... values 65 to 255 ... equal"),
    ("i", "colour16.ppm t.bin --type fp32 --scale 1.52590219e-5", 0, "values 0.25539 to 0.274998 ... equal"),
    ("i", "colour16.ppm t.bin --type half", 0, "values 16736 to 18016 ... within 17 of the image"),
    ("i", "comments.ppm t.bin", 0, "total tensor size 12 bytes"), ("i", "sharp.pgm t.bin", 0, "sizes 1, 1, 2, 2"),
    ("i", "colour.ppm t.bin --type FLOAT32 --scale 0.5 --mean 32,33,34 --std 2,4,.5", 0,
     "scale 0.25, 0.125, 1 bias -16, -8.25, -68 values -1 to 8 ... equal"),
    ("i", "colour.ppm t.bin --type FLOAT16 --channels argb --scale 0.00392156863 --mean .5 --std .5", 0, "values -0.490234 to 1"),
    ("i", "colour.ppm t.bin --type FLOAT16 --mean 0.485,0.456,0.406", 0, "warning ... 0 to 1 ... use --scale 0.00392157"),
    ("i", "colour.ppm t.bin --type FLOAT16 --mean 3000", 0, "warning --mean is 3000 ... within 1 of the image"),
    ("i", "colour.ppm t.bin --type f32 --scale 255", 0, "warning --scale multiplies ... use --scale 0.00392157 to divide"),
    ("i", "ten.pgm t.bin --type FLOAT32 --scale 0.00392156863", 0, "maxval is 1023; use --scale 0.000977517"),
    ("i", "colour.ppm t.bin --type FLOAT16 --mean 10000", 1, "differs from the image; --mean is 10000, but"),
    ("i", "colour.ppm t.bin --type FLOAT16 --scale 1000", 1, "values beyond 65504 ... are infinite"),
    ("i", "good.ppm t.bin --pad-rows 4294967295", 1, "DirectML would reject its tensor ... [StrideLimit]"),
    ("i", "", 2, "IMAGE and TENSOR are missing; write for example"), ("i", "good.ppm t.bin --layout", 2, "its value is missing"),
    ("i", "good.ppm t.bin --layout NHCW", 2, "use NCHW or NHWC"), ("i", "good.ppm t.bin --pad-rows 0", 2, "not a number from 1"),
    ("i", "good.ppm t.bin --channels rggb", 2, "r, g and b once each"), ("i", "grey.pgm t.bin --channels bgr", 2, "one channel"),
    ("i", "good.ppm t.bin --type UINT8", 2, "use FLOAT16 or FLOAT32"), ("i", "good.ppm t.bin --mean 1", 2, "needs --type"),
    ("i", "good.ppm t.bin --type FLOAT16 --mean x", 2, "not a number"),
    ("i", "good.ppm t.bin --type FLOAT16 --std 0", 2, "must be above 0"),
    ("i", "good.ppm t.bin --type FLOAT16 --mean 1,2", 2, "2 numbers for 3 channels"),
    ("i", "good.ppm t.npy --row-pitch 256", 2, "a .npy file has no padding"),
    ("i", "good.ppm t.bin --type f32 --row-pitch 255", 2, "must be a multiple of 4"),
    ("i", "good.ppm t.bin --row-pitch 256 --pad-rows 4", 2, "give either --pad-rows or --row-pitch"),
    ("i", "missing.ppm t.bin", 2, "cannot be read"), ("i", "folder t.bin", 2, "cannot be read"),
    ("i", "good.ppm folder", 2, "cannot be written"), ("i", "good.ppm folder/../good.ppm", 2, "is the image itself"),
    ("i", "empty.ppm t.bin", 2, "must start with P5 or P6"), ("i", "narrow.ppm t.bin", 2, "its width is not a number from 1"),
    ("i", "deep.ppm t.bin", 2, "maxval is not a number from 1 to 65535"), ("i", "short.ppm t.bin", 2, "only 5 bytes do"),
    ("i", "large.ppm t.bin", 2, "only 3 bytes do"), ("i", "--make-image", 2, "write --make-image FILE"),
    ("i", "good.ppm --make-image a.ppm", 2, "write --make-image FILE"),
    # ---- compare_tensors ---------------------------------------------------------------------------------------------
    ("c", "--help", 0, "Usage: compare_tensors --expected FILE"), ("c", "", 2, "two tensors are needed"),
    ("c", "--expected good.ppm uint8_t '{1, 17}' --actual good.ppm UINT8 1x17", 0, "all 17 elements agree"),
    ("c", "--expected good.ppm UINT8 65536,65536,17 --strides 0,0,1 --actual good.ppm UINT8 65536,65536,17 --strides 0,0,1",
     0, "all 73014444032 elements agree"),
    ("c", "--expected good.ppm UINT8 5 --actual colour.ppm INT8 2,5 --strides 6,1 --absolute 255", 0, "all 10 elements agree"),
    ("c", "--expected good.ppm UINT8 3,2 --actual good.ppm UINT8 2,3 --map m.svg", 1, "the sizes differ ... all 6 elements agree"),
    ("c", "--expected map.svg u8 1 --start 3", 2, "3 is too large; use at most 2"),
    ("c", "--layout NHWC", 2, "must follow --expected or --actual"), ("c", "--expected good.ppm UINT8", 2, "needs FILE TYPE SIZES"),
    ("c", "--expected good.ppm UINT8 2,3 --actual good.ppm INT8 2,3 --ulps 1", 2, "use --absolute or --relative"),
    ("c", "--expected good.ppm UINT8 2,3 --actual good.ppm UINT8 2,0", 2, "[ZeroSize]"),
    ("c", "--expected good.ppm UINT8 2,3 --actual good.ppm UINT8 2,3 --layout CHW", 2, "use NCHW or NHWC"),
    ("c", "--expected good.ppm UINT8 2,3 --actual good.ppm UINT8 2,3 --strides 20,1", 2, "[SourceTooSmall]"),
    ("c", "--expected good.ppm UINT8 2,3 --actual good.ppm UINT8 3,3", 2, "[SizesDiffer]"),
    ("c", "--expected good.ppm UINT8 2,3 --actual good.ppm UINT8 2,3 --absolute -1", 2, "needs a number of at least 0"),
    ("c", "--expected good.ppm FP8 2,3", 2, "FP8: unknown data type"), ("c", "--expected missing UINT8 2", 2, "cannot be read"),
    ("c", "--expected good.ppm UINT8 2 --actual good.ppm UINT8 2 --map folder", 2, "is a folder"),
    ("c", "--expected map.svg UINT8 2 --actual good.ppm UINT8 2 --map map.svg", 2, "is an input"),
]


def cells(page):
    """Returns rows for each example in the page's table of what the programs read."""
    table = re.findall(r"^\| (a[^|]*?) \|(.*)\|$", page.read_text(encoding="utf-8"), re.M)
    examples = {what: re.findall(r"`([^`]+)`", cell) for what, cell in table}
    rows = []
    for text in examples["a list"]:
        rows += [("d", ["FLOAT32", text], 0, "size 1 3 4 5"), ("d", ["FLOAT32", "1,3,4,5", "--strides", text], 0, "stride 1 3 4 5"),
                 ("o", ["ELEMENT_WISE_ABS", "FLOAT32:" + text, "OutputTensor = FLOAT32 " + text], 0, "FLOAT32 {1, 3, 4, 5}"),
                 ("c", ["--expected", "list.bin", "UINT8", text, "--actual", "list.bin", "UINT8", text], 0, "all 60 elements agree")]
        if "x" not in text:
            rows.append(("i", ["good.ppm", "t.bin", "--type", "half", "--mean", text.replace(", 5", "").replace(",5", "")], 0, "equal"))
    for text in examples["a data type"]:
        rows += [("d", [text, "1"], 0, "accepts"), ("o", ["CAST", "FLOAT32:2", f"OutputTensor={text}:2"], 0, "accepts"),
                 ("g", [text + ":3", "INT32:1", "--axis", "0", "--index-dimensions", "1"], 0, "accepts"),
                 ("c", ["--expected", "list.bin", text, "2", "--actual", "list.bin", text, "2"], 0, "all 2 elements agree")]
        if "int" not in text:
            rows.append(("i", ["good.ppm", "t.bin", "--type", text], 0, "data type FLOAT16"))
    for text in examples["a tensor of `operator` or `gather`"]:
        rows += [("o", ["ELEMENT_WISE_ABS", text, text.replace(", OWNED_BY_DML", "")], 0, "accepts"),
                 ("g", [text, "INT32:1,1,1,1", "--axis", "0", "--index-dimensions", "1"], 0, "input FLOAT")]
    rows += [("o", [text], 0, "GEMM, number 54") for text in examples["an operator"]]
    rows += [("o", ["GEMM", "f16:8,8", "f16:8,8", "-", "f16:8,8", text], 0, "GEMM") for text in examples["a field of an operator"]]
    rows += [("o", ["MAX_POOLING2", "half:1,1,4,4", "half:1,1,2,2", "stride=2,2", text], 0, "is WindowSize") if "=" in text
             else ("o", [text], 0, text + " is ") for text in examples["a name of ONNX, PyTorch or WebNN"]]
    assert len(examples) == 6 and min(map(len, examples.values())) > 1, examples
    return rows


def main():
    folder, suffix, page, work, *emulator = sys.argv[1:]
    work = pathlib.Path(work)
    (work / "folder").mkdir(parents=True, exist_ok=True)
    for name, data in {**FILES, "list.bin": bytes(range(60))}.items():
        (work / name).write_bytes(data)
    environment = {**os.environ, "WINEDEBUG": "-all"} # otherwise Wine would write messages of its own
    failures, rows = 0, [*cells(pathlib.Path(page)), *ROWS]
    for kind, arguments, code, wanted in rows:
        program, *command = PROGRAMS[kind]
        arguments = arguments if isinstance(arguments, list) else shlex.split(arguments)
        command = [*emulator, str(pathlib.Path(folder, program + suffix.replace("suffix=", ""))), *command, *arguments]
        done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False, env=environment)
        text = done.stdout + done.stderr
        at, normalised = 0, " ".join(text.split())
        for part in (" ".join(part.split()) for part in wanted.split(" ... ")):
            at = normalised.find(part, at)
            if at < 0:
                break
        is_one_line = code != 2 or (done.stdout == "" and done.stderr.count("\n") == 1) # wrong input is one line
        if at < 0 or done.returncode != code or not is_one_line:
            failures += 1
            print(f"{shlex.join(command)}\n  exit code {done.returncode}, expected {code}: {wanted}\n{text}")
    unfinished = [path.name for path in work.rglob("*unfinished*")]
    assert (work / "good.ppm").read_bytes() == FILES["good.ppm"] and not unfinished, unfinished
    print(f"{len(rows) - failures} of {len(rows)} answers")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
