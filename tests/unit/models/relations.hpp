// Pairs of tensors of which the second was made from the first by a known mistake, or by something that is no relation
// of FindRelation, and the rates at which FindRelation names it. All is made from a seed.
#pragma once

#include "dml_tensor_convert.hpp"
#include "dml_tensor_relation.hpp"
#include "test_support.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace relation_support
{

using namespace dml_tensor_utils;
using test_support::Random;

inline constexpr DML_TENSOR_DATA_TYPE Float32 = DML_TENSOR_DATA_TYPE_FLOAT32, Float16 = DML_TENSOR_DATA_TYPE_FLOAT16,
                                      UInt8 = DML_TENSOR_DATA_TYPE_UINT8,
                                      Float64 = static_cast<DML_TENSOR_DATA_TYPE>(9);

// ---- tensors --------------------------------------------------------------------------------------------------------

// Values in row-major order, and how they are stored.
struct Tensor
{
    std::uint32_t n = 1, c = 1, h = 1, w = 1;
    DML_TENSOR_DATA_TYPE type = Float32;
    std::vector<double> values;

    Dimensions Sizes() const { return {n, c, h, w}; }
    std::size_t At(std::uint32_t b, std::uint32_t k, std::uint32_t y, std::uint32_t x) const
    {
        return ((static_cast<std::size_t>(b) * c + k) * h + y) * w + x;
    }

    // Returns a tensor of the same sizes with value(n, c, y, x) everywhere.
    template <class Value> Tensor Each(Value value) const
    {
        Tensor result = *this;
        std::size_t i = 0;
        for (std::uint32_t b = 0; b < n; ++b)
        {
            for (std::uint32_t k = 0; k < c; ++k)
            {
                for (std::uint32_t y = 0; y < h; ++y)
                {
                    for (std::uint32_t x = 0; x < w; ++x) { result.values[i++] = value(b, k, y, x); }
                }
            }
        }
        return result;
    }

    // Returns the same with each value changed.
    template <class Change> Tensor Mapped(Change change) const
    {
        Tensor result = *this;
        for (double& value : result.values) { value = change(value); }
        return result;
    }

    // Returns the values as elements of the type, rounded to nearest even.
    std::vector<std::uint8_t> Bytes() const
    {
        const TensorLayout layout = TensorLayout::Packed({values.size()});
        std::vector<std::uint8_t> bytes(values.size() * ElementSizeInBits(type) / 8);
        (void)ConvertTensor(DestinationOf(type, bytes.data(), bytes.size(), layout),
                            SourceOf(Float64, values.data(), values.size() * 8, layout));
        return bytes;
    }

    // Returns the tensor with the values that its elements have.
    Tensor Stored() const
    {
        Tensor result = *this;
        const std::vector<std::uint8_t> bytes = Bytes();
        const TensorLayout layout = TensorLayout::Packed({values.size()});
        (void)ConvertTensor(DestinationOf(Float64, result.values.data(), values.size() * 8, layout),
                            SourceOf(type, bytes.data(), bytes.size(), layout));
        return result;
    }
};

inline double Uniform(Random& random) { return static_cast<double>(random.Next() >> 11) * 0x1p-53; }

inline double Normal(Random& random)
{
    const double radius = std::sqrt(-2 * std::log(1 - Uniform(random)));
    return radius * std::cos(6.283185307179586 * Uniform(random));
}

inline constexpr const char* DataNames[] = {"random", "smooth", "ramp",        "symmetric", "sparse",
                                            "mask",   "flat",   "tiny random", "tiny mask"};
inline constexpr std::size_t DataCount = 9;

// Makes the expected tensor of a kind of data.
inline Tensor MakeData(std::size_t kind, DML_TENSOR_DATA_TYPE type, Random& random)
{
    const bool isTiny = kind >= 7;
    Tensor t;
    t.type = type;
    t.n = isTiny ? 1 : random.Between(1, 2);
    t.c = isTiny ? random.Between(1, 4) : random.Between(2, 7);
    t.h = isTiny ? random.Between(1, 2) : random.Between(3, 14);
    t.w = isTiny ? random.Between(1, 3) : random.Between(3, 17);
    t.values.resize(static_cast<std::size_t>(t.n) * t.c * t.h * t.w);
    double waves[8][6];
    for (auto& wave : waves)
    {
        for (double& parameter : wave) { parameter = Uniform(random); }
    }
    std::vector<double> flat(static_cast<std::size_t>(t.n) * t.c);
    for (double& value : flat) { value = Normal(random); }
    const double share = 0.2 + 0.6 * Uniform(random);
    const auto value = [&](std::uint32_t b, std::uint32_t k, std::uint32_t y, std::uint32_t x)
    {
        const double v = y, u = x;
        switch (kind)
        {
        case 1:
        {
            double sum = 0;
            for (std::size_t i = 0; i < 3; ++i)
            {
                const double* const p = waves[(b * 3 + k + i * 2) % 8];
                sum += (0.3 + p[0]) * std::sin(p[1] * v + p[2] * u * 0.8 + 6.28 * p[3] + static_cast<double>(i));
            }
            return sum + flat[b * t.c + k] * 0.3;
        }
        case 2: return 0.13 * u + 0.29 * v + 0.71 * k + 1.9 * b + 0.01 * waves[0][0] - 2;
        case 4: return random.OneIn(10) ? Normal(random) : 0.0;
        case 5:
        case 8: return Uniform(random) < share ? 1.0 : 0.0;
        case 6: return flat[b * t.c + k];
        default: return Normal(random);
        }
    };
    t = t.Each(value);
    if (kind == 3)
    {
        const Tensor whole = t;
        t = t.Each([&](std::uint32_t b, std::uint32_t k, std::uint32_t y, std::uint32_t x)
                   { return whole.values[whole.At(b, k, y, (std::min)(x, whole.w - 1 - x))]; });
    }
    const bool isMask = kind == 5 || kind == 8;
    if (type == UInt8)
    {
        t = t.Mapped([=](double v) { return isMask ? v : std::round(kind == 4 ? 60 * std::fabs(v) : 128 + 40 * v); });
    }
    return t.Stored();
}

// ---- pairs ----------------------------------------------------------------------------------------------------------

using Kind = RelationKind;

struct Pair
{
    Tensor expected;
    DML_TENSOR_DATA_TYPE type = Float32;          // of the actual tensor
    std::vector<std::uint8_t> actual;             // its bytes
    bool isPossible = true;                       // whether the relation can be made of this tensor
    std::function<bool(const Relation&)> isRight; // null: there is no relation

    // Returns what FindRelation finds.
    Relation Find(const Tolerance& tolerance = {}) const
    {
        const std::vector<std::uint8_t> bytes = expected.Bytes();
        const TensorLayout layout = TensorLayout::Packed(expected.Sizes());
        return FindRelation(SourceOf(expected.type, bytes.data(), bytes.size(), layout),
                            SourceOf(type, actual.data(), actual.size(), layout), tolerance);
    }

    bool Agrees() const
    {
        const std::vector<std::uint8_t> bytes = expected.Bytes();
        const TensorLayout layout = TensorLayout::Packed(expected.Sizes());
        return static_cast<bool>(CompareTensors(SourceOf(expected.type, bytes.data(), bytes.size(), layout),
                                                SourceOf(type, actual.data(), actual.size(), layout)));
    }
};

inline bool IsLine(const Relation& r, double factor, double offset)
{
    return std::fabs(r.factor[0] - factor) <= 2e-3 * std::fabs(factor)
           && std::fabs(r.offset[0] - offset) <= 2e-2 * (1 + std::fabs(offset));
}

// Returns a relation that reverses, or exchanges, in a way that relations of other kinds name as well.
inline std::function<bool(const Relation&)> IsOf(Kind kind, const Dimensions& axes)
{
    return [=](const Relation& r) { return r.kind == kind && r.axes == axes && r.factor[0] == 1; };
}

// A way to make the actual tensor.
struct Mistake
{
    const char* name;
    void (*make)(Pair& pair, Random& random);
};

inline void Set(Pair& pair, const Tensor& actual)
{
    pair.type = actual.type;
    pair.actual = actual.Bytes();
}

// Stores the elements of an axis order, slowest first, as if it were row-major.
inline Tensor InOrder(const Tensor& t, const std::vector<std::uint32_t>& order)
{
    const std::uint32_t sizes[] = {t.n, t.c, t.h, t.w};
    Tensor result = t;
    std::size_t i = 0;
    std::uint32_t at[4] = {};
    for (at[order[0]] = 0; at[order[0]] < sizes[order[0]]; ++at[order[0]])
    {
        for (at[order[1]] = 0; at[order[1]] < sizes[order[1]]; ++at[order[1]])
        {
            for (at[order[2]] = 0; at[order[2]] < sizes[order[2]]; ++at[order[2]])
            {
                for (at[order[3]] = 0; at[order[3]] < sizes[order[3]]; ++at[order[3]])
                {
                    result.values[i++] = t.values[t.At(at[0], at[1], at[2], at[3])];
                }
            }
        }
    }
    return result;
}

inline Tensor Reversed(const Tensor& t, bool c, bool h, bool w)
{
    return t.Each([&](std::uint32_t b, std::uint32_t k, std::uint32_t y, std::uint32_t x)
                  { return t.values[t.At(b, c ? t.c - 1 - k : k, h ? t.h - 1 - y : y, w ? t.w - 1 - x : x)]; });
}

// Whether a memory order of the actual tensor shows the expected elements: the same layout may have several names.
inline std::function<bool(const Relation&)> IsOrder(const Tensor& t, const Dimensions& order,
                                                    const Dimensions& reversed = {}, double factor = 1)
{
    const TensorLayout layout = TensorLayout::Packed(t.Sizes(), order);
    return [=](const Relation& r)
    {
        return r.kind == Kind::MemoryOrder && r.tensor == Diagnosis::Actual && r.layout.SameElements(layout)
               && r.reversed == reversed && std::fabs(r.factor[0] - factor) <= 2e-3 * factor;
    };
}

// Arithmetic on bytes becomes FLOAT32.
inline Tensor AsFloats(Tensor t)
{
    if (t.type == UInt8) { t.type = Float32; }
    return t;
}

inline void MakeOrder(Pair& pair, const std::vector<std::uint32_t>& order)
{
    Set(pair, InOrder(pair.expected, order));
    pair.isRight = IsOrder(pair.expected, Dimensions(order));
}

inline void MakeLine(Pair& pair, double factor, double offset)
{
    Set(pair, AsFloats(pair.expected).Mapped([=](double v) { return factor * v + offset; }));
    pair.isRight = [=](const Relation& r) { return r.kind == Kind::LinearMap && IsLine(r, factor, offset); };
}

inline void MakeReversed(Pair& pair, bool c, bool h, bool w, const Dimensions& axes)
{
    Set(pair, Reversed(pair.expected, c, h, w));
    pair.isRight = IsOf(Kind::AxesReversed, axes);
}

inline const Mistake Mistakes[] = {
    {"NHWC memory",
     [](Pair& p, Random&) {
         MakeOrder(p, {0, 2, 3, 1});
     }},
    {"H and W exchanged",
     [](Pair& p, Random&) {
         MakeOrder(p, {0, 1, 3, 2});
     }},
    {"another order",
     [](Pair& p, Random& random)
     {
         const std::vector<std::uint32_t> orders[] = {{1, 2, 3, 0}, {0, 3, 1, 2}, {2, 3, 1, 0}, {0, 2, 1, 3}};
         MakeOrder(p, orders[random.Below(4)]);
     }},
    {"rows reversed", [](Pair& p, Random&) { MakeReversed(p, false, true, false, {2}); }},
    {"columns reversed", [](Pair& p, Random&) { MakeReversed(p, false, false, true, {3}); }},
    {"turned by 180 degrees",
     [](Pair& p, Random&) {
         MakeReversed(p, false, true, true, {2, 3});
     }},
    {"BGR", [](Pair& p, Random&) { MakeReversed(p, true, false, false, {1}); }},
    {"channels 2, 1, 0, 3",
     [](Pair& p, Random&)
     {
         p.isPossible = p.expected.c == 4;
         const std::uint32_t order[] = {2, 1, 0, 3};
         const Tensor t = p.expected;
         if (!p.isPossible) { return; }
         Set(p, t.Each([&](auto b, auto k, auto y, auto x) { return t.values[t.At(b, order[k], y, x)]; }));
         p.isRight = [](const Relation& r) {
             return r.kind == Kind::Reordered && r.axes == Dimensions{1} && r.order == Dimensions{2, 1, 0, 3};
         };
     }},
    {"NHWC and BGR",
     [](Pair& p, Random&)
     {
         Set(p, InOrder(Reversed(p.expected, true, false, false), {0, 2, 3, 1}));
         p.isRight = IsOrder(p.expected, {0, 2, 3, 1}, {1});
     }},
    {"all 0",
     [](Pair& p, Random&)
     {
         Set(p, p.expected.Mapped([](double) { return 0.0; }));
         p.isRight = [](const Relation& r) { return r.kind == Kind::Constant && r.value == 0; };
     }},
    {"all NaN",
     [](Pair& p, Random&)
     {
         p.isPossible = p.expected.type != UInt8;
         Set(p, p.expected.Mapped([](double) { return std::numeric_limits<double>::quiet_NaN(); }));
         p.isRight = [](const Relation& r) { return r.kind == Kind::Constant && std::isnan(r.value); };
     }},
    {"shuffled",
     [](Pair& p, Random& random)
     {
         Tensor t = p.expected;
         for (std::size_t i = t.values.size(); i > 1; --i)
         {
             std::swap(t.values[i - 1], t.values[random.Below(static_cast<std::uint32_t>(i))]);
         }
         Set(p, t);
         p.isRight = [](const Relation& r) { return r.kind == Kind::SameValues; };
     }},
    {"rolled",
     [](Pair& p, Random& random)
     {
         const Tensor t = p.expected;
         p.isPossible = t.w >= 5;
         const std::uint32_t by = random.Between(1, t.w);
         Set(p, t.Each([&](auto b, auto k, auto y, auto x)
                       { return t.values[t.At(b, k, y, (x + t.w - by % t.w) % t.w)]; }));
         p.isRight = [=](const Relation& r) { return r.kind == Kind::Rolled && r.axes == Dimensions{3} && r.by == by; };
     }},
    {"row pitch",
     [](Pair& p, Random& random)
     {
         const std::uint32_t padding = random.Between(1, 40);
         const std::size_t size = ElementSizeInBits(p.expected.type) / 8;
         const std::size_t row = p.expected.w * size, pitch = row + padding * size;
         const std::vector<std::uint8_t> bytes = p.expected.Bytes();
         p.type = p.expected.type;
         p.actual.assign(bytes.size() / row * pitch, 0);
         for (std::size_t i = 0; i < bytes.size() / row; ++i)
         {
             std::memcpy(&p.actual[i * pitch], &bytes[i * row], row);
         }
         const std::uint64_t by = p.expected.w + padding;
         p.isRight = [=](const Relation& r) { return r.kind == Kind::RowPitch && r.by == by; };
     }},
    {"header of 128 bytes",
     [](Pair& p, Random& random)
     {
         p.actual = p.expected.Bytes();
         p.type = p.expected.type;
         std::vector<std::uint8_t> header(128);
         for (std::uint8_t& byte : header) { byte = static_cast<std::uint8_t>(random.Below(256)); }
         p.actual.insert(p.actual.begin(), header.begin(), header.end());
         p.isRight = [](const Relation& r) { return r.kind == Kind::StartOffset && r.startInBytes == 128; };
     }},
    {"off by one element",
     [](Pair& p, Random& random)
     {
         Tensor t = p.expected;
         std::rotate(t.values.begin(), t.values.end() - 1, t.values.end());
         t.values[0] = t.type == UInt8 ? random.Below(256) : Normal(random);
         Set(p, t);
         p.isRight = [](const Relation& r)
         { return r.kind == Kind::Shifted && (r.axes.empty() || r.axes == Dimensions{3}) && r.by == 1; };
     }},
    {"shifted by a row",
     [](Pair& p, Random&)
     {
         const Tensor t = p.expected;
         Set(p, t.Each([&](auto b, auto k, auto y, auto x) { return y == 0 ? 0.0 : t.values[t.At(b, k, y - 1, x)]; }));
         p.isRight = [](const Relation& r) { return r.kind == Kind::Shifted && r.axes == Dimensions{2} && r.by == 1; };
     }},
    {"first position repeated",
     [](Pair& p, Random& random)
     {
         const Tensor t = p.expected;
         const std::uint32_t axis = random.Between(t.n > 1 ? 0 : 1, 3);
         Set(p,
             t.Each(
                 [&](std::uint32_t b, std::uint32_t k, std::uint32_t y, std::uint32_t x) {
                     return t.values[t.At(axis == 0 ? 0 : b, axis == 1 ? 0 : k, axis == 2 ? 0 : y, axis == 3 ? 0 : x)];
                 }));
         p.isRight = IsOf(Kind::Repeated, {axis});
     }},
    {"bytes swapped",
     [](Pair& p, Random&)
     {
         const std::size_t size = ElementSizeInBits(p.expected.type) / 8;
         p.isPossible = size > 1;
         p.type = p.expected.type;
         p.actual = p.expected.Bytes();
         for (std::size_t i = 0; i < p.actual.size(); i += size) { std::reverse(&p.actual[i], &p.actual[i] + size); }
         p.isRight = [](const Relation& r) { return r.kind == Kind::ByteOrder; };
     }},
    {"bfloat16 as FLOAT16",
     [](Pair& p, Random&)
     {
         p.isPossible = p.expected.type == Float32;
         if (!p.isPossible) { return; }
         Tensor t = p.expected.Mapped(
             [](double v)
             {
                 const auto narrow = static_cast<float>(v);
                 std::uint32_t bits = 0;
                 std::memcpy(&bits, &narrow, 4);
                 bits &= 0xFFFF0000U;
                 float rounded = 0;
                 std::memcpy(&rounded, &bits, 4);
                 return static_cast<double>(rounded);
             });
         p.expected = t;
         const std::vector<std::uint8_t> bytes = t.Bytes();
         p.type = Float16;
         p.actual.clear();
         for (std::size_t i = 0; i < bytes.size(); i += 4)
         {
             p.actual.insert(p.actual.end(), &bytes[i + 2], &bytes[i + 2] + 2);
         }
         p.isRight = [](const Relation& r) { return r.kind == Kind::BFloat16; };
     }},
    {"FLOAT16 as FLOAT32",
     [](Pair& p, Random&)
     {
         p.isPossible = p.expected.type == Float16;
         p.type = Float32;
         p.actual = p.expected.Bytes();
         p.actual.resize(2 * p.actual.size());
         p.isRight = [](const Relation& r) { return r.kind == Kind::ElementType && r.type == Float16; };
     }},
    {"first half, the rest 0",
     [](Pair& p, Random&)
     {
         Tensor t = p.expected;
         const std::size_t half = t.values.size() / 2;
         for (std::size_t i = half; i < t.values.size(); ++i) { t.values[i] = 0; }
         Set(p, t);
         p.isRight = [=](const Relation& r) { return r.kind == Kind::LeadingPart && r.by >= half && r.value == 0; };
     }},
    {"negative ones are 0",
     [](Pair& p, Random&)
     {
         p.isPossible = p.expected.type != UInt8;
         Set(p, p.expected.Mapped([](double v) { return v < 0 ? 0.0 : v; }));
         p.isRight = [](const Relation& r) { return r.kind == Kind::NegativeToZero; };
     }},
    {"times 255", [](Pair& p, Random&) { MakeLine(p, 255, 0); }},
    {"divided by 255", [](Pair& p, Random&) { MakeLine(p, 1 / 255.0, 0); }},
    {"2 x - 1", [](Pair& p, Random&) { MakeLine(p, 2, -1); }},
    {"negated", [](Pair& p, Random&) { MakeLine(p, -1, 0); }},
    {"0.8 x", [](Pair& p, Random&) { MakeLine(p, 0.8, 0); }},
    {"BGR and times 255",
     [](Pair& p, Random&)
     {
         Set(p, AsFloats(Reversed(p.expected, true, false, false)).Mapped([](double v) { return 255 * v; }));
         p.isRight = [](const Relation& r)
         { return r.kind == Kind::AxesReversed && r.axes == Dimensions{1} && std::fabs(r.factor[0] - 255) < 0.5; };
     }},
    {"NHWC, BGR, times 255",
     [](Pair& p, Random&)
     {
         Set(p, AsFloats(InOrder(Reversed(p.expected, true, false, false), {0, 2, 3, 1}))
                    .Mapped([](double v) { return 255 * v; }));
         p.isRight = IsOrder(p.expected, {0, 2, 3, 1}, {1}, 255);
     }},
    {"mean and deviation of 3 channels",
     [](Pair& p, Random&)
     {
         const Tensor t = p.expected;
         p.isPossible = t.c == 3;
         const double mean[] = {0.485, 0.456, 0.406}, deviation[] = {0.229, 0.224, 0.225};
         if (!p.isPossible) { return; }
         Set(p, AsFloats(t.Each([&](auto b, auto k, auto y, auto x)
                                { return (t.values[t.At(b, k, y, x)] - mean[k]) / deviation[k]; })));
         p.isRight = [](const Relation& r) { return r.kind == Kind::LinearMapPerPosition && r.axes == Dimensions{1}; };
     }},
    {"NHWC and rounding",
     [](Pair& p, Random& random)
     {
         p.isPossible = p.expected.type != UInt8;
         Set(p, InOrder(p.expected, {0, 2, 3, 1})
                    .Mapped([&](double v) { return v * (1 + 0.002 * (2 * Uniform(random) - 1)); }));
         p.isRight = IsOrder(p.expected, {0, 2, 3, 1});
     }},
    {"columns reversed and rounding",
     [](Pair& p, Random& random)
     {
         p.isPossible = p.expected.type != UInt8;
         Set(p, Reversed(p.expected, false, false, true)
                    .Mapped([&](double v) { return v * (1 + 0.002 * (2 * Uniform(random) - 1)); }));
         p.isRight = IsOf(Kind::AxesReversed, {3});
     }},
    {"BGR and 1 wrong in 200",
     [](Pair& p, Random& random)
     {
         Tensor t = Reversed(p.expected, true, false, false);
         for (double& v : t.values)
         {
             v = random.OneIn(200) ? (t.type == UInt8 ? random.Below(256) : Normal(random)) : v;
         }
         Set(p, t);
         p.isRight = IsOf(Kind::AxesReversed, {1});
     }},
    // ---- no relation
    {"unrelated",
     [](Pair& p, Random& random)
     {
         Tensor t = p.expected;
         const Tensor old = t;
         t.values.clear();
         for (std::size_t i = 0; i < old.values.size(); ++i)
         {
             const double v = old.values[random.Below(static_cast<std::uint32_t>(old.values.size()))];
             t.values.push_back(old.type == UInt8 ? v : v == 0 || v == 1 ? v : v * (0.5 + Uniform(random)));
         }
         Set(p, t);
     }},
    {"1 wrong in 20",
     [](Pair& p, Random& random)
     {
         Set(p, p.expected.Mapped(
                    [&](double v) {
                        return random.OneIn(20) ? (p.expected.type == UInt8 ? random.Below(256) : Normal(random)) : v;
                    }));
     }},
    {"blurred",
     [](Pair& p, Random&)
     {
         const Tensor t = p.expected;
         Set(p, t.Each(
                    [&](auto b, auto k, auto y, auto x)
                    {
                        double sum = 0;
                        for (int dy = -1; dy <= 1; ++dy)
                        {
                            for (int dx = -1; dx <= 1; ++dx)
                            {
                                const auto clamp = [](int v, std::uint32_t size) {
                                    return static_cast<std::uint32_t>(
                                        (std::min)((std::max)(v, 0), static_cast<int>(size) - 1));
                                };
                                sum += t.values[t.At(b, k, clamp(static_cast<int>(y) + dy, t.h),
                                                     clamp(static_cast<int>(x) + dx, t.w))];
                            }
                        }
                        return sum / 9;
                    }));
     }},
    {"moved by half a pixel",
     [](Pair& p, Random&)
     {
         const Tensor t = p.expected;
         Set(p,
             t.Each([&](auto b, auto k, auto y, auto x)
                    { return (t.values[t.At(b, k, y, x)] + t.values[t.At(b, k, y, x + 1 < t.w ? x + 1 : x)]) / 2; }));
     }},
    {"noise",
     [](Pair& p, Random& random)
     {
         const double scale = p.expected.type == UInt8 ? 40 : 0.5;
         Set(p, p.expected.Mapped([&](double v) { return v + scale * Normal(random); }));
     }},
    {"squared", [](Pair& p, Random&) { Set(p, AsFloats(p.expected).Mapped([](double v) { return v * v; })); }},
    {"a block transposed",
     [](Pair& p, Random&)
     {
         const Tensor t = p.expected;
         const std::uint32_t size = (std::min)(t.h, t.w) - 1;
         Set(p, t.Each([&](auto b, auto k, auto y, auto x)
                       { return y < size && x < size ? t.values[t.At(b, k, x, y)] : t.values[t.At(b, k, y, x)]; }));
     }},
    {"upper half from another tensor",
     [](Pair& p, Random& random)
     {
         Set(p, p.expected.Each(
                    [&](auto b, auto k, auto y, auto x)
                    {
                        return y < (p.expected.h + 1) / 2
                                   ? (p.expected.type == UInt8 ? random.Below(256) : Normal(random))
                                   : p.expected.values[p.expected.At(b, k, y, x)];
                    }));
     }},
};

inline constexpr std::size_t MistakeCount = sizeof(Mistakes) / sizeof(Mistakes[0]);

// ---- rates ----------------------------------------------------------------------------------------------------------

struct Rates
{
    std::size_t pairs = 0; // with a relation
    std::size_t right = 0; // named first
    std::size_t amongOthers = 0;
    std::size_t other = 0; // another one is named
    std::size_t nothing = 0;
    std::size_t unrelated = 0; // pairs without a relation
    std::size_t claims = 0;    // of them with one
    std::size_t untrue = 0;    // of them not a constant, not rounding and not of data with two values

    void Add(const Rates& r)
    {
        pairs += r.pairs;
        right += r.right;
        amongOthers += r.amongOthers;
        other += r.other;
        nothing += r.nothing;
        unrelated += r.unrelated;
        claims += r.claims;
        untrue += r.untrue;
    }
};

// A relation that is true of any pair of which it is found.
inline bool IsHarmless(std::size_t data, const Relation& r)
{
    return r.kind == Kind::Constant || r.kind == Kind::Rounding || r.kind == Kind::SameValues || data == 5 || data == 8;
}

// Measures the rates of a kind of data and of a mistake. report(pair, relation, what) is called for each pair.
template <class Report>
Rates Measure(std::size_t data, const Mistake& mistake, std::size_t runs, std::uint64_t seed, Report report)
{
    constexpr DML_TENSOR_DATA_TYPE Types[] = {Float32, Float16, UInt8};
    Rates rates;
    for (std::size_t run = 0; run < runs; ++run)
    {
        Random random(((seed * 1000 + data) * 1000 + static_cast<std::uint64_t>(&mistake - Mistakes)) * 100000 + run);
        Pair pair;
        pair.expected = MakeData(data, Types[run % 3], random);
        pair.type = pair.expected.type;
        mistake.make(pair, random);
        if (!pair.isPossible || pair.Agrees()) { continue; }
        const Relation found = pair.Find();
        const char* what = "right";
        if (pair.isRight == nullptr)
        {
            ++rates.unrelated;
            rates.claims += found ? 1U : 0U;
            const bool isUntrue = found && !IsHarmless(data, found);
            rates.untrue += isUntrue ? 1U : 0U;
            what = isUntrue ? "untrue" : "claim";
            if (!found) { continue; }
        }
        else
        {
            ++rates.pairs;
            if (pair.isRight(found)) { ++rates.right; }
            else if (!found)
            {
                ++rates.nothing;
                what = "nothing";
            }
            else if (found.others != 0)
            {
                ++rates.amongOthers;
                what = "others";
            }
            else
            {
                ++rates.other;
                what = "other";
            }
        }
        report(pair, found, what);
    }
    return rates;
}

} // namespace relation_support
