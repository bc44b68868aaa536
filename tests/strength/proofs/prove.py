#!/usr/bin/env python3
"""Proves that the checked arithmetic of dml_tensor_utils.hpp never wraps unnoticed. See README.md beside this file.

    prove.py prove          proves the functions of the header
    prove.py translation    compares the terms, the compiled functions and Python's integers for the same arguments

Two solvers, z3 and cvc5, must agree on every query, because one release of z3 was unsound. The variables CLANG and CVC5
name the compiler and the second solver. The exit code is 1 if something failed.
"""

import collections
import ctypes
import itertools
import math
import os
import random
import subprocess
import sys
import tempfile

import z3

import llvm_ir

HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = os.path.join(HERE, "..", "..", "..", "include")
CLANG = os.environ.get("CLANG", "clang++")
CVC5 = os.environ.get("CVC5", "cvc5")
SECONDS = 60  # of each solver for one query, which takes less than one
WIDTH = 136  # bits of a mathematical number: every one of a proof stays far below
MAX32 = 2**32 - 1
LIMIT = 2**64

# ---- what is proved -------------------------------------------------------------------------------------------------
# Each function returns the exact mathematical result, for Python integers and for terms: claim(operations,
# arguments...).

Operations = collections.namedtuple("Operations", "product remainder")


def either(condition, yes, no):
    if isinstance(condition, bool):
        return yes if condition else no
    return z3.If(condition, *(z3.BitVecVal(value, WIDTH) if isinstance(value, int) else value for value in (yes, no)))


def bytes_of(elements, bits):
    return (elements * bits + 7) >> 3


def dwords_of(count):
    return (count + 3) >> 2 << 2


def bound(part, operations, total, guaranteed, offset, size, buffer):
    """Returns the first rule that a binding breaks: its error, the actual number and the required one."""
    end = offset + size
    rest = either(guaranteed == 0, 0, operations.remainder(offset, guaranteed))
    result = (0, 0, 0)[part]
    for is_broken, reason in reversed([
            (total == 0, (5, 0, 4)),
            (offset & 15 != 0, (1, offset, 16)),
            (end & LIMIT - 1 > buffer, (2, either(end >= LIMIT, LIMIT - 1, end), buffer)),
            (size < total, (3, size, total)),
            (rest != 0, (1, offset, guaranteed)),
            (end >= LIMIT, (4, LIMIT - 1, buffer))]):
        result = either(is_broken, reason[part], result)
    return result


def placed(size, exponent):
    """Rounds up to a multiple of 16 and of 2 to the given power."""
    multiple = 1 << max(exponent, 4)
    return (size + multiple - 1) & -multiple


class Proof:
    """bits: of each argument. is_modulo: what does not fit is the result modulo 2^64, which callers may use. limited:
    the claim of the number that has to fit, where it is another one than the result. tries: at most so many comparisons
    with what was compiled."""

    def __init__(self, name, bits, claim, is_modulo=False, limited=None, tries=2000):
        self.name, self.bits, self.claim, self.is_modulo = name, bits, claim, is_modulo
        self.limited, self.tries = limited or claim, tries


def of_every_size(name, claim):
    return [Proof(name + str(bits), [64], lambda operations, n, bits=bits: claim(n, bits))
            for bits in (4, 8, 16, 32, 64)]


PROOFS = [
    Proof("Multiply", [64, 32], lambda operations, a, b: operations.product(a, b), is_modulo=True),
    Proof("MultiplyInHalves", [64, 32], lambda operations, a, b: operations.product(a, b), is_modulo=True),
    Proof("Add", [64, 64], lambda operations, a, b: a + b, is_modulo=True),
    Proof("RoundUpToDword", [64], lambda operations, count: dwords_of(count), is_modulo=True),
    *of_every_size("EndInBytes", lambda last, bits: bytes_of(last + 1, bits)),
    *of_every_size("SizeInBytes", bytes_of),
    Proof("ElementsIn4", [64], lambda operations, count: count + count),
    *of_every_size("Size", lambda span, bits: dwords_of(bytes_of(span, bits))),
    *[Proof("Bound" + part, [64, 32, 64, 64, 64], lambda *arguments, index=index: bound(index, *arguments),
            tries=1000)
      for index, part in enumerate(("Reason", "Actual", "Required"))],
    *[Proof(f"Placed{exponent}", [64, 64], lambda operations, size, added, exponent=exponent: placed(size, exponent),
            limited=lambda operations, size, added, exponent=exponent: placed(size, exponent) + added, tries=30)
      for exponent in range(64)],
]

