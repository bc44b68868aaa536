"""LLVM IR as terms of z3: reads the textual IR of clang and executes its functions on bit-vectors.

Only what integer code consists of is known, and anything else raises Untranslated: nothing is passed over or guessed.
A branch on a condition that is a term executes both sides up to the block where they meet, and joins them there by
if-then-else. Loops run as often as their conditions say, which must be constants by then. Memory is bytes at constant
offsets of regions (arguments, local variables, constants of the module).
"""

import re

import z3

TOKEN = re.compile(r'[%@]"[^"]*"|[%@][\w.$-]+|c"[^"]*"|"[^"]*"|[\w.$-]+|\.\.\.|[{}()\[\]<>,=*:!#]')
BINARY = ("add", "sub", "mul", "udiv", "urem", "and", "or", "xor", "shl", "lshr")
CASTS = ("zext", "trunc", "bitcast")
FLAGS = {"nuw", "nsw", "exact", "inbounds", "tail", "fastcc"}
ATTRIBUTES = {"noundef", "nonnull", "zeroext", "signext", "noalias", "nocapture", "readonly", "writeonly", "readnone",
              "returned", "align", "dereferenceable", "sret", "byval"}
EXIT = None


class Untranslated(Exception):
    """The IR holds what this file does not know."""


class Pointer:
    """A constant offset into a region; region None is the null pointer."""

    def __init__(self, region, offset):
        self.region, self.offset = region, offset

    def __eq__(self, other):
        return isinstance(other, Pointer) and (self.region, self.offset) == (other.region, other.offset)

    def __hash__(self):
        return hash((self.region, self.offset))


NULL = Pointer(None, 0)


def constant(value, width):
    return z3.BitVecVal(value, width)


def number_of(term, what):
    if not z3.is_bv_value(term):
        raise Untranslated(what + " is no constant")
    return term.as_long()


def same(left, right):
    if isinstance(left, (Pointer, list)) or isinstance(right, (Pointer, list)):
        return left == right
    return left.eq(right)


class Tokens:
    def __init__(self, text):
        self.list, self.at = TOKEN.findall(text), 0

    def peek(self, ahead=0):
        return self.list[self.at + ahead] if self.at + ahead < len(self.list) else ""

    def next(self):
        self.at += 1
        return self.list[self.at - 1]

    def accept(self, token):
        if self.peek() != token:
            return False
        self.at += 1
        return True

    def expect(self, token):
        if not self.accept(token):
            raise Untranslated("expected %s in: %s" % (token, " ".join(self.list)))

    def skip(self, words):
        while self.peek() in words:
            self.at += 1

    def type(self):
        token = self.next()
        if re.fullmatch(r"i\d+", token):
            found = ("int", int(token[1:]))
        elif token in ("void",):
            found = (token,)
        elif token[0] == "%":
            found = ("named", token)
        elif token == "[":
            count = int(self.next())
            self.expect("x")
            found = ("array", count, self.type())
            self.expect("]")
        elif token == "{" or (token == "<" and self.accept("{")):
            members = []
            while not self.accept("}"):
                members.append(self.type())
                self.accept(",")
            if token == "<":
                self.expect(">")
            found = ("struct", members, token == "<")
        else:
            raise Untranslated("type " + token)
        while self.accept("*"):
            found = ("ptr",)
        return found

    def value(self, kind):
        """What stands for a value of this type: ("register", name), ("constant", ...)."""
        token = self.next()
        if token[0] == "%":
            return ("register", token)
        if token[0] == "@":
            return ("global", token)
        if re.fullmatch(r"-?\d+", token):
            return ("number", int(token), kind[1])
        if token in ("true", "false"):
            return ("number", int(token == "true"), 1)
        if token in ("null", "undef", "poison", "zeroinitializer"):
            return (token, kind)
        if token == "bitcast":
            self.expect("(")
            inner = self.typed()
            self.expect("to")
            self.type()
            self.expect(")")
            return inner
        if token[:2] == 'c"':
            return ("bytes", token[2:-1])
        if token in ("[", "{", "<"):
            packed = token == "<" and self.accept("{")
            members = []
            while not (self.accept("]") or self.accept("}")):
                member = self.type()
                members.append((member, self.value(member)))
                self.accept(",")
            if packed:
                self.expect(">")
            return ("members", members)
        raise Untranslated("value " + token)

    def typed(self):
        return self.value(self.type())

    def address(self, end):
        source = self.type()
        self.expect(",")
        base = self.typed()
        indices = []
        while self.accept(","):
            if self.peek() == "!":
                break
            indices.append(self.typed())
        if end:
            self.expect(end)
        return ("address", source, base, indices)


