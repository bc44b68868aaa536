#!/usr/bin/env python3
"""Proves that the size and offset arithmetic of dml_tensor_utils.hpp cannot wrap. See README.md beside this file.

    prove.py prove            proves it of the header
    prove.py without_check    takes out one check after the other, and expects a counterexample each time
    prove.py translation      runs the terms and the compiled functions on the same numbers

A further argument: only the proofs, or checks, whose names begin with it. CLANG names the compiler. Exit code 1 where
something failed.
"""

import ctypes
import os
import random
import re
import subprocess
import sys
import tempfile
import time

import z3

import llvm_ir

HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = os.path.join(HERE, "..", "..", "..", "include")
HEADER = "dml_tensor_utils.hpp"
CLANG = os.environ.get("CLANG", "clang++")
SECONDS = 30  # for one query; nearly all take far less than one
WIDTH = 102  # bits of a mathematical number: those of a proof stay below
CAP = 2**68  # stands for every product from there on, which is far beyond what any function lets pass
MAX32 = 2**32 - 1
MAX64 = 2**64 - 1
BITS = [0, 32, 16, 32, 16, 8, 32, 16, 8, 64, 64, 64, 4, 4]  # of the data types, by number
TYPES = [12, 5, 2, 1, 9]  # one of each size

# ---- mathematical numbers -------------------------------------------------------------------------------------------


def number(value):
    return z3.BitVecVal(value, WIDTH)


def wide(term):
    return z3.simplify(z3.ZeroExt(WIDTH - term.size(), term))


def narrow(term, bits=64):
    return z3.simplify(z3.Extract(bits - 1, 0, term))


def fits(term, bits=64):
    return z3.ULE(term, number(2**bits - 1))


def least(term, limit):
    bits = limit.bit_length()
    return wide(z3.If(z3.ULE(term, number(limit)), narrow(term, bits), z3.BitVecVal(limit, bits)))


def yes(term):
    return term == 1


def any_zero(sizes):
    return z3.Or(*(size == 0 for size in sizes))


def of_bytes(elements, bits):
    """ceil(elements * bits / 8)"""
    return z3.LShR(elements * bits + 7, 3)


def of_dwords(count):
    """Rounded up to a multiple of 4."""
    return z3.LShR(count + 3, 2) << 2


def length(term):
    """An upper bound of the term's number of bits."""
    if z3.is_bv_value(term):
        return max(term.as_long().bit_length(), 1)
    if term.decl().kind() == z3.Z3_OP_CONCAT and z3.is_bv_value(term.arg(0)) and term.arg(0).as_long() == 0:
        return term.size() - term.arg(0).size()
    return term.size()


PRODUCT = z3.Function("product", *[z3.BitVecSort(WIDTH)] * 3)


def laws(x, y, product):
    """What a proof may use of a product of two unknowns; laws_hold() proves it of multiplication."""
    zero, one, limit = number(0), number(1), number(MAX32)
    for left, right in ((x, y), (y, x)):
        yield z3.Implies(left == zero, product == zero)
        yield z3.Implies(left == one, product == right)
        yield z3.Implies(z3.ULE(left, limit), z3.ULE(product, (right << 32) - right))
    yield z3.Implies(z3.And(x != zero, y != zero), z3.UGE(product, x + y - 1))


def laws_hold():
    """The laws, and the hints below, of all real numbers, for which z3 has a complete procedure."""
    w, x, y, z = z3.Reals("w x y z")
    for law in (0 * y == 0, 1 * y == y, x * y == y * x, (x - 1) * y == x * y - y,
                z3.Implies(z3.And(x >= 0, y >= 0, y <= MAX32), x * y <= 2**32 * x - x),
                z3.Implies(z3.And(x >= 1, y >= 1), x * y >= x + y - 1),
                z3.Implies(z3.And(x >= 0, x <= z, y >= 0), x * y <= z * y),
                (2**32 * x + z) * y == 2**32 * (x * y) + z * y, (2 * x + z) * y == 2 * (x * y) + z * y,
                z3.Implies(z3.And(w <= MAX32 * (x - 1), x >= 1, y >= 1, z >= 0, z <= MAX32),
                           w + (y - 1) * z <= MAX32 * (x * y - 1))):
        solver = z3.SolverFor("QF_NRA")
        solver.set("timeout", 1000 * SECONDS)
        solver.add(z3.Not(law))
        if solver.check() != z3.unsat:
            raise NotProved("a law of multiplication", law, solver.check(), None)


class NotProved(Exception):
    pass