# ---- the solvers ----------------------------------------------------------------------------------------------------
# A claim is proved if they answer unsat for its negation.

UNSAT, SAT = ("unsat", "unsat"), ("sat", "sat")


def decide(logic, *assertions):
    """Returns the answer of z3 and that of cvc5: sat, unsat, or the reason for neither."""
    solver = z3.SolverFor(logic)
    solver.set("timeout", 1000 * SECONDS)
    solver.add(*assertions)
    second = subprocess.run([CVC5, "--lang=smt2", f"--tlimit={1000 * SECONDS}", "-"], check=False, text=True,
                            input=f"(set-logic {logic})\n{solver.to_smt2()}", capture_output=True)
    first = str(solver.check())
    return (first if first != "unknown" else f"z3: {solver.reason_unknown()}",
            second.stdout.strip() or f"cvc5: {second.stderr.strip()}")


def versions():
    said = subprocess.run([CVC5, "--version"], check=True, capture_output=True, text=True).stdout
    return f"z3 {z3.get_version_string()}, cvc5 {said.split('version ')[1].split()[0]}"


# ---- products and remainders ----------------------------------------------------------------------------------------
# No solver can compare a product of 64 and 32 bits with one that is calculated in halves. So the product of two
# unknowns is replaced by an unknown function with two known laws. A proof then holds for every function with these
# laws, and multiplication is one.

PRODUCT = z3.Function("product", *[z3.BitVecSort(WIDTH)] * 3)
REMAINDER = z3.Function("remainder", *[z3.BitVecSort(64)] * 3)


def wide(term):
    return z3.simplify(z3.ZeroExt(WIDTH - term.size(), term))


def product_of(x, y):
    x, y = sorted((wide(x), wide(y)), key=lambda term: (z3.is_bv_value(term), term.sexpr()))
    return x * y if z3.is_bv_value(y) else PRODUCT(x, y)


def remainder_of(x, y):
    """An unknown function of two 64-bit numbers. A proof holds for every such function, and so for the remainder."""
    return wide(REMAINDER(*(z3.simplify(z3.Extract(63, 0, wide(term))) for term in (x, y))))


def laws(a, b):
    """Multiplies a 64-bit number by a 32-bit one."""
    low, high = a & MAX32, z3.LShR(a, 32)
    for half in (low, high):
        yield z3.ULE(product_of(half, b), MAX32 * MAX32)
    yield product_of(a, b) == (product_of(high, b) << 32) + product_of(low, b)


def prove_laws():
    """Proves the laws for all real numbers, which solvers decide, and so for integers."""
    low, high, b = z3.Reals("low high b")
    for law in (z3.Implies(z3.And(0 <= low, low <= MAX32, 0 <= b, b <= MAX32), low * b <= MAX32 * MAX32),
                (2**32 * high + low) * b == 2**32 * (high * b) + low * b):
        answers = decide("QF_NRA", z3.Not(law))
        if answers != UNSAT:
            raise AssertionError(f"not proved to be a law of multiplication, {answers}: {law}")


# ---- compiled and translated ----------------------------------------------------------------------------------------


class Compiled:
    """The functions under proof, as IR and as machine code."""

    def __init__(self, folder):
        common = [CLANG, "-std=c++17", "-w", "-fno-exceptions", "-I" + INCLUDE, os.path.join(HERE, "functions.cpp")]
        listing, library = os.path.join(folder, "functions.ll"), os.path.join(folder, "functions.so")
        # Everything is inlined and optimized twice; otherwise a Diagnosis stays in memory, which the IR cannot show.
        as_ir = ["-O2", "-mllvm", "-inline-threshold=100000", "-S", "-emit-llvm", "-fno-discard-value-names", "-o"]
        subprocess.run(common + as_ir + [listing], check=True)
        subprocess.run([CLANG, "-w", listing] + as_ir + [listing], check=True)
        subprocess.run(common + ["-O0", "-fPIC", "-shared", "-o", library], check=True)
        with open(listing, encoding="utf-8") as text:
            self.text = text.read()
        self.library = ctypes.CDLL(library)

    def call(self, proof, arguments):
        """Runs the machine code; returns its result and whether it fits."""
        types = [ctypes.c_uint64 if bits == 64 else ctypes.c_uint32 for bits in proof.bits]
        results = []
        for name, kind in ((proof.name, ctypes.c_uint64), (proof.name + "Fits", ctypes.c_bool)):
            function = getattr(self.library, name)
            function.argtypes, function.restype = types, kind
            results.append(int(function(*arguments)))
        return tuple(results)

    def terms(self, proof, arguments, operations):
        """Evaluates the IR; returns the same."""
        return tuple(llvm_ir.Function(self.text, name).execute(arguments, operations)
                     for name in (proof.name, proof.name + "Fits"))


