#!/usr/bin/env python3
"""Writes the rows of OperatorRows in dml_tensor_operators.hpp from the facts, data/operator_rules.csv.

operator_rows.py               prints them
operator_rows.py --check FILE  fails unless FILE, the header, has them as they are printed

The header explains the notation. It says nothing that the facts do not say: fields of one kind stand together, a mask and
the relations of a tensor stand behind its name instead of among the checks, and what the notation can say of the
functions that operator_rules.md describes is no function.
"""
import csv
import itertools
import pathlib
import re
import sys

RULES = pathlib.Path(__file__).parent / "data" / "operator_rules.csv"
WIDTH = 120
LETTERS = {"type": "t", "rank": "r", "size": "s", "one_or": "o", "rank_or": "b"}

# What the notation says of the facts' checks. A reason's name stands in front of what it asks of numbers.
CHECKS = {
    "axis": "AxisRange({0}<rank:{1})",
    "axes": "AxisRange({0}[i]<rank:{1})",
    "range": "Range({0}>={1}<={2})",
    "enum": "Enumerator({0}<{1})",
    "equal": "NotEqual({0}={1})",
    "nonzero": "Zero({0}>=1)",
    "array": "NullArray({0}>=1)",
    "count": "CountIsNotRank({0}+{2}=rank:{1})",
    "fn": "{0}()",
}


def one_or(reason, tensor, place, size):
    """One element, or as many as `size`, all of them on one axis."""
    return f"{reason}(count:{tensor}=1|{size},{tensor}[{place}]=count:{tensor})"


# Functions of operator_rules.md, as far as the notation can say them. mask() is that of the tensor's own checks, which the
# function itself makes.
ZERO_POINTS = one_or("AZeroPointSizes", "AZeroPointTensor", -2, "ATensor[-2]") + " " + one_or(
    "BZeroPointSizes", "BZeroPointTensor", -1, "BTensor[-1]")
SCALES = one_or("AScaleSizes", "AScaleTensor", -2, "ATensor[-2]") + " " + one_or(
    "BScaleSizes", "BScaleTensor", -1, "BTensor[-1]")
INPUT_ZERO_POINT = "InputZeroPointSizes(count:InputZeroPointTensor=1)"
FILTER_ZERO_POINT = one_or("FilterZeroPointSizes", "FilterZeroPointTensor", 1, "OutputTensor[1]")
PRODUCT = ("MatrixSizes(BTensor[{b}-2]=ATensor[-1{-a}]) MatrixSizes(OutputTensor[-2]=ATensor[{a}-2])"
           " MatrixSizes(OutputTensor[-1]=BTensor[-1{-b}])"
           " MatrixBatch(BTensor[-3]=ATensor[-3]) MatrixBatch(BTensor[-4]=ATensor[-4])"
           " MatrixBatch(OutputTensor[-3]=ATensor[-3]) MatrixBatch(OutputTensor[-4]=ATensor[-4])")