class Numbers:
    """The numbers of one proof. Where a counterexample is looked for (`real`), products are multiplied; elsewhere those
    of unknowns are a function of which only laws are known."""

    proved = set()  # queries, whatever their unknowns are called: a step is the same for most axes and ranks

    def __init__(self, real=False):
        self.real, self.facts, self.links = real, [], {}

    def product(self, x, y):
        x, y = z3.simplify(x), z3.simplify(y)
        if length(x) + length(y) > WIDTH:
            raise llvm_ir.Untranslated("a product of more than %d bits" % WIDTH)
        if self.real or z3.is_bv_value(x) or z3.is_bv_value(y):
            bits = min(length(x) + length(y), WIDTH)
            return wide(z3.simplify(z3.Extract(bits - 1, 0, x) * z3.Extract(bits - 1, 0, y)))
        return PRODUCT(x, y) if length(x) >= length(y) else PRODUCT(y, x)

    def wrapped_product(self, x, y):
        """What an instruction gives: the product modulo 2^bits."""
        return narrow(self.product(wide(x), wide(y)), x.size())

    def chain(self, name, start, step, order):
        """start, step(start, order[0]), ...: each is a new unknown, linked to the one before."""
        values = [number(start)]
        for k, axis in enumerate(order):
            value = step(values[-1], axis)
            if not self.real:
                value, definition = wide(z3.BitVec("%s%d" % (name, k + 1), CAP.bit_length())), value
                self.links.setdefault(k + 1, []).extend([value == definition, z3.ULE(value, number(CAP))])
            values.append(wide(narrow(value, CAP.bit_length())))
        return values

    def any_so_far(self, name, terms):
        values = [z3.BoolVal(False)]
        for k, term in enumerate(terms):
            value = z3.Or(values[-1], term)
            if not self.real:
                value, definition = z3.Bool("%s%d" % (name, k + 1)), value
                self.links.setdefault(k + 1, []).append(value == definition)
                self.facts.append(value == z3.Or(*terms[:k + 1]))
            values.append(value)
        return values

    def hint(self, k, fact):
        if not self.real:
            self.links.setdefault(k, []).append(fact)

    def count(self, name, sizes, order, skipped=None):
        """The products of the sizes so far, up to CAP."""
        def step(value, axis):
            result = least(self.product(value, wide(sizes[axis])), CAP)
            return z3.If(yes(skipped[axis]), value, result) if skipped else result
        return self.chain(name, 1, step, order)

    def dot(self, name, factors, strides, order):
        return self.chain(name, 0, lambda value, axis: value + self.product(wide(factors[axis]), wide(strides[axis])),
                          order)

    def less_one(self, k, size, stride):
        """(size - 1) * stride == size * stride - stride"""
        stride = stride if stride.size() == WIDTH else wide(stride)
        self.hint(k, z3.Implies(size != 0, self.product(wide(below(size)), stride)
                                == self.product(wide(size), stride) - stride))

    def prove(self, what, known, claim):
        query = z3.And(*known, z3.Not(claim))
        terms = subterms(query, {})
        key = canonical(terms)
        if key in self.proved:
            return
        solver = z3.SolverFor("QF_UFBV")
        solver.set("timeout", 1000 * SECONDS)
        solver.add(query)
        for product in terms.values():
            if product.decl().eq(PRODUCT):
                x, y = product.children()
                solver.add(product == PRODUCT(y, x), *laws(x, y, product))
        answer = solver.check()
        if answer != z3.unsat:
            raise NotProved(what, claim, answer, solver.model() if answer == z3.sat else None)
        self.proved.add(key)


def below(size):
    """size - 1 in 32 bits"""
    return z3.simplify(z3.Extract(31, 0, size) - 1)


def subterms(term, found):
    """All terms in this one, by their id, each after those that it holds."""
    if term.get_id() not in found:
        for child in term.children():
            subterms(child, found)
        found[term.get_id()] = term
    return found


COMMUTATIVE = {z3.Z3_OP_AND, z3.Z3_OP_OR, z3.Z3_OP_EQ, z3.Z3_OP_BADD, z3.Z3_OP_BMUL, z3.Z3_OP_BAND, z3.Z3_OP_BOR,
               z3.Z3_OP_BXOR}


def canonical(terms):
    """What two queries share only where no more differs than the names of unknowns and the order of operands."""
    shapes, parts = {}, {}
    for key, term in terms.items():
        children = [child.get_id() for child in term.children()]
        kind = term.decl().kind()
        if kind in COMMUTATIVE:
            children.sort(key=lambda child: shapes[child])
        name = str(term.sort()) if not children and kind == z3.Z3_OP_UNINTERPRETED else (
            term.sexpr() if not children else term.decl().sexpr())
        parts[key] = name, children
        shapes[key] = hash((name, tuple(shapes[child] for child in children)))
    numbers, lines = {}, []

    def write(key):
        if key not in numbers:
            name, children = parts[key]
            operands = [write(child) for child in children]
            numbers[key] = len(numbers)
            lines.append((name, *operands))
        return numbers[key]
    write(key)
    return tuple(lines)