class Function:
    def __init__(self, header):
        tokens = Tokens(header)
        while tokens.peek()[:1] != "@":
            tokens.next()
        self.name = tokens.next()
        tokens.expect("(")
        self.parameters = []  # (register, the type of a copy that the callee owns, or None)
        while not tokens.accept(")"):
            tokens.type()
            _, owned = attributes(tokens)
            self.parameters.append((tokens.next(), owned))
            tokens.accept(",")
        self.entry = "%entry"
        self.blocks = {self.entry: []}

    def finish(self):
        successors = {name: block[-1][1] for name, block in self.blocks.items()}
        names = set(successors)
        after = {name: names | {EXIT} for name in names}
        after[EXIT] = {EXIT}
        changed = True
        while changed:
            changed = False
            for name in names:
                found = {name} | set.intersection(*(after[next_] for next_ in successors[name] or [EXIT]))
                if found != after[name]:
                    after[name], changed = found, True
        self.reachable = {name: set(successors[name]) for name in names}
        for _ in names:
            for reached in self.reachable.values():
                reached |= set().union(*(self.reachable[name] for name in reached))
        self.headers = {target for name in names for target in successors[name]
                        if target in self.reachable[target] and name not in self.reachable[target]}
        # Of the blocks that every path from here passes, the one that is passed first is followed by all the others.
        self.meeting = {name: max(after[name] - {name}, key=lambda other: len(after[other])) for name in names}


def attributes(tokens):
    owned = None
    while tokens.peek() in ATTRIBUTES:
        word = tokens.next()
        if word == "align" and tokens.peek() != "(":
            tokens.next()
        elif tokens.accept("("):
            if word in ("byval", "sret"):
                kind = tokens.type()
                owned = kind if word == "byval" else owned
                tokens.expect(")")
            else:
                while not tokens.accept(")"):
                    tokens.next()
    return True, owned


def instruction(text):
    """(operation, ...), with the successors of a terminator as its second part."""
    tokens = Tokens(text)
    result = None
    if tokens.peek(1) == "=":
        result = tokens.next()
        tokens.next()
    tokens.skip(FLAGS)
    word = tokens.next()
    tokens.skip(FLAGS)
    if word in BINARY:
        kind = tokens.type()
        left = tokens.value(kind)
        tokens.expect(",")
        return ("binary", result, word, left, tokens.value(kind))
    if word == "icmp":
        tokens.skip(FLAGS)
        relation = tokens.next()
        kind = tokens.type()
        left = tokens.value(kind)
        tokens.expect(",")
        return ("compare", result, relation, left, tokens.value(kind))
    if word in CASTS:
        value = tokens.typed()
        return ("cast", result, word, value, tokens.type() if tokens.accept("to") else None)
    if word == "select":
        condition = tokens.typed()
        tokens.expect(",")
        left = tokens.typed()
        tokens.expect(",")
        return ("select", result, condition, left, tokens.typed())
    if word == "phi":
        kind = tokens.type()
        values = {}
        while tokens.accept("["):
            value = tokens.value(kind)
            tokens.expect(",")
            values[tokens.next()] = value
            tokens.expect("]")
            tokens.accept(",")
        return ("phi", result, values)
    if word == "alloca":
        return ("alloca", result, tokens.type())
    if word == "load":
        kind = tokens.type()
        tokens.expect(",")
        return ("load", result, kind, tokens.typed())
    if word == "store":
        kind = tokens.type()
        value = tokens.value(kind)
        tokens.expect(",")
        return ("store", None, kind, value, tokens.typed())
    if word == "getelementptr":
        return ("address", result, tokens.address(None))
    if word in ("extractvalue", "insertvalue"):
        whole = tokens.typed()
        tokens.expect(",")
        part = None
        if word == "insertvalue":
            part = tokens.typed()
            tokens.expect(",")
        return (word, result, whole, part, int(tokens.next()))
    if word == "call":
        attributes(tokens)
        tokens.type()
        callee = tokens.next()
        tokens.expect("(")
        arguments = []
        while not tokens.accept(")"):
            kind = tokens.type()
            attributes(tokens)
            arguments.append(tokens.value(kind))
            tokens.accept(",")
        return ("call", result, callee, arguments)
    if word == "ret":
        kind = tokens.type()
        return ("ret", [], None if kind == ("void",) else tokens.value(kind))
    if word == "unreachable":
        return ("unreachable", [])
    if word == "br":
        if tokens.accept("label"):
            return ("br", [tokens.next()])
        condition = tokens.typed()
        tokens.expect(",")
        tokens.expect("label")
        first = tokens.next()
        tokens.expect(",")
        tokens.expect("label")
        return ("br", [first, tokens.next()], condition)
    raise Untranslated("instruction: " + text)


