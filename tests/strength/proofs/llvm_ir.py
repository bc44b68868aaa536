"""Translates LLVM IR to terms of z3: functions in clang's textual IR with integer arguments and without loops.

An instruction that is not listed here raises Untranslated; nothing is ignored or guessed. Where two paths meet, the
conditions of the paths select the value.
"""

import re

import z3

BINARY = {
    "add": lambda x, y: x + y, "sub": lambda x, y: x - y, "and": lambda x, y: x & y, "or": lambda x, y: x | y,
    "xor": lambda x, y: x ^ y, "shl": lambda x, y: x << y, "lshr": z3.LShR,
}
COMPARE = {
    "eq": lambda x, y: x == y, "ne": lambda x, y: x != y, "ult": z3.ULT, "ule": z3.ULE, "ugt": z3.UGT, "uge": z3.UGE,
    "sgt": lambda x, y: x > y,
}
VALUE = r"(%[\w.]+|-?\d+|true|false)"
FLAGS = r"(?:(?:nuw|nsw|exact|tail) )*"
INSTRUCTIONS = {word: re.compile(pattern) for word, pattern in {
    "binary": rf"(\w+) {FLAGS}i(\d+) {VALUE}, {VALUE}",
    "compare": rf"icmp (\w+) i(\d+) {VALUE}, {VALUE}",
    "zext": rf"zext i(\d+) {VALUE} to i(\d+)",
    "sext": rf"sext i(\d+) {VALUE} to i(\d+)",
    "trunc": rf"trunc i(\d+) {VALUE} to i(\d+)",
    "select": rf"select i1 {VALUE}, i(\d+) {VALUE}, i\d+ {VALUE}",
    "multiply": rf"{FLAGS}call {{ i64, i1 }} @llvm\.umul\.with\.overflow\.i64\(i64 {VALUE}, i64 {VALUE}\)",
    "extract": r"extractvalue { i64, i1 } (%[\w.]+), ([01])",
    "phi": r"phi i(\d+) (\[.*\])",
    "jump": r"br label %([\w.]+)",
    "branch": rf"br i1 {VALUE}, label %([\w.]+), label %([\w.]+)",
    "return": rf"ret i(\d+) {VALUE}",
}.items()}


class Untranslated(Exception):
    """Raised if the IR has something that this file does not translate."""


def choose(condition, yes, no):
    return yes if no is None else z3.simplify(z3.If(condition, yes, no))


def bit(condition):
    return choose(condition, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1))


class Function:
    def __init__(self, text, name):
        found = re.search(rf"^define [^@]*@{name}\(([^)]*)\).*?\n(.*?)^}}", text, re.M | re.S)
        if not found:
            raise Untranslated("no function " + name)
        self.parameters = re.findall(r"%[\w.]+", found[1])
        self.blocks = {}
        for line in found[2].split("\n"):
            line = re.sub(r" *(;.*|(#\d+)?(, !.*)?)$", "", line, count=1).strip()
            if line.endswith(":"):
                self.blocks[line[:-1]] = block = []
            elif line:
                block.append(line)

    def execute(self, arguments, operations):
        """Returns the function's result as a term. product(x, y) and remainder(x, y) make terms of two terms; the product has
        as many bits as it needs."""
        values = dict(zip(self.parameters, arguments))
        entered = {next(iter(self.blocks)): {"": z3.BoolVal(True)}}  # of a block: from where, on what condition
        finished, result = set(), None

        def operand(kind, text):
            if text in ("true", "false"):
                return z3.BitVecVal(text == "true", 1)
            return values[text] if text[0] == "%" else z3.BitVecVal(int(text), int(kind))

        def go(source, target, condition):
            if target in finished | {source}:
                raise Untranslated("a loop")
            entered.setdefault(target, {})[source] = z3.simplify(condition)

        def execute(label, here, word, parts):
            """Returns the value of an instruction, if it has one."""
            if word == "binary":
                operation, left, right = parts[0], operand(*parts[1:3]), operand(parts[1], parts[3])
                if operation == "mul":
                    return z3.Extract(left.size() - 1, 0, operations.product(left, right))
                if operation == "urem":
                    return z3.Extract(left.size() - 1, 0, operations.remainder(left, right))
                if operation in BINARY and (operation not in ("shl", "lshr") or z3.is_bv_value(right)):
                    return BINARY[operation](left, right)
                raise Untranslated(operation)
            if word == "compare":
                if parts[0] not in COMPARE:
                    raise Untranslated(parts[0])
                return bit(COMPARE[parts[0]](operand(*parts[1:3]), operand(parts[1], parts[3])))
            if word == "zext":
                return z3.ZeroExt(int(parts[2]) - int(parts[0]), operand(*parts[:2]))
            if word == "sext":
                return z3.SignExt(int(parts[2]) - int(parts[0]), operand(*parts[:2]))
            if word == "trunc":
                return z3.Extract(int(parts[2]) - 1, 0, operand(*parts[:2]))
            if word == "select":
                return choose(operand(1, parts[0]) == 1, operand(*parts[1:3]), operand(parts[1], parts[3]))
            if word == "multiply":
                whole = operations.product(operand(64, parts[0]), operand(64, parts[1]))
                return z3.Extract(63, 0, whole), bit(z3.Extract(whole.size() - 1, 64, whole) != 0)
            if word == "extract":
                return values[parts[0]][int(parts[1])]
            if word == "phi":
                ways = re.findall(rf"\[ {VALUE}, %([\w.]+) \]", parts[1])
                value = None
                for text, source in ways:
                    value = choose(entered[label][source], operand(parts[0], text), value)
                return value
            if word == "jump":
                go(label, parts[0], here)
            elif word == "branch":
                condition = operand(1, parts[0]) == 1
                go(label, parts[1], z3.And(here, condition))
                go(label, parts[2], z3.And(here, z3.Not(condition)))
            return None

        # Without loops, clang writes each block before its successors.
        for label, lines in self.blocks.items():
            here = z3.simplify(z3.Or(*entered[label].values()))
            for line in lines:
                name, _, text = line.rpartition(" = ")
                found = [(word, pattern.fullmatch(text)) for word, pattern in INSTRUCTIONS.items()]
                found = [(word, match.groups()) for word, match in found if match]
                if len(found) != 1:
                    raise Untranslated(line)
                word, parts = found[0]
                if word == "return":
                    result = choose(here, operand(*parts), result)
                else:
                    values[name] = execute(label, here, word, parts)
            finished.add(label)
        return result
