#!/usr/bin/env python3
"""Writes onnx_sizes.csv: the shapes in ONNX's own tests of operators whose output sizes this library computes.

    onnx_sizes.py [FOLDER...] > onnx_sizes.csv

FOLDER is the folder onnx/backend/test/data of ONNX; the default is the one of the installed package. Needs Debian's
python3-onnx and libonnx-testdata; only a person who wants to renew the file needs them. The file in the repository has
the tests of ONNX 1.12.0, which are Debian's, and of 1.22.0, whose repository is the last with these folders.

A row is a test of one operator. Shapes come from the recorded tensors (test_data_set_0) and the initializers, and
attributes from the model. An input that stands for an attribute, such as the pads of Pad, is listed as an attribute.
Tests with a size of 0 are left out, because DirectML has no such tensor, and those of MatMul that broadcast, because
GEMM does not.
"""

import pathlib
import sys

import onnx
from onnx import numpy_helper
from onnx.backend.test.loader import DATA_DIR

POOLING = ["kernel_shape", "strides", "dilations", "pads", "auto_pad", "ceil_mode"]
CONVOLUTION = POOLING[1:5] + ["group"]
REDUCTION = ["axes", "keepdims", "noop_with_empty_axes"]

# The attributes of each operator, and the inputs that stand for attributes.
OPERATORS = {
    "AveragePool": (POOLING, {}),
    "LpPool": (POOLING, {}),
    "MaxPool": (POOLING, {}),
    "GlobalAveragePool": ([], {}),
    "GlobalMaxPool": ([], {}),
    "Conv": (CONVOLUTION, {}),
    "ConvInteger": (CONVOLUTION, {}),
    "ConvTranspose": (CONVOLUTION + ["output_padding", "output_shape"], {}),
    "Resize": (["axes", "keep_aspect_ratio_policy"], {1: "roi", 2: "scales", 3: "sizes"}),
    "Upsample": (["scales"], {1: "scales"}),
    "Gather": (["axis"], {}),
    "GatherND": (["batch_dims"], {}),
    "Gemm": (["transA", "transB"], {}),
    "MatMul": ([], {}),
    "ArgMax": (["axis", "keepdims"], {}),
    "ArgMin": (["axis", "keepdims"], {}),
    "Concat": (["axis"], {}),
    "Slice": (["starts", "ends", "axes"], {1: "starts", 2: "ends", 3: "axes", 4: "steps"}),
    "Pad": (["pads"], {1: "pads", 2: "constant_value", 3: "axes"}),
    "Tile": ([], {1: "repeats"}),
    "DepthToSpace": (["blocksize"], {}),
    "SpaceToDepth": (["blocksize"], {}),
}
OPERATORS.update({"Reduce" + name: (REDUCTION, {1: "axes"}) for name in
                  ["L1", "L2", "LogSum", "LogSumExp", "Max", "Mean", "Min", "Prod", "Sum", "SumSquare"]})
NOT_OF_SIZES = ["roi", "constant_value"]


def text_of(value):
    """Returns an attribute's value as text: numbers separated by spaces; a float in the shortest form that is exact."""
    if isinstance(value, bytes):
        return value.decode()
    values = value if isinstance(value, (list, tuple)) else [value]
    return " ".join(str(number) for number in values)


def tensors_of(folder, kind):
    """Returns the tensors input_0.pb, input_1.pb, ..., or output_0.pb, ...; None if a value is no tensor."""
    tensors = []
    while (file := folder / f"test_data_set_0/{kind}_{len(tensors)}.pb").exists():
        try:
            tensors.append(onnx.TensorProto.FromString(file.read_bytes()))
        except Exception:  # a sequence or an optional value
            return None
    return tensors


def row_of(folder):
    """Returns the row of a test, or None."""
    graph = onnx.load(str(folder / "model.onnx")).graph
    if len(graph.node) != 1 or graph.node[0].domain or graph.node[0].op_type not in OPERATORS:
        return None
    node = graph.node[0]
    attribute_names, inputs_as_attributes = OPERATORS[node.op_type]
    inputs, outputs = tensors_of(folder, "input"), tensors_of(folder, "output")
    if not inputs or not outputs:
        return None
    tensors = {tensor.name: tensor for tensor in graph.initializer}
    given = [value.name for value in graph.input if value.name not in tensors]
    tensors.update(zip(given, inputs))

    shapes = []
    attributes = {attribute.name: text_of(onnx.helper.get_attribute_value(attribute))
                  for attribute in node.attribute if attribute.name in attribute_names}
    for index, name in enumerate(node.input):
        if not name:
            continue
        if index not in inputs_as_attributes:
            shapes.append(list(tensors[name].dims))
        elif inputs_as_attributes[index] not in NOT_OF_SIZES:
            values = numpy_helper.to_array(tensors[name]).flatten()
            if values.size:
                attributes[inputs_as_attributes[index]] = text_of(values.tolist())
    output = list(outputs[0].dims)
    broadcasts = node.op_type == "MatMul" and (len(shapes[0]) != len(shapes[1]) or len(shapes[0]) < 2
                                               or shapes[0][:-2] != shapes[1][:-2])
    if broadcasts or any(0 in shape for shape in shapes + [output]):
        return None
    listed = [" ".join(map(str, shape)) or "scalar" for shape in shapes + [output]]
    return ",".join([folder.name.removeprefix("test_"), node.op_type, ";".join(listed[:-1]), listed[-1],
                     ";".join(f"{name}={value}" for name, value in sorted(attributes.items()))])


def main(folders):
    rows = {row_of(model.parent) for folder in folders or [DATA_DIR]
            for model in sorted(pathlib.Path(folder).glob("*/test_*/model.onnx"))}
    print("test,operator,inputs,output,attributes")
    for row in sorted(rows - {None}):
        print(row)


if __name__ == "__main__":
    main(sys.argv[1:])