MATRICES = PRODUCT.replace("{-a}", "").replace("{-b}", "").replace("{a}", "").replace("{b}", "")
EXTENT = "(({0}[i]-1)*abs:{1}[i]+1)"
WINDOW = "InputWindowOffsets[i]+"
FUNCTIONS = {
    "TwoDimensional": "NotTwoDimensional(count:InputTensor=InputTensor[-1]*InputTensor[-2])",
    "LpP": "Range(P>=1<=2)",
    "LpAxis": "AxisRange(Axis<rank:InputTensor)",
    "Gemm": PRODUCT.replace("{-a}", "-TransA").replace("{-b}", "-TransB").replace("{a}", "TransA").replace("{b}", "TransB"),
    "OutputPadding": "OutputPadding(OutputPadding[i]<OutputTensor[i-DimensionCount])",
    "ConvolutionBias": "BiasSizes(BiasTensor[1]=OutputTensor[1]) BiasSizes(count:BiasTensor=OutputTensor[1])",
    "ConvZeroPoints": INPUT_ZERO_POINT + " " + FILTER_ZERO_POINT,
    "ConvScales": INPUT_ZERO_POINT + " InputScaleSizes(count:InputScaleTensor=1) " + FILTER_ZERO_POINT + " "
                  + one_or("FilterScaleSizes", "FilterScaleTensor", 1, "OutputTensor[1]")
                  + " OutputZeroPointSizes(count:OutputZeroPointTensor=1) OutputScaleSizes(count:OutputScaleTensor=1)",
    "PoolingBatch": "BatchSizes(OutputTensor[0]=InputTensor[0]) BatchSizes(OutputTensor[1]=InputTensor[1])",
    "MaxPoolingGrad": "Zero(Strides[j]>=1) Zero(WindowSize[j]>=1) Zero(Dilations[j]>=1)"
                      " NotEqual(InputGradientTensor[0]=InputTensor[0]) NotEqual(InputGradientTensor[1]=InputTensor[1])"
                      " NotEqual(InputGradientTensor[j+2]=(InputTensor[j+2]+StartPadding[j]+EndPadding[j])"
                      "~((WindowSize[j]-1)*Dilations[j]+1)/Strides[j]+1)",
    "Reduce": "AxisRange(Axes[i]<rank:InputTensor) Reduce()",
    "Join": "mask(InputTensors,0x0ffe) mask(OutputTensor,0x0ffe) NoTensors(InputCount>=1) Join()",
    "Split": "mask(InputTensor,0x0ffe) mask(OutputTensors,0x0ffe) NoTensors(OutputCount>=1) Split()",
    "Slice": "ComputedSizes(OutputTensor[i]=Sizes[i]) Condition(Strides[i]>=1)&SliceWindow(Offsets[i]+"
             + EXTENT.format("OutputTensor", "Strides") + "<=InputTensor[i]) NegativeStride(Strides[i]<2147483648)",
    "Slice1": "Condition(InputWindowStrides[i]>=1)&Bound(InputWindowSizes[i]>="
              + EXTENT.format("OutputTensor", "InputWindowStrides") + ")&SliceWindow(" + WINDOW
              + "InputWindowSizes[i]<=InputTensor[i])",
    "SliceGrad": "Condition(InputWindowStrides[i]>=1)&SliceWindow(" + WINDOW
                 + "InputWindowSizes[i]<=OutputGradientTensor[i])&SliceWindow(" + WINDOW
                 + EXTENT.format("InputGradientTensor", "InputWindowStrides") + "<=OutputGradientTensor[i])",
    "Padding": "PaddingElementLimit(count:InputTensor<=2147483647)"
               " PaddedSizes(OutputTensor[i]=(InputTensor[i]+StartPadding[i]+EndPadding[i]))",
    "Tile": "CountIsNotRank(RepeatsCount=rank:InputTensor) TiledSizes(OutputTensor[i]=(InputTensor[i]*Repeats[i]))",
    "Scales": "ScaleNotPositive(positive:Scales[i]=1)",
    "Upsample": "BatchSizes(OutputTensor[0]=InputTensor[0]) BatchSizes(OutputTensor[1]=InputTensor[1])"
                " BatchSizes(OutputTensor[-3]=InputTensor[-3]) NotFloat(type:InputTensor=1|2)"
                " UpsampleOverflows(InputTensor[-2]*ScaleSize.Height<=4294967295)"
                " UpsampleOverflows(InputTensor[-1]*ScaleSize.Width<=4294967295)"
                " UpsampledSizes(OutputTensor[-2]=InputTensor[-2]*ScaleSize.Height)"
                " UpsampledSizes(OutputTensor[-1]=InputTensor[-1]*ScaleSize.Width) Enumerator(InterpolationMode<2)",
    "ValueScale": "NotFloat(type:InputTensor=1|2) NotRank4(rank:InputTensor=4) ChannelCount(ChannelCount=InputTensor[1])"
                  " ChannelCount(ChannelCount=1|3)",
    "RoiPooling": "NotRank4(rank:InputTensor=4) NotFloat(type:InputTensor=1|2) RoiSizes(ROITensor[-2]=OutputTensor[0])"
                  " RoiSizes(ROITensor[-1]=5) RoiSizes(count:ROITensor=OutputTensor[0]*5)"
                  " PooledSizes(OutputTensor[2]=PooledSize.Height) PooledSizes(OutputTensor[3]=PooledSize.Width)"
                  " RoiChannels(OutputTensor[1]=InputTensor[1])",
    "RoiAlign": "Range(MinimumSamplesPerOutput>=1<=MaximumSamplesPerOutput<=4294967295/OutputTensor[2]"
                "<=4294967295/OutputTensor[3])"
                " Enumerator(ReductionFunction=2|7) Enumerator(InterpolationMode<2)"
                " NotFinite(finite:SpatialScaleX=1) NotFinite(finite:SpatialScaleY=1)"
                " ComputedSizes(ROITensor[-2]=OutputTensor[0]) ComputedSizes(ROITensor[-1]=4)"
                " ComputedSizes(count:ROITensor=OutputTensor[0]*4)"
                " ComputedSizes(BatchIndicesTensor[-1]=OutputTensor[0])"
                " ComputedSizes(count:BatchIndicesTensor=OutputTensor[0])"
                " ComputedSizes(OutputTensor[1]=InputTensor[1])",
    "DepthToSpace": "BlockDividesChannels(BlockSize>=1) Terminates((BlockSize*BlockSize)>=1)"
                    " BlockDividesChannels(InputTensor[1]%(BlockSize*BlockSize))"
                    " ComputedSizes(OutputTensor[0]=InputTensor[0])"
                    " ComputedSizes(OutputTensor[1]=InputTensor[1]/(BlockSize*BlockSize))"
                    " ComputedSizes(OutputTensor[2]=(InputTensor[2]*BlockSize))"
                    " ComputedSizes(OutputTensor[3]=(InputTensor[3]*BlockSize))",
    "SpaceToDepth": "BlockDividesHeight(InputTensor[2]%BlockSize) BlockDividesWidth(InputTensor[3]%BlockSize)"
                    " ComputedSizes(OutputTensor[0]=InputTensor[0])"
                    " ComputedSizes(OutputTensor[1]=((InputTensor[1]*BlockSize)*BlockSize))"
                    " ComputedSizes(OutputTensor[2]=InputTensor[2]/BlockSize)"
                    " ComputedSizes(OutputTensor[3]=InputTensor[3]/BlockSize)",
    "GatherElements": "ComputedSizes(OutputTensor[k]=InputTensor[k])",
    "Scatter": "ComputedSizes(IndicesTensor[k]=InputTensor[k]) ComputedSizes(IndicesTensor[Axis]<=InputTensor[Axis])",
    "GatherNd": "Range(InputDimensionCount>=1<=rank:InputTensor) Range(IndicesDimensionCount>=1<=rank:IndicesTensor)"
                " AxisRange(BatchDimensionCount<InputDimensionCount<IndicesDimensionCount) GatherNd()",
    "ScatterNd": "Range(InputDimensionCount>=1<=rank:InputTensor) Range(IndicesDimensionCount>=1<=rank:IndicesTensor)"
                 " ScatterNd()",
    "OneHot": "ComputedSizes(IndicesTensor[k]=OutputTensor[k]) ComputedSizes(IndicesTensor[Axis]=1)"
              " OneHotValues(count:ValuesTensor>=2)",
    "TopK": "ComputedSizes(OutputValueTensor[k]=InputTensor[k]) ComputedSizes(OutputValueTensor[Axis]=K)",
    "ReverseSubsequences": "ComputedSizes(SequenceLengthsTensor[k]=InputTensor[k])"
                           " ComputedSizes(SequenceLengthsTensor[Axis]=1)",
    "Nonzero": "NotEqual(OutputCoordinatesTensor[-2]=count:InputTensor)"
               " Bound(count:OutputCoordinatesTensor=OutputCoordinatesTensor[-1]*OutputCoordinatesTensor[-2])"
               " Bound(OutputCoordinatesTensor[-1]>=used:InputTensor<=rank:InputTensor)"
               " NotEqual(count:OutputCountTensor=1)",
    "RandomState": "ComputedSizes(InputStateTensor[-1]=6) ComputedSizes(count:InputStateTensor=6)",
    "AdamStep": "NotEqual(count:TrainingStepTensor=1)",
    "ScalarScales": "Condition(count:AScaleTensor=1) Condition(count:BScaleTensor=1) Condition(count:OutputScaleTensor=1)",
    "Quantize": "mask(InputTensor,0x0006) mask(OutputTensor,0x3120) QuantizationType(QuantizationType=1|2)"
                " QuantizationTensorCount(QuantizationTensorCount=QuantizationType) Quantize()",
    "Dequantize": "mask(InputTensor,0x3120) mask(OutputTensor,0x0006) QuantizationType(QuantizationType=1|2)"
                  " QuantizationTensorCount(QuantizationTensorCount=QuantizationType) Quantize()",
    "QuantizeLinear": "QuantizeLinear() tensor(InputTensor,0x0046) tensor(ScaleTensor,0x0006)"
                      " rank(ScaleTensor,InputTensor) size(ScaleTensor,InputTensor) tensor(ZeroPointTensor,0x0120)"
                      " rank(ZeroPointTensor,InputTensor) size(ZeroPointTensor,InputTensor) tensor(OutputTensor,0x0120)"
                      " type(OutputTensor,ZeroPointTensor) rank(OutputTensor,InputTensor) size(OutputTensor,InputTensor)",
    "MatMulSizes": MATRICES,
    "MatMulZeroPoints": ZERO_POINTS,
    "MatMulScales": SCALES + " " + one_or("OutputZeroPointSizes", "OutputZeroPointTensor", -2, "ATensor[-2]") + " "
                    + one_or("OutputScaleSizes", "OutputScaleTensor", -2, "ATensor[-2]"),
    "MatMulToFloatSizes": MATRICES + " " + ZERO_POINTS + " " + SCALES,
}