class Cut:
    """The inductive step. Before each axis the state must satisfy an invariant, which is all that is known of it from
    there on: its variables become unknowns.

    variables: "name:bits", or "name+offset:bits" in memory. Of a loop, they are found by the names that the compiler
    gave its registers; of a function that is called for each axis, by those of the caller's variables.
    """

    def __init__(self, n, what, variables, invariant, order=(), context=lambda k: []):
        self.n, self.what, self.variables, self.invariant = n, what, variables, invariant
        self.order, self.context, self.k, self.known = list(order), context, 0, {}

    def before_call(self, execution, state, arguments):
        if self.order:
            self.visit(execution, state, self.order.index(arguments[1].as_long()), {})

    def after_call(self, execution, state, arguments):
        if self.order and arguments[1].as_long() == self.order[-1]:
            self.visit(execution, state, len(self.order), {})

    def at_header(self, execution, state, again, registers):
        self.k = self.k + 1 if again else 0
        self.visit(execution, state, self.k, registers)

    def at_exit(self, execution, state, registers):
        self.visit(execution, state, self.k + 1, registers)

    def visit(self, execution, state, k, registers):
        """registers: those that hold, here, what the loop's have at the begin of a round."""
        places = [self.place(state, variable, registers) for variable in self.variables]
        values = [state.registers[place] if isinstance(place, str) else execution.load(state, place, ("int", bits))
                  for place, bits in places]
        self.n.prove("%s, after %d steps" % (self.what, k), self.n.links.get(k, []) + state.local + self.context(k),
                     self.invariant(k, *values))
        fresh = [execution.unknown(value.size()) for value in values]
        for (place, bits), value in zip(places, fresh):
            if isinstance(place, str):
                state.registers[place] = value
            else:
                execution.store(state, place, value, bits // 8)
        for register in registers.values():
            if register not in [place for place, _ in places] and not z3.is_bv_value(state.registers[register]):
                state.registers[register] = execution.unknown(state.registers[register].size())
        now = self.invariant(k, *fresh)
        self.n.facts.append(z3.Implies(z3.And(*state.conditions), now))
        state.local = [now]
        self.known[k] = now

    def place(self, state, variable, registers):
        name, offset, bits = re.fullmatch(r"(\w+)\+?(\d*):(\d+)", variable).groups()
        for register, holder in registers.items():
            if re.fullmatch(r"%" + name + r"\.?\d+", register):
                return holder, int(bits)
        if isinstance(state.registers.get("%" + name), llvm_ir.Pointer):
            base = state.registers["%" + name]
        else:
            regions = [region for region in state.memory if region.startswith("%" + name + ".")]
            if not regions:
                raise llvm_ir.Untranslated("no variable %s in: %s" % (name, self.what))
            base = llvm_ir.Pointer(max(regions, key=lambda region: int(region.split(".")[-1])), 0)
        return llvm_ir.Pointer(base.region, base.offset + int(offset or 0)), int(bits)


# ---- what is proved -------------------------------------------------------------------------------------------------
# Of each function the claims, and the invariants of the loops on the way: function(n, i, o, fixed) with inputs i and
# outputs o. It is a generator that yields the cuts, and after the execution the claims.


def multiply(n, i, fixed):
    a, b = wide(i[0]), wide(i[1])
    product = n.product(a, b)
    n.hint(0, product == (n.product(z3.LShR(a, 32), b) << 32) + n.product(a & MAX32, b))
    o = yield {}
    yield {"fits exactly below 2^64": yes(o[1]) == fits(product), "is the product modulo 2^64": o[0] == narrow(product)}


def add(n, i, fixed):
    o = yield {}
    total = wide(i[0]) + wide(i[1])
    yield {"fits exactly below 2^64": yes(o[1]) == fits(total), "is the sum modulo 2^64": o[0] == narrow(total)}


def round_up_to_dword(n, i, fixed):
    o = yield {}
    rounded = of_dwords(wide(i[0]))
    yield {"fits exactly below 2^64": yes(o[1]) == fits(rounded), "is rounded up modulo 2^64": o[0] == narrow(rounded)}


def total(half, odd):
    return wide(narrow(wide(half) * 2 + wide(odd), 66))


def total_claims(o, result):
    return {"fits exactly below 2^65": yes(o[2]) == fits(result, 65),
            "is the result where it fits": z3.Implies(yes(o[2]), total(o[0], o[1]) == result),
            "odd is a bit": z3.ULE(o[1], 1)}


def total_multiply(n, i, fixed):
    elements, factor = total(i[0], i[1]), wide(i[2])
    result = n.product(elements, factor)
    n.hint(0, result == (n.product(wide(i[0]), factor) << 1) + n.product(wide(i[1]), factor))
    yield total_claims((yield {}), result)


def total_add(n, i, fixed):
    yield total_claims((yield {}), total(i[0], i[1]) + wide(i[2]))


def byte_claims(o, result):
    return {"fits exactly below 2^64": yes(o[1]) == fits(result),
            "is the number of bytes where it fits": z3.Implies(yes(o[1]), o[0] == narrow(result))}


def total_bytes(n, i, bits):
    yield byte_claims((yield {}), of_bytes(total(i[0], i[1]), bits))


def bytes_of(n, i, bits):
    yield byte_claims((yield {}), of_bytes(wide(i[0]), bits))


def size_in_bytes(n, i, kind):
    o = yield {}
    size = of_dwords(of_bytes(wide(i[1]), BITS[kind]))
    yield {"is the size, or 0 exactly from 2^64 on": o[0] == z3.If(fits(size), narrow(size), 0)}


def end_in_bytes(n, i, kind):
    o = yield {}
    size = of_bytes(wide(i[0]) + wide(i[1]), BITS[kind])
    yield {"is the end, or 0 exactly from 2^64 on": o[0] == z3.If(fits(size), narrow(size), 0)}


def counted(n, sizes):
    """The product of sizes, and the cut of CountElements."""
    products = n.count("count", sizes, range(len(sizes)))
    n.facts.append((products[-1] == 0) == any_zero(sizes))

    def invariant(k, count, fit):
        return z3.And(products[k] != 0, yes(fit) == fits(products[k]), z3.Implies(yes(fit), wide(count) == products[k]))
    return products, {"detail13CountElementsE": Cut(n, "CountElements", ["count:64", "fits:1"], invariant)}


def count_elements(n, i, rank):
    products, cuts = counted(n, i)
    o = yield cuts
    yield {"ZeroSize exactly for a size of 0": yes(o[0]) == any_zero(i),
           "SpanLimit exactly from 2^64 on": yes(o[1]) == z3.And(z3.Not(any_zero(i)), z3.Not(fits(products[-1]))),
           "is the product where there is no error": z3.Implies(z3.And(o[0] == 0, o[1] == 0),
                                                                wide(o[2]) == products[-1])}


def below_2_to_31(term):
    return z3.ULE(term, 2**31 - 1)


def finished(n, sizes, distances, first, context=lambda k: []):
    """The cuts of Finish, quick path and exact path: from the last axis to the first."""
    order = range(len(sizes) - 1, -1, -1)
    products, cuts = counted(n, sizes)
    backwards = n.count("backwards", sizes, order)
    n.facts.append(backwards[-1] == products[-1])  # multiplication knows no order
    limits = n.chain("limit", 0, lambda value, axis: value + 2**31, order)
    for k in range(1, len(limits)):
        n.hint(k, z3.ULE(limits[k], number(8 * 2**31)))

    def quick(k, count, span, largest):
        return z3.And((largest & z3.LShR(first, 32)) == z3.LShR(first, 32),
                      z3.Implies(below_2_to_31(largest), z3.And(
                          below_2_to_31(count), wide(count) == backwards[k], z3.ULE(distances[k], limits[k]),
                          wide(span) == distances[k] + 1)))

    def exact(k, distance, fit):
        return z3.And(yes(fit) == fits(distances[k]), z3.Implies(yes(fit), wide(distance) == distances[k]))
    cuts["6FinishEvENKUl"] = Cut(n, "Finish", ["count:64", "span:64", "largest:64"], quick, order, context)
    cuts["15FinishedExactlyE"] = Cut(n, "FinishedExactly", ["distance:64", "fits:1"], exact, (), context)
    return backwards, cuts


def strided(n, i, rank):
    sizes, strides, first = i[:rank], i[rank:2 * rank], i[2 * rank]
    distances = n.dot("distance", [below(size) for size in sizes], strides, range(rank - 1, -1, -1))
    products, cuts = finished(n, sizes, distances, first)
    o = yield cuts
    count, distance = products[-1], distances[-1]
    valid = z3.And(z3.Not(any_zero(sizes)), fits(count), fits(distance + 1), fits(wide(first) + distance))
    yield {"valid exactly where count, span and last position fit 64 bits": yes(o[0]) == valid,
           "is the product of the sizes": z3.Implies(yes(o[0]), wide(o[1]) == count),
           "is dot(sizes - 1, strides) + 1": z3.Implies(yes(o[0]), wide(o[2]) == distance + 1)}


def packed(n, i, rank):
    order = range(rank - 1, -1, -1)
    previous = n.count("stride", i, order)  # the product of the sizes behind an axis
    saturated = {axis: least(previous[k], MAX32) for k, axis in enumerate(order)}
    for k, axis in enumerate(order):
        n.less_one(k + 1, i[axis], saturated[axis])
    distances = n.chain("distance", 0, lambda value, axis: value + n.product(wide(below(i[axis])), saturated[axis]),
                        order)
    beyond = [z3.And(z3.UGT(i[axis], 1), z3.UGT(previous[k], number(MAX32))) for k, axis in enumerate(order)]
    invalid = n.any_so_far("invalid", beyond)
    long = n.any_so_far("long", [z3.UGE(value, number(2**31)) for value in previous[:-1]])

    def quick(k, stride, largest):
        return z3.And(below_2_to_31(largest) == z3.Not(long[k]), z3.Or(long[k], wide(stride) == previous[k]))

    def exact(k, stride):
        return z3.And(wide(stride) == previous[k], z3.Implies(stride != 0, distances[k] + 1 == previous[k]),
                      z3.Not(invalid[k]))
    packing = Cut(n, "PackedExactly", ["stride:64"], exact)
    # Finish reads the strides that were stored before.
    products, cuts = finished(n, i, distances, z3.BitVecVal(0, 64),
                              lambda k: [packing.known[k - 1], z3.Not(beyond[k - 1])] if k else [])
    n.facts.append(products[-1] == previous[-1])
    cuts["8PackAxisE"] = Cut(n, "PackAxis", ["stride:64", "largest:64"], quick, order)
    cuts["13PackedExactlyE"] = packing
    o = yield cuts
    valid = z3.Not(z3.Or(any_zero(i), *beyond))
    yield {"valid exactly where the strides of axes longer than 1 fit 32 bits": yes(o[0]) == valid,
           "count and span are the product of the sizes": z3.Implies(
               yes(o[0]), z3.And(wide(o[1]) == previous[-1], o[2] == o[1])),
           "strides are the products of the sizes behind": z3.Implies(
               yes(o[0]), z3.And(*(wide(o[3 + axis]) == saturated[axis] for axis in order)))}


def element_offset(n, i, rank):
    sizes, strides, coordinates, first = i[:rank], i[rank:2 * rank], i[2 * rank:3 * rank], i[3 * rank]
    reach = n.dot("reach", [below(size) for size in sizes], strides, range(rank))
    offsets = n.dot("offset", coordinates, strides, range(rank))
    n.facts.append(fits(wide(first) + reach[-1]))  # a valid layout: what `strided` proves
    beyond = [z3.UGE(coordinate, size) for coordinate, size in zip(coordinates, sizes)]
    ever = n.any_so_far("beyond", beyond)
    for k in range(rank):
        stride = wide(strides[k])
        n.hint(k + 1, z3.Or(beyond[k], z3.ULE(n.product(wide(coordinates[k]), stride),
                                              n.product(wide(below(sizes[k])), stride))))

    def invariant(k, offset, outside):
        return z3.And(yes(outside) == ever[k], z3.ULE(outside, 1), offset == narrow(wide(first) + offsets[k]),
                      z3.Or(yes(outside), z3.ULE(offsets[k], reach[k])))
    o = yield {"13ElementOffsetERKNS0_10DimensionsEENKUl": Cut(n, "ElementOffset", ["offset:64", "outside:8"],
                                                              invariant, range(rank))}
    inside = z3.Not(z3.Or(*beyond))
    yield {"NoOffset outside": z3.Implies(z3.Not(inside), o[0] == MAX64),
           "is FirstElement + dot(coordinates, strides), below 2^64": z3.Implies(
               inside, wide(o[0]) == wide(first) + offsets[-1])}


def calculated_size(n, i, rank, has_strides):
    bits, sizes, strides = BITS[i[0].as_long()], i[1:1 + rank], i[1 + rank:]
    products, cuts = counted(n, sizes)
    if has_strides:
        elements = [d + 1 for d in n.dot("distance", [below(size) for size in sizes], strides, range(rank))]
    else:
        elements = products

    def invariant(k, half, odd, fit):
        return z3.And(products[k] != 0, z3.ULE(odd, 1), yes(fit) == fits(elements[k], 65),
                      z3.Implies(yes(fit), total(half, odd) == elements[k]))
    o = yield {"23DMLCalcBufferTensorSizeI": Cut(n, "DMLCalcBufferTensorSize", ["span+0:64", "span+8:32", "fits:1"],
                                                 invariant)}
    size = of_dwords(of_bytes(elements[-1], bits))
    right = z3.If(z3.Or(any_zero(sizes), z3.Not(fits(size))), 0, narrow(size))
    yield {"is the size in bytes, or 0 exactly where there is none": o[0] == right}


def packed_size(n, i, rank):
    return calculated_size(n, i, rank, False)


def strided_size(n, i, rank):
    return calculated_size(n, i, rank, True)


def validated(n, i, rank, has_strides):
    bits, given, sizes, strides = BITS[i[0].as_long()], i[1], i[2:2 + rank], i[2 + rank:]
    products, cuts = counted(n, sizes)
    spans = products
    if has_strides:
        distances = n.dot("distance", [below(size) for size in sizes], strides, range(rank))
        spans = [distance + 1 for distance in distances]
        for k in range(rank):
            n.less_one(k + 1, sizes[k], strides[k])
        # By induction with the last of the laws: distance <= (2^32 - 1) * (count - 1).
        bound = products[-1] - 1
        n.facts.append(z3.Implies(z3.And(products[-1] != 0, z3.ULE(products[-1], number(MAX32))),
                                  z3.ULE(distances[-1], (bound << 32) - bound)))

    def exact(k, span):
        return span == narrow(spans[k])

    def quick(k, count, products_, span=None):
        right = z3.Implies(below_2_to_31(products_), z3.And(below_2_to_31(count), wide(count) == products[k]))
        return right if span is None else z3.And(right, z3.Implies(products[k] != 0, span == narrow(spans[k])))
    cuts["10SumQuicklyE"] = Cut(n, "SumQuickly", ["mul:64", "or:64"] + (["add:64"] if has_strides else []), quick)
    if has_strides:
        cuts["18CheckTensorExactlyE"] = Cut(n, "CheckTensorExactly", ["span:64"], exact)
    o = yield cuts
    count, span = products[-1], spans[-1]
    zero = any_zero(sizes)
    within = z3.And(z3.Not(zero), z3.ULE(count, number(MAX32)))
    size = of_dwords(of_bytes(span, bits))
    passes = z3.And(within, z3.UGE(given, narrow(size)), z3.ULE(given, MAX32 * bits // 8))
    yield {"ZeroSize exactly for a size of 0": yes(o[0]) == zero,
           "ElementLimit exactly above 2^32-1 elements": yes(o[1]) == z3.And(z3.Not(zero), z3.Not(within)),
           "ElementLimit names the true product, or all ones": z3.Implies(
               yes(o[1]), o[3] == z3.If(fits(count), narrow(count), MAX64)),
           "the span of what passes is below 2^64": z3.Implies(within, fits(span)),
           "TotalSizeTooSmall exactly below the minimum modulo 2^64": yes(o[2]) == z3.And(
               within, z3.ULT(given, narrow(size))),
           "TotalSizeTooSmall names it": z3.Implies(yes(o[2]), o[4] == narrow(size)),
           "SizeWraps exactly where the minimum is beyond 2^64": yes(o[5]) == z3.And(passes, z3.Not(fits(size)))}


def validate_packed(n, i, rank):
    return validated(n, i, rank, False)


def validate_strided(n, i, rank):
    return validated(n, i, rank, True)


def calculate_strides(n, i, layout, rank):
    order = [1] + list(range(rank - 1, 1, -1)) + [0] if layout == 1 else list(range(rank - 1, -1, -1))
    sizes, broadcast = i[:rank], i[rank:]
    products = n.count("stride", sizes, order, broadcast)
    o = yield {"16CalculateStridesILm": Cut(n, "CalculateStrides", ["stride:64"], lambda k, stride:
                                            wide(stride) == least(products[k], 2**32))}
    yield {"the stride of axis %d is exact, or all ones" % axis: wide(o[axis]) == z3.If(
        yes(broadcast[axis]), number(0), least(products[k], MAX32)) for k, axis in enumerate(order)}


def calculate_strides_4(n, i, layout):
    return calculate_strides(n, i, layout, 4)


def calculate_strides_5(n, i, layout):
    return calculate_strides(n, i, layout, 5)


class Proof:
    """inputs: of a rank, or whatever else is fixed, the bits of each input; a list stands for constants, one by one.
    All of them are proved with the first rank: what follows a loop knows no more of its numbers than the invariant.
    """

    def __init__(self, function, inputs, outputs, fixed=(0,), contracts=()):
        self.function, self.inputs, self.outputs = function, inputs, outputs
        self.fixed, self.contracts = fixed, contracts

    def cases(self):
        for fixed in self.fixed:
            inputs = self.inputs(fixed) if callable(self.inputs) else self.inputs
            values = inputs[0] if isinstance(inputs[0], list) else [None]
            for value in values if fixed == self.fixed[0] else values[:1]:
                yield fixed, inputs if value is None else [[value]] + inputs[1:]


def symbols(kinds):
    for index, kind in enumerate(kinds):
        yield (z3.BitVecVal(kind[0], 64) if isinstance(kind, list) else
               z3.simplify(z3.ZeroExt(64 - kind, z3.BitVec("in%d" % index, kind))) if kind < 64 else
               z3.BitVec("in%d" % index, 64))


RANKS = range(1, 9)
SIZES = (4, 8, 16, 32, 64)
PROOFS = {
    multiply: Proof("Multiply", [64, 32], 2),
    add: Proof("Add", [64, 64], 2),
    round_up_to_dword: Proof("RoundUpToDword", [64], 2),
    total_multiply: Proof("TotalMultiply", [64, 1, 32], 3, contracts=["Multiply"]),
    total_add: Proof("TotalAdd", [64, 1, 64], 3),
    total_bytes: Proof("TotalBytes", [64, 1], 2, SIZES, ["Multiply"]),
    bytes_of: Proof("BytesOf", [64], 2, SIZES, ["Multiply"]),
    size_in_bytes: Proof("SizeInBytes", [64, 64], 1, TYPES, ["Multiply"]),
    end_in_bytes: Proof("EndInBytes", [64, 64], 1, TYPES, ["Multiply"]),
    count_elements: Proof("CountElements", lambda rank: [32] * rank, 3, RANKS, ["Multiply"]),
    strided: Proof("Strided", lambda rank: [32] * 2 * rank + [64], 3, RANKS, ["Multiply"]),
    packed: Proof("Packed", lambda rank: [32] * rank, 11, RANKS, ["Multiply"]),
    element_offset: Proof("ElementOffset", lambda rank: [32] * 3 * rank + [64], 1, RANKS),
    packed_size: Proof("PackedSize", lambda rank: [TYPES] + [32] * rank, 1, RANKS,
                       ["Multiply", "ElementTotal::Multiply"]),
    strided_size: Proof("StridedSize", lambda rank: [TYPES] + [32] * 2 * rank, 1, RANKS, ["Multiply"]),
    validate_packed: Proof("ValidatePacked", lambda rank: [TYPES, 64] + [32] * rank, 6, RANKS, ["Multiply"]),
    validate_strided: Proof("ValidateStrided", lambda rank: [TYPES, 64] + [32] * 2 * rank, 6, RANKS, ["Multiply"]),
    calculate_strides_4: Proof("Strides4", [32] * 4 + [1] * 4, 4, (0, 1)),
    calculate_strides_5: Proof("Strides5", [32] * 5 + [1] * 5, 5, (0, 1)),
}

# ---- the checks: with one taken out of the header, a proof finds a counterexample -----------------------------------
# The proof, a rank (or what else is fixed) at which compiled code shows it, the text, and its replacement. Last, the
# numbers that show it, where z3 would look for them for long.

CHECKS = [
    (multiply, 0, "return high >> 32 == 0;", "return true;"),
    (multiply, 0, "(a >> 32) * b + (low >> 32);", "(a >> 32) * b;"),
    (add, 0, "return sum >= b;", "return true;"),
    (round_up_to_dword, 0, "return rounded >= bytes;", "return true;"),
    (total_multiply, 0, "detail::Multiply(half, factor, product) && detail::Add(product,",
     "(detail::Multiply(half, factor, product), true) && detail::Add(product,"),
    (total_multiply, 0, "&& detail::Add(product, std::uint64_t{odd} * (factor / 2), half);",
     "&& (detail::Add(product, std::uint64_t{odd} * (factor / 2), half), true);", [2**32 + 1, 1, MAX32]),
    (total_add, 0, "return detail::Add(half, elements / 2 + (carry & 1), half);",
     "return detail::Add(half, elements / 2 + (carry & 1), half), true;"),
    (total_add, 0, "elements / 2 + (carry & 1)", "elements / 2"),
    (total_bytes, 64, "return detail::Multiply(half, bits / 4, bytes)",
     "return (detail::Multiply(half, bits / 4, bytes), true)"),
    (total_bytes, 4, "&& detail::Add(bytes, std::uint64_t{odd} * ((bits + 7) / 8), bytes);",
     "&& (detail::Add(bytes, std::uint64_t{odd} * ((bits + 7) / 8), bytes), true);"),
    (bytes_of, 64, "return detail::Multiply(half, bits / 4, bytes)",
     "return (detail::Multiply(half, bits / 4, bytes), true)"),
    (size_in_bytes, 9, "detail::BytesOf(m_elementSpan, bits, bytes) && detail::RoundUpToDword(bytes, rounded)",
     "(detail::BytesOf(m_elementSpan, bits, bytes), true) && detail::RoundUpToDword(bytes, rounded)"),
    (end_in_bytes, 9, "elements.Add(m_elementSpan) && elements.Bytes(bits, bytes)",
     "elements.Add(m_elementSpan) && (elements.Bytes(bits, bytes), true)"),
    (count_elements, 3, "fits = Multiply(count, sizes[axis], count) && fits;",
     "fits = Multiply(count, sizes[axis], count) || fits;"),
    (count_elements, 4, "fits = Multiply(count, sizes[axis], count) && fits;",
     "fits = Multiply(count, sizes[axis], count);"),
    (count_elements, 1, "if (sizes[axis] == 0)\n        {\n            return {TensorError::ZeroSize, axis, 0, 1};",
     "if (false)\n        {\n            return {TensorError::ZeroSize, axis, 0, 1};"),
    (strided, 2, "if ((largest | span) >> 31 != 0 || count == 0)", "if (count == 0)"),
    (strided, 3, "largest |= count | distance;", "largest |= distance;"),
    (strided, 1, "std::uint64_t largest = m_firstElement >> 32;", "std::uint64_t largest = 0;"),
    (strided, 2, "fits = detail::Add(distance, std::uint64_t{size - 1} * stride, distance) && fits;",
     "fits = (detail::Add(distance, std::uint64_t{size - 1} * stride, distance), true) && fits;"),
    (strided, 2, "fits = detail::Add(distance, 1, layout.m_elementSpan) &&",
     "fits = (detail::Add(distance, 1, layout.m_elementSpan), true) &&"),
    (strided, 1, "&& detail::Add(firstElement, distance, last) && fits;",
     "&& (detail::Add(firstElement, distance, last), true) && fits;"),
    (packed, 3, "return (largest | count) >> 31 == 0 && count != 0", "return count != 0"),
    (packed, 6, "largest |= stride;\n", "\n", [641, 6700417, MAX32] * 2),  # twice 2^64-1: a product of 1 modulo 2^64
    (packed, 3, "if (stride > detail::Max32 && size > 1)", "if (false)"),
    (packed, 3, "layout.m_strides.m_values[axis] = Saturated(stride);\n            stride *= size;",
     "layout.m_strides.m_values[axis] = static_cast<std::uint32_t>(stride);\n            stride *= size;"),
    (element_offset, 1, "outside |= coordinates.m_values[axis] >= m_sizes.m_values[axis];", ""),
    (packed_size, 3, ": span.Multiply(sizes[i])) && fits;", ": (span.Multiply(sizes[i]), true)) && fits;"),
    (strided_size, 1, "if (sizes[i] == 0)\n        {\n            return 0;",
     "if (false)\n        {\n            return 0;"),
    (strided_size, 4, "? span.Add(std::uint64_t{sizes[i] - 1} * strides[i])",
     "? (span.Add(std::uint64_t{sizes[i] - 1} * strides[i]), true)"),
    (strided_size, 1, "std::uint64_t{sizes[i] - 1} * strides[i])", "std::uint64_t{(sizes[i] - 1) * strides[i]})"),
    (validate_packed, 2, "return count <= Max32 ?", "return true ?"),
    (validate_packed, 3, "CheckElementCount(counted.Ok() ? count : Max64)", "CheckElementCount(count)"),
    (validate_packed, 2, "if (total < minimum)", "if (false)"),
    (validate_packed, 3, "return (sums.products | sums.span) >> 31 == 0 && sums.count", "return sums.count"),
    (validate_packed, 2, "return (sums.products | sums.span) >> 31 == 0 && sums.count != 0",
     "return (sums.products | sums.span) >> 31 == 0"),
    (validate_strided, 2, "return count <= Max32 ?", "return true ?"),
    (validate_strided, 2, "if (span <= Max32)\n", "if (true)\n"),
    (validate_strided, 3, "sums.count *= sizes[i];\n        sums.products |= sums.count;\n    }\n    return sums;",
     "sums.count *= sizes[i];\n    }\n    return sums;"),
    (validate_strided, 2, "span += std::uint64_t{desc.Sizes[i] - 1} * desc.Strides[i];",
     "span += (desc.Sizes[i] - 1) * desc.Strides[i];"),
    (calculate_strides_4, 0, "stride = stride <= Max32 ? stride : Max32 + 1;", "", [1, 2**21, 2**21, 2**22] + [0] * 4),
    (calculate_strides_5, 1, "stride = stride <= Max32 ? stride : Max32 + 1;", "", [2**16] * 5 + [0] * 5),
    (calculate_strides_4, 0, "known && stride <= Max32 ? stride : Max32", "known ? stride : Max32"),
]

# ---- compiled and translated ----------------------------------------------------------------------------------------


def multiply_contract(n):
    """What `multiply` proves, in place of a call."""
    def contract(execution, state, arguments):
        product = n.product(wide(arguments[0]), wide(arguments[1]))
        execution.store(state, arguments[2], narrow(product), 8)
        return z3.If(fits(product), z3.BitVecVal(1, 1), z3.BitVecVal(0, 1))
    return contract


def total_multiply_contract(n):
    """What `total_multiply` proves: of a result that does not fit, nothing."""
    def contract(execution, state, arguments):
        half, odd = arguments[0], llvm_ir.Pointer(arguments[0].region, arguments[0].offset + 8)
        result = n.product(total(execution.load(state, half, ("int", 64)), execution.load(state, odd, ("int", 32))),
                           wide(arguments[1]))
        fit = fits(result, 65)
        execution.store(state, half, z3.If(fit, narrow(z3.LShR(result, 1)), execution.unknown(64)), 8)
        execution.store(state, odd, z3.If(fit, narrow(result & 1, 32), execution.unknown(32) & 1), 4)
        return z3.If(fit, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1))
    return contract


CONTRACTS = {"Multiply": ("detail8MultiplyE", multiply_contract),
             "ElementTotal::Multiply": ("ElementTotal8MultiplyE", total_multiply_contract)}


class Compiled:
    """The functions over one header, as IR and as machine code."""

    def __init__(self, folder, include):
        """For a changed header the library is made of the IR, which spares reading it twice."""
        common = [CLANG, "-std=c++17", "-O1", "-w", "-I" + include, os.path.join(HERE, "functions.cpp")]
        # Functions stay apart, so that what was proved of one can stand in its place and steps can be told from each
        # other; variables keep their names.
        listing, library = os.path.join(folder, "functions.ll"), os.path.join(folder, "functions.so")
        subprocess.run(common + ["-fno-inline", "-Dalways_inline=noinline", "-fno-exceptions", "-fPIC", "-S",
                                 "-emit-llvm", "-fno-discard-value-names", "-o", listing], check=True)
        subprocess.run((common if include == INCLUDE else [CLANG, "-O0", "-w", listing]) +
                       ["-fPIC", "-shared", "-o", library], check=True)
        with open(listing, encoding="utf-8") as text:
            self.module = llvm_ir.Module(text.read())
        self.library = ctypes.CDLL(library)

    def named(self, part):
        """The functions whose mangled name holds this."""
        found = ["@" + name[1:] for name in self.module.texts if part in name and "ForAxes" not in name]
        if not found:
            raise llvm_ir.Untranslated("no function " + part)
        return found

    def call(self, proof, fixed, inputs):
        given = (ctypes.c_uint64 * len(inputs))(*inputs)
        results = (ctypes.c_uint64 * proof.outputs)()
        getattr(self.library, proof.function)(given, results, ctypes.c_uint32(fixed))
        return list(results)

    def terms(self, proof, fixed, inputs, n, cuts):
        contracts = {}
        if not n.real:
            contracts = {name: contract(n) for part, contract in map(CONTRACTS.get, proof.contracts)
                         for name in self.named(part)}
        cuts = {} if n.real else {name: cut for part, cut in cuts.items() for name in self.named(part)}
        execution = llvm_ir.Execution(self.module, n.wrapped_product, contracts, cuts)
        state = llvm_ir.State({}, {"in": {}, "out": {}})
        for index, term in enumerate(inputs):
            execution.store(state, llvm_ir.Pointer("in", 8 * index), term, 8)
        for index in range(proof.outputs):
            execution.store(state, llvm_ir.Pointer("out", 8 * index), z3.BitVecVal(0, 64), 8)
        arguments = [llvm_ir.Pointer("in", 0), llvm_ir.Pointer("out", 0), z3.BitVecVal(fixed, 32)]
        state.memory = execution.run(proof.function, arguments, state.memory)
        return [execution.load(state, llvm_ir.Pointer("out", 8 * index), ("int", 64)) for index in range(proof.outputs)]


def prove(compiled, claimed):
    """The claims; raises NotProved."""
    proof = PROOFS[claimed]
    for fixed, kinds in proof.cases():
        n, inputs = Numbers(), list(symbols(kinds))
        claims = claimed(n, inputs, fixed)
        outputs = compiled.terms(proof, fixed, inputs, n, next(claims))
        claims = claims.send(outputs)
        known = n.facts + n.links.get(0, [])
        n.prove("%s, of %d: %s" % (claimed.__name__, fixed, "; ".join(claims)), known, z3.And(*claims.values()))
        if fixed == 2 and len(proof.fixed) == len(RANKS):
            contradiction_free(n, known + [link for links in n.links.values() for link in links])
    return claims


def contradiction_free(n, known):
    """From premises that contradict each other all would follow."""
    try:
        n.prove("that the premises contradict each other", known, z3.BoolVal(False))
    except NotProved as failure:
        if failure.args[2] == z3.sat:
            return
    raise NotProved("that the premises can be met", z3.And(*known), z3.unsat, None)


class Case:
    """A function with something fixed: its terms and claims, and how they compare with the compiled function."""

    def __init__(self, compiled, claimed, fixed, kinds):
        self.compiled, self.proof, self.fixed, self.kinds = compiled, PROOFS[claimed], fixed, kinds
        n = Numbers(real=True)
        self.inputs = list(symbols(kinds))
        self.results = [z3.BitVec("result%d" % index, 64) for index in range(self.proof.outputs)]
        claims = claimed(n, self.inputs, fixed)
        self.terms = compiled.terms(self.proof, fixed, self.inputs, n, next(claims))
        self.assumed = z3.And(*n.facts)
        self.claims = claims.send(self.results)
        self.claim = z3.And(*self.claims.values())

    def run(self, values):
        """What the compiled function makes of values, whether the terms make the same, and whether the claims hold."""
        results = self.compiled.call(self.proof, self.fixed, values)
        known = [(z3.BitVec("in%d" % index, kind), z3.BitVecVal(value, kind))
                 for index, (kind, value) in enumerate(zip(self.kinds, values)) if not isinstance(kind, list)]
        known += [(symbol, z3.BitVecVal(result, 64)) for symbol, result in zip(self.results, results)]
        same = z3.And(*(term == symbol for term, symbol in zip(self.terms, self.results)))
        return results, *(z3.is_true(z3.simplify(z3.substitute(what, *known)))
                          for what in (same, z3.Implies(self.assumed, self.claim)))

    def counterexample(self):
        """Among few sizes and strides it is found at once."""
        for chosen in ([MAX32], [0, 1, MAX32], [0, 1, 2, 4, MAX32], [0] + [2**i for i in range(32)]):
            solver = z3.SolverFor("QF_BV")
            solver.set("timeout", 1000 * SECONDS)
            solver.add(self.assumed, z3.Not(z3.substitute(self.claim, *zip(self.results, self.terms))))
            solver.add(*(z3.Or(*(term == value for value in chosen))
                         for term, kind in zip(self.inputs, self.kinds) if kind == 32))
            if solver.check() == z3.sat:
                return [solver.model().eval(term, model_completion=True).as_long() for term in self.inputs]
        return None


def without_check(folder, claimed, fixed, text, replacement, values=None):
    with open(os.path.join(INCLUDE, HEADER), encoding="utf-8") as header:
        header = header.read()
    if header.count(text) != 1:
        print("FAILED: the header has this %d times, not once: %s" % (header.count(text), text))
        return False
    with open(os.path.join(folder, HEADER), "w", encoding="utf-8") as changed:
        changed.write(header.replace(text, replacement))
    compiled = Compiled(folder, folder)
    try:
        prove(compiled, claimed)
        print("FAILED: %s is proved without: %s" % (claimed.__name__, text))
        return False
    except NotProved as failure:
        if failure.args[2] != z3.sat:
            print("FAILED: z3 does not decide '%s' without: %s" % (failure.args[0], text))
            return False
        why = "z3 refutes: " + failure.args[0]
    except llvm_ir.Untranslated as failure:  # the compiler left nothing of a variable
        why = "the proof stops: " + str(failure)
    for case in (Case(compiled, claimed, *parts) for parts in PROOFS[claimed].cases() if parts[0] == fixed):
        values = values or case.counterexample()
        if values is not None:
            break
    else:
        print("FAILED: no numbers show it with %d fixed, without: %s" % (fixed, text))
        return False
    results, same, holds = case.run(values)
    if holds or not same:
        print("FAILED: the compiled function makes %s of %s, without: %s" % (results, values, text))
        return False
    print("counterexample: %s, without: %s\n        %s\n        compiled: of %s it makes %s" % (
        claimed.__name__, " ".join(text.split()), why, values, results))
    return True


def some_value(generator, kind):
    if isinstance(kind, list):
        return kind[0]
    return generator.choice([generator.getrandbits(kind), generator.getrandbits(min(kind, 3)), 1,
                             2**kind - 1 - generator.getrandbits(min(kind, 2)) % 2**kind,
                             1 << generator.randrange(kind)])


def translation(compiled, part):
    """The terms of random numbers are what the compiled functions return, and the claims hold of them."""
    generator = random.Random(1)
    for claimed, proof in PROOFS.items():
        if not claimed.__name__.startswith(part):
            continue
        runs = 0
        for fixed, kinds in proof.cases():
            case = Case(compiled, claimed, fixed, kinds)
            for _ in range(40):
                values = [some_value(generator, kind) for kind in kinds]
                results, same, holds = case.run(values)
                runs += 1
                if not (same and holds):
                    print("FAILED: %s, of %d: the compiled function makes %s of %s; the terms %s, the claims %s" % (
                        claimed.__name__, fixed, results, values, "agree" if same else "differ",
                        "hold" if holds else "do not hold"))
                    return False
        print("same: %s, %d times" % (claimed.__name__, runs), flush=True)
    return True


def main(arguments):
    action, part = (arguments + ["", ""])[:2]
    start = time.process_time()
    good = (action in ("prove", "without_check", "translation")
            and any(claimed.__name__.startswith(part) for claimed in PROOFS))
    if not good:
        print(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        if action == "prove":
            laws_hold()
            print("proved: the laws of multiplication that the proofs use")
            compiled = Compiled(folder, INCLUDE)
            for claimed in PROOFS:
                if claimed.__name__.startswith(part):
                    try:
                        for label in prove(compiled, claimed):
                            print("proved: %s: %s" % (claimed.__name__, label), flush=True)
                    except NotProved as failure:
                        print("NOT PROVED: %s: z3 says %s of\n%s\n%s" % (failure.args[0], *failure.args[2:0:-1],
                                                                     failure.args[3]))
                        good = False
        elif action == "without_check":
            for number_, check in enumerate(CHECKS):
                if check[0].__name__.startswith(part):
                    changed = os.path.join(folder, str(number_))
                    os.mkdir(changed)
                    good = without_check(changed, *check) and good
        elif good:
            good = translation(Compiled(folder, INCLUDE), part)
    print("%.0f s" % (time.process_time() - start))
    return good


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1:]) else 1)