def prove(compiled, proof):
    """Returns whether the claim is proved. The same claim with a result larger by 1 must be refuted, which shows that the
    premises can be true."""
    arguments = [z3.BitVec(f"in{index}", bits) for index, bits in enumerate(proof.bits)]
    operations = Operations(product_of, remainder_of)
    result, fit = compiled.terms(proof, arguments, operations)
    numbers = [wide(argument) for argument in arguments]
    whole = proof.claim(operations, *numbers)
    known = list(laws(*numbers)) if proof.bits == [64, 32] else []
    fits = z3.ULT(proof.limited(operations, *numbers), LIMIT)

    def answer(expected):
        right = wide(result) == (expected & (LIMIT - 1))
        return decide("QF_UFBV", *known,
                      z3.Not(z3.And((fit == 1) == fits, right if proof.is_modulo else z3.Implies(fits, right))))
    answers = answer(whole), answer(whole + 1)
    is_proved = answers == (UNSAT, SAT)
    print(f"{'proved' if is_proved else f'NOT PROVED, {answers}'}: {proof.name} says that it fits exactly where "
          f"the number is below 2^64, and then is right{'; else modulo 2^64' if proof.is_modulo else ''}", flush=True)
    return is_proved


def edges(generator, bits):
    yield from (0, 1, 2, 3, 2**bits - 1, 2**bits - 2, 2**bits // 2)
    yield from (LIMIT // factor + near for factor in (2, 4, 8) for near in range(-3, 2) if bits == 64)
    yield from (generator.getrandbits(generator.randrange(1, bits + 1)) for _ in range(20))


def compare(compiled, proof):
    """Returns whether terms, machine code and Python's integers agree."""
    generator = random.Random(1)
    each = [list(edges(generator, bits)) for bits in proof.bits]
    some = (list(itertools.product(*each)) if math.prod(map(len, each)) <= proof.tries
            else [tuple(map(generator.choice, each)) for _ in range(proof.tries)])
    if proof.bits == [64, 32]:  # products beside the limit
        some += [(LIMIT // b + near, b) for b in (3, 641, 6700417, MAX32) for near in (-1, 0, 1)]
    symbols = [z3.BitVec(f"in{index}", bits) for index, bits in enumerate(proof.bits)]
    terms = compiled.terms(proof, symbols, Operations(lambda x, y: wide(x) * wide(y),
                                                      lambda x, y: z3.URem(wide(x), wide(y))))
    exactly = Operations(lambda a, b: a * b, lambda a, b: a % b if b else a)
    for arguments in some:
        whole, limited = (claim(exactly, *arguments) for claim in (proof.claim, proof.limited))
        called = compiled.call(proof, arguments)
        given = [(symbol, z3.BitVecVal(value, symbol.size())) for symbol, value in zip(symbols, arguments)]
        translated = tuple(z3.simplify(z3.substitute(term, *given)).as_long() for term in terms)
        is_right = called[1] == (limited < LIMIT) and (not (called[1] or proof.is_modulo) or called[0] == whole % LIMIT)
        if called != translated or not is_right:
            print(f"FAILED: {proof.name}{arguments}: compiled {called}, translated {translated}, exactly {whole}")
            return False
    print(f"same: {proof.name}, {len(some)} times", flush=True)
    return True


def main(arguments):
    actions = {"prove": prove, "translation": compare}
    if len(arguments) != 1 or arguments[0] not in actions:
        print(__doc__)
        return False
    print(versions(), flush=True)
    prove_laws()
    with tempfile.TemporaryDirectory() as folder:
        compiled = Compiled(folder)
        return all([actions[arguments[0]](compiled, proof) for proof in PROOFS])


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1:]) else 1)