class Module:
    def __init__(self, text):
        self.types, self.texts, self.parsed, self.constants = {}, {}, {}, {}
        lines = iter(text.split("\n"))
        for line in lines:
            named = re.match(r'(%"[^"]*"|%[\w.$-]+) = type (.*)', line)
            if named:
                self.types[named.group(1)] = named.group(2)
            elif re.match(r"@.* constant ", line):
                self.constants[line.split(" = ")[0]] = line.split(" constant ", 1)[1]
            elif line.startswith("define "):
                body = []
                for inner in lines:
                    if inner == "}":
                        break
                    body.append(inner)
                name = re.search(r'@"[^"]*"|@[\w.$-]+', line).group(0)
                self.texts[name] = (line, "\n".join(body))

    def function(self, name):
        if name in self.parsed:
            return self.parsed[name]
        if name not in self.texts:
            raise Untranslated("a call of " + name)
        header, body = self.texts[name]
        function = Function(header)
        block = function.blocks[function.entry]
        for line in body.split("\n"):
            line = line.split(" ; ")[0].split(", !")[0].strip()
            label = re.match(r"([\w.$-]+):", line)
            if label:
                block = function.blocks.setdefault("%" + label.group(1), [])
            elif line and not line.startswith(";"):
                block.append(instruction(line))
        function.finish()
        self.parsed[name] = function
        return function

    def struct(self, kind):
        """(offsets, members, size, alignment) of a struct."""
        if kind[0] == "named":
            kind = Tokens(self.types[kind[1]]).type()
        if kind[0] != "struct":
            raise Untranslated("a struct that is " + kind[0])
        offsets, size, largest = [], 0, 1
        for member in kind[1]:
            alignment = 1 if kind[2] else self.alignment(member)
            size = -(-size // alignment) * alignment
            offsets.append(size)
            size += self.size(member)
            largest = max(largest, alignment)
        return offsets, kind[1], -(-size // largest) * largest, largest

    def size(self, kind):
        if kind[0] == "int":
            return (kind[1] + 7) // 8
        if kind[0] == "ptr":
            return 8
        if kind[0] == "array":
            return kind[1] * self.size(kind[2])
        return self.struct(kind)[2]

    def alignment(self, kind):
        if kind[0] == "array":
            return self.alignment(kind[2])
        return self.size(kind) if kind[0] in ("int", "ptr") else self.struct(kind)[3]


class State:
    """conditions: of the path that led here; local: what is known since the last cut."""

    def __init__(self, registers, memory, conditions=(), local=()):
        self.registers, self.memory, self.conditions, self.local = registers, memory, list(conditions), list(local)

    def copy(self):
        return State(dict(self.registers), {region: dict(cells) for region, cells in self.memory.items()},
                     self.conditions, self.local)


def whole_from(cells, offset):
    """The size of the value that begins here and is whole; otherwise 1."""
    value, first = cells[offset]
    size = 1 if isinstance(value, Pointer) else value.size() // 8
    return size if first == 0 and all(cells.get(offset + k) == (value, k) for k in range(size)) else 1


def joined_bytes(cells, offset, size):
    """What so many bytes hold."""
    value, _ = cells[offset]
    found = [cells[offset + k] for k in range(size)]
    if size == (8 if isinstance(value, Pointer) else value.size() // 8) and all(
            cell == (value, k) for k, cell in enumerate(found)):
        return value
    if any(isinstance(term, Pointer) for term, _ in found):
        raise Untranslated("part of a pointer")
    parts = [z3.Extract(8 * k + 7, 8 * k, term) for term, k in reversed(found)]
    return z3.simplify(z3.Concat(*parts) if size > 1 else parts[0])


class Execution:
    """One execution of a function. `product(x, y)` stands for the product of two terms, of which neither is constant.

    contracts: what is done in place of a call, by the function's name, as contract(execution, state, arguments).
    cuts: what is done at the rounds of a loop, or at each call of a step, by the function's name (Cut in prove.py).
    """

    def __init__(self, module, product, contracts=None, cuts=None):
        self.module, self.product, self.fresh = module, product, 0
        self.contracts, self.cuts = contracts or {}, cuts or {}

    def run(self, name, arguments, memory):
        """The memory behind the call, for pointers into the regions of `memory`."""
        state = State({}, memory)
        self.call(self.module.function("@" + name), arguments, state)
        return state.memory

    def unknown(self, width):
        self.fresh += 1
        return z3.BitVec("undefined%d" % self.fresh, width)

    def region(self, state, name):
        self.fresh += 1
        region = "%s.%d" % (name, self.fresh)
        state.memory[region] = {}
        return Pointer(region, 0)

    # ---- memory: a cell is the byte of a value, (value, index) --------------------------------------------------
    def store(self, state, pointer, value, size):
        if pointer.region is None:
            raise Untranslated("a store to null")
        if not isinstance(value, Pointer) and value.size() < 8 * size:
            value = z3.simplify(z3.ZeroExt(8 * size - value.size(), value))
        cells = state.memory[pointer.region]
        for i in range(size):
            cells[pointer.offset + i] = (value, i)

    def cell(self, state, region, offset):
        if region not in state.memory:
            raise Untranslated("a pointer to nothing")
        cells = state.memory[region]
        if offset not in cells:
            cells[offset] = (self.unknown(8), 0)
        return cells[offset]

    def load(self, state, pointer, kind):
        size = self.module.size(kind)
        for i in range(size):
            self.cell(state, pointer.region, pointer.offset + i)
        value = joined_bytes(state.memory[pointer.region], pointer.offset, size)
        if isinstance(value, Pointer):
            return value
        return value if value.size() == kind[1] else z3.simplify(z3.Extract(kind[1] - 1, 0, value))

    def copy_bytes(self, state, to, source, count):
        moved = [self.cell(state, source.region, source.offset + i) for i in range(count)]
        for i, cell in enumerate(moved):
            state.memory[to.region][to.offset + i] = cell

    def global_region(self, state, name):
        if name not in state.memory:
            tokens = Tokens(self.module.constants[name])
            kind = tokens.type()
            state.memory[name] = {}
            self.initialise(state, Pointer(name, 0), kind, tokens.value(kind))
        return Pointer(name, 0)

    def initialise(self, state, pointer, kind, value):
        if value[0] == "bytes":
            text = re.sub(r"\\([0-9A-F]{2})", lambda code: chr(int(code.group(1), 16)), value[1])
            for i, byte in enumerate(text):
                self.store(state, Pointer(pointer.region, pointer.offset + i), constant(ord(byte), 8), 1)
        elif value[0] == "members":
            for offset, (member, inner) in zip(self.module.struct(kind)[0], value[1]):
                self.initialise(state, Pointer(pointer.region, pointer.offset + offset), member, inner)
        elif value[0] not in ("undef", "poison"):
            self.store(state, pointer, self.value(state, value), self.module.size(kind))

    # ---- values ------------------------------------------------------------------------------------------------
    def value(self, state, operand):
        word = operand[0]
        if word == "register":
            return state.registers[operand[1]]
        if word == "number":
            return constant(operand[1], operand[2])
        if word == "global":
            return self.global_region(state, operand[1])
        if word == "null":
            return NULL
        if word in ("undef", "poison"):
            return self.unknown_of(operand[1])
        raise Untranslated("value " + word)

    def unknown_of(self, kind):
        if kind[0] == "int":
            return self.unknown(kind[1])
        if kind[0] == "ptr":
            return NULL
        return [self.unknown_of(member) for member in self.module.struct(kind)[1]]

    def address(self, state, operand):
        _, kind, base, indices = operand
        pointer = self.value(state, base)
        offset = pointer.offset
        for place, index in enumerate(indices):
            term = self.value(state, index)
            value = number_of(term, "an index")
            value -= 1 << term.size() if value >> (term.size() - 1) else 0
            if place == 0:
                offset += value * self.module.size(kind)
            elif kind[0] == "array":
                kind = kind[2]
                offset += value * self.module.size(kind)
            else:
                offsets, members = self.module.struct(kind)[:2]
                kind = members[value]
                offset += offsets[value]
        return Pointer(pointer.region, offset)

    def binary(self, word, left, right):
        if word == "mul" and not z3.is_bv_value(left) and not z3.is_bv_value(right):
            return self.product(left, right)
        if word in ("udiv", "urem") and (not z3.is_bv_value(right) or right.as_long() == 0):
            raise Untranslated("a division by what is no constant")
        if word in ("shl", "lshr") and (not z3.is_bv_value(right) or right.as_long() >= right.size()):
            raise Untranslated("a shift by what is no constant")
        return {
            "add": lambda: left + right,
            "sub": lambda: left - right,
            "mul": lambda: left * right,
            "udiv": lambda: z3.UDiv(left, right),
            "urem": lambda: z3.URem(left, right),
            "and": lambda: left & right,
            "or": lambda: left | right,
            "xor": lambda: left ^ right,
            "shl": lambda: left << right,
            "lshr": lambda: z3.LShR(left, right),
        }[word]()

    def compare(self, relation, left, right):
        if isinstance(left, Pointer):
            known = left.region == right.region or None in (left.region, right.region)
            if relation not in ("eq", "ne") or not known:
                raise Untranslated("pointers into two regions compared")
            return z3.BoolVal((left == right) == (relation == "eq"))
        return {
            "eq": lambda: left == right,
            "ne": lambda: left != right,
            "ult": lambda: z3.ULT(left, right),
            "ule": lambda: z3.ULE(left, right),
            "ugt": lambda: z3.UGT(left, right),
            "uge": lambda: z3.UGE(left, right),
        }[relation]()

    def choose(self, condition, left, right):
        if z3.is_true(condition):
            return left
        if z3.is_false(condition) or same(left, right):
            return right
        if isinstance(left, Pointer) or isinstance(right, Pointer):
            raise Untranslated("a pointer that depends on a value")
        return z3.simplify(z3.If(condition, left, right))

    # ---- control flow ------------------------------------------------------------------------------------------
    def call(self, function, arguments, state):
        inner = State({}, state.memory, state.conditions, state.local)
        before = set(state.memory)
        for (register, owned), argument in zip(function.parameters, arguments):
            if owned:
                copied = self.region(inner, register)
                self.copy_bytes(inner, copied, argument, self.module.size(owned))
                argument = copied
            inner.registers[register] = argument
        final = self.execute(function, function.entry, EXIT, inner)
        if final is None:
            raise Untranslated("a function that does not return")
        state.memory = {region: cells for region, cells in final.memory.items() if region in before or region[0] == "@"}
        state.local = final.local
        return final.registers.get("result")

    def execute(self, function, block, stop, state):
        """The state on arrival at `stop`, all paths joined; None where none arrives."""
        while block != stop:
            for step in function.blocks[block]:
                self.step(state, step)
            last = function.blocks[block][-1]
            if last[0] == "unreachable":
                return None
            if last[0] == "ret":
                state.registers = {} if last[2] is None else {"result": self.value(state, last[2])}
                block = EXIT
                continue
            ways = [way for way in self.ways(state, last) if not z3.is_false(way[0])]
            if len(ways) == 1:
                self.arrive(function, state, block, ways[0][1], True)
                block = ways[0][1]
                continue
            meeting = function.meeting[block]
            arrived = []
            for condition, target in ways:
                branch = state.copy()
                branch.conditions.append(condition)
                branch.local.append(condition)
                self.arrive(function, branch, block, target)
                reached = self.execute(function, target, meeting, branch)
                if reached is not None:
                    arrived.append((condition, reached))
            if not arrived:
                return None
            conditions, local = state.conditions, state.local
            state = self.joined(arrived)
            state.conditions, state.local = conditions, local
            block = meeting
        return state

    def ways(self, state, last):
        if len(last[1]) == 1:
            return [(z3.BoolVal(True), last[1][0])]
        condition = z3.simplify(self.value(state, last[2]) == 1)
        return [(condition, last[1][0]), (z3.simplify(z3.Not(condition)), last[1][1])]

    def arrive(self, function, state, source, target, decided=False):
        phis = [step for step in function.blocks[target] if step[0] == "phi"]
        if decided and function.name in self.cuts and target not in function.reachable[target]:
            for header in function.headers & set(function.blocks[source][-1][1]):
                # What the next round would begin with.
                self.cuts[function.name].at_exit(self, state, {
                    step[1]: step[2][source][1] for step in function.blocks[header]
                    if step[0] == "phi" and step[2][source][0] == "register"})
        values = [self.value(state, step[2][source]) for step in phis]
        for step, value in zip(phis, values):
            state.registers[step[1]] = value
        if function.name in self.cuts and target in function.headers:
            self.cuts[function.name].at_header(self, state, source in function.reachable[target],
                                               {step[1]: step[1] for step in phis})

    def joined(self, arrived):
        if len(arrived) == 1:
            return arrived[0][1]
        _, result = arrived[-1]
        for condition, other in reversed(arrived[:-1]):
            registers = {}
            for name in result.registers.keys() & other.registers.keys():
                # A pointer that differs is of no use to what follows, or its use raises.
                left, right = other.registers[name], result.registers[name]
                if isinstance(left, Pointer) and left != right:
                    continue
                registers[name] = self.choose(condition, left, right)
            memory = {}
            for region in result.memory.keys() & other.memory.keys():
                memory[region] = self.joined_cells(condition, other.memory[region], result.memory[region])
            result = State(registers, memory)
        return result

    def joined_cells(self, condition, left, right):
        cells = {}
        for offset in sorted(left.keys() | right.keys()):
            if offset in cells:
                continue
            if offset not in left or offset not in right:  # undefined on one side: any value will do
                cells[offset] = left.get(offset) or right.get(offset)
                continue
            (first, i), (second, j) = left[offset], right[offset]
            if i == j and same(first, second):
                cells[offset] = (first, i)
                continue
            if isinstance(first, Pointer) or isinstance(second, Pointer):
                raise Untranslated("a pointer in memory that depends on a value")
            size = max(whole_from(left, offset), whole_from(right, offset))
            if any(offset + k not in cells_ for cells_ in (left, right) for k in range(size)):
                size = 1
            value = self.choose(condition, joined_bytes(left, offset, size), joined_bytes(right, offset, size))
            cells.update({offset + k: (value, k) for k in range(size)})
        return cells

    def step(self, state, step):
        word, result = step[0], step[1]
        if word in ("phi", "br", "ret", "unreachable"):
            return
        if word == "call":
            value = self.called(state, step[2], step[3])
            if result is not None:
                state.registers[result] = value
            return
        if word == "store":
            self.store(state, self.value(state, step[4]), self.value(state, step[3]), self.module.size(step[2]))
            return
        if word == "alloca":
            value = self.region(state, result)
        elif word == "load":
            value = self.load(state, self.value(state, step[3]), step[2])
        elif word == "address":
            value = self.address(state, step[2])
        elif word == "binary":
            value = self.binary(step[2], self.value(state, step[3]), self.value(state, step[4]))
        elif word == "compare":
            truth = self.compare(step[2], self.value(state, step[3]), self.value(state, step[4]))
            value = z3.If(truth, constant(1, 1), constant(0, 1))
        elif word == "cast":
            value = self.cast(step[2], self.value(state, step[3]), step[4])
        elif word == "select":
            condition = z3.simplify(self.value(state, step[2]) == 1)
            value = self.choose(condition, self.value(state, step[3]), self.value(state, step[4]))
        elif word == "extractvalue":
            value = self.value(state, step[2])[step[4]]
        elif word == "insertvalue":
            value = list(self.value(state, step[2]))
            value[step[4]] = self.value(state, step[3])
        else:
            raise Untranslated(word)
        state.registers[result] = z3.simplify(value) if isinstance(value, z3.BitVecRef) else value

    def cast(self, word, value, kind):
        if word == "bitcast":
            return value
        return z3.Extract(kind[1] - 1, 0, value) if word == "trunc" else z3.ZeroExt(kind[1] - value.size(), value)

    def called(self, state, callee, operands):
        if callee.startswith("@llvm.lifetime."):
            return None
        arguments = [self.value(state, operand) for operand in operands]
        if callee.startswith("@llvm.memcpy."):
            self.copy_bytes(state, arguments[0], arguments[1], number_of(arguments[2], "a size"))
            return None
        if callee.startswith("@llvm.memset."):
            for i in range(number_of(arguments[2], "a size")):
                self.store(state, Pointer(arguments[0].region, arguments[0].offset + i), arguments[1], 1)
            return None
        cut = self.cuts.get(callee)
        if cut:
            cut.before_call(self, state, arguments)
        if callee in self.contracts:
            return self.contracts[callee](self, state, arguments)
        result = self.call(self.module.function(callee), arguments, state)
        if cut:
            cut.after_call(self, state, arguments)
        return result