def short(name):
    """The name without what its kind says: InputTensor, a tensor, is Input."""
    return re.sub(r"Tensors?$", "", name)


def expanded(checks, fields):
    """The checks without the functions that the notation can say; what names a field that there is none of is left out."""
    for check in checks.split():
        function = re.fullmatch(r"fn\((\w+)\)", check)
        told = FUNCTIONS.get(function[1], check) if function else check
        if told != check and "InputGradientTensor" in fields and "InputTensor" not in fields:
            told = re.sub(r"\b(In|Out)putTensor\b", r"\1putGradientTensor", told)
        for one in told.split():
            subject = re.match(r"(?:AxisRange|Condition)\((?:count:)?(\w+)", one)
            if not subject or subject[1] in fields:
                yield one


class Row:
    def __init__(self, line):
        self.name, self.number, self.target, fields, checks = line[:5]
        self.fields = [field.split("[")[0].split(":") for field in fields.split()]
        names = [name for _, name in self.fields]
        kinds = {name: kind.rstrip("?") for kind, name in self.fields}
        self.tensors = [short(name) for name in names if kinds[name] in ("in", "out")]
        self.all_tensors = [name for name in names if kinds[name] in ("in", "out", "ins", "outs")]
        self.own = {}
        self.relations = {tensor: "" for tensor in self.tensors}
        self.checks = self.compact(list(expanded(checks, names)))

    def short_names(self, text):
        return re.sub(r"\b\w+Tensors?\b", lambda name: short(name[0]) if name[0] in self.all_tensors else name[0], text)

    def relation(self, mark, letters, other):
        return mark + ("" if letters == "trs" else letters) + ("" if other == self.tensors[0] else ":" + other)

    @staticmethod
    def reason(check):
        """The reason of a check that may be put together with another of the same; not where it reads a list's entries,
        whose order counts."""
        return None if re.search(r"\(\)|\[[ij]|&", check) else check.partition("(")[0]

    def compact(self, checks):
        """The checks, without what stands behind the tensors' names."""
        steps = []  # ["own", tensor], ["relation", letters, tensor, other], ["check", text]
        for check in checks:
            name, text = re.fullmatch(r"(\w+)\((.*)\)", self.short_names(check)).groups()
            arguments = text.split(",")
            if name in ("tensor", "mask"):
                self.own[arguments[0]] = "(" + ",".join([arguments[1][2:]] + arguments[2:]) + ")"
                steps += [["own", arguments[0]]] if name == "tensor" else []
            elif name in LETTERS:
                if steps and steps[-1][0] == "relation" and steps[-1][2:] == arguments:
                    steps[-1][1] += LETTERS[name]
                else:
                    steps.append(["relation", LETTERS[name]] + arguments)
            elif name in CHECKS:
                told = CHECKS[name].format(*arguments).replace("size:", "").replace("+0=", "=")
                steps.append(["check", told.replace(">=0<=", "<=")])
            else:
                steps.append(["check", name + "(" + text + ")"])
        # Relations beside the own checks of one of their tensors go to that tensor.
        kept = []
        for index, step in enumerate(steps):
            if step[0] == "own":
                kept.append(step)
            elif step[0] == "relation":
                _, letters, tensor, other = step
                following = next((s[1] for s in steps[index:] if s[0] != "relation"), None)
                run = list(itertools.takewhile(lambda s: s[0] == "relation", steps[index:]))
                if steps[index + len(run):][:1] == [["own", tensor]] and all(s[2] == tensor for s in run):
                    self.relations[tensor] += self.relation("~", letters, other)
                elif kept and kept[-1] == ["own", tensor]:
                    self.relations[tensor] += self.relation("=", letters, other)
                elif kept and kept[-1] == ["own", other] and not set(letters) & set("ob"):
                    self.relations[other] += self.relation("=", letters, tensor)
                else:
                    kept.append(["check", tensor + self.relation("~", letters, other)])
            else:
                kept.append(step)
        for step, after in list(zip(kept, kept[1:]))[::-1]:
            if step[0] == after[0] == "check" and self.reason(step[1]) and self.reason(step[1]) == self.reason(after[1]):
                step[1] = step[1][:-1] + "," + after[1].partition("(")[2]
                kept.remove(after)
        texts = [step[1] for step in kept]
        # All tensors in the order of their fields.
        owns = [["own", tensor] for tensor in self.tensors]
        for start in range(len(kept)):
            if owns and kept[start:start + len(owns)] == owns:
                texts[start:start + len(owns)] = ["*"]
                break
        return " ".join(texts)

    def fields_text(self):
        """The fields in groups of one kind; a mask stands where it is not that of the tensor before."""
        mask = None
        groups = []
        for kind, members in itertools.groupby(self.fields, lambda field: field[0]):
            names = []
            for _, name in members:
                name = short(name) if name in self.all_tensors else name
                text = name
                if name in self.own and self.own[name] != mask:
                    mask = self.own[name]
                    text += mask
                names.append(text + self.relations.get(name, ""))
            groups.append(kind + ":" + ",".join(names))
        return re.sub(r"\?:(ScaleBias|FusedActivation)\b", "?", " ".join(groups))

    def __str__(self):
        lines = ['    {%s, %s, "%s",' % (self.number, self.target, self.name)]
        text = self.fields_text() + (" | " + self.checks if self.checks else "")
        literal = ' "'
        rest = len(text)
        for word in re.findall(r"[^\s,&(]*(?:\([0-9a-f]{4}[^)]*\))?(?:\([^\s,&~]*)?[^\s,&~]*[\s,&~]?", text):
            if len(lines[-1]) + len(literal) + len(word) + (4 if rest == len(word) else 1) > WIDTH:
                if literal != ' "':
                    lines[-1] += literal + '"'
                lines.append("    ")
                literal = ' "'
            literal += word
            rest -= len(word)
        lines[-1] += literal + '"},'
        return "\n".join(lines)


def rows():
    """All rows; checks of some length that an earlier row has are that row's."""
    with open(RULES, newline="", encoding="utf-8") as file:
        found = [Row(line) for line in list(csv.reader(file))[1:]]
    first = {}
    for row in found:
        number = first.setdefault(row.checks, row.number)
        if number != row.number and len(row.checks) > 20:
            row.checks = "=" + number
    return "\n".join(map(str, found)) + "\n"


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--check":
        if rows() not in pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"):
            sys.exit("the rows of OperatorRows are not those of " + str(RULES))
    else:
        sys.stdout.write(rows())


if __name__ == "__main__":
    main()
