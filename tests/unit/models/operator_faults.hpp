// Plants everyday faults into accepted operators, and judges what OperatorDiagnosis::fix makes of them. The generator knows
// the operator from before the fault, so that it can tell whether a fix restores it.
#pragma once

#include "models/operators.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

namespace operator_faults
{
using namespace operator_facts;
using dml::OperatorDiagnosis;
using dml::OperatorFix;
using dml::OperatorFixKind;
using Numbers = std::vector<std::uint32_t>;

constexpr std::uint32_t None = 0xFFFFFFFF;

// ---- tensors ----------------------------------------------------------------------------------------------------------

inline TensorText& TensorAt(FieldValues& values, std::uint32_t field, std::uint32_t element)
{
    return values[field].tensors[element == None ? 0 : element];
}

inline void SetShape(TensorText& tensor, const Numbers& sizes, const Numbers& strides)
{
    tensor.sizes = sizes;
    tensor.strides = strides;
    tensor.hasStrides = !strides.empty();
    tensor.rank = static_cast<std::uint32_t>(sizes.size());
    tensor.total = MinTotal(tensor.type, tensor.sizes, tensor.strides, tensor.hasStrides);
}

// Returns the strides, also where the tensor has none.
inline Numbers StridesOf(const TensorText& tensor)
{
    if (tensor.hasStrides) { return tensor.strides; }
    Numbers strides(tensor.sizes.size(), 1);
    for (std::size_t i = strides.size(); i > 1; --i) { strides[i - 2] = strides[i - 1] * tensor.sizes[i - 1]; }
    return strides;
}

// Whether two descriptions are the same tensor: strides of axes of size 1 do not matter.
inline bool IsSame(const TensorText& a, const TensorText& b)
{
    if (a.hasDesc != b.hasDesc || a.type != b.type || a.sizes != b.sizes) { return false; }
    const Numbers x = StridesOf(a), y = StridesOf(b);
    for (std::size_t i = 0; i < x.size(); ++i)
    {
        if (a.sizes[i] != 1 && x[i] != y[i]) { return false; }
    }
    return true;
}

// Whether all numbers and tensors are the same; with `inAnyOrder` the strides of a tensor do not matter.
inline bool IsSame(const FieldValues& a, const FieldValues& b, bool inAnyOrder = false)
{
    for (std::size_t i = 0; i < a.size(); ++i)
    {
        if (a[i].words != b[i].words || a[i].tensors.size() != b[i].tensors.size()) { return false; }
        for (std::size_t k = 0; k < a[i].tensors.size(); ++k)
        {
            const TensorText &x = a[i].tensors[k], &y = b[i].tensors[k];
            const bool isAlike = inAnyOrder ? x.type == y.type && x.sizes == y.sizes : IsSame(x, y);
            if (!isAlike) { return false; }
        }
    }
    return true;
}

// The number of elements that differ in memory.
inline std::uint64_t DistinctElements(const TensorText& tensor)
{
    std::uint64_t count = 1;
    for (std::size_t i = 0; i < tensor.sizes.size(); ++i)
    {
        count *= tensor.hasStrides && tensor.strides[i] == 0 ? 1 : tensor.sizes[i];
    }
    return count;
}

inline bool IsInput(const Field& field) { return field.kind == "in" || field.kind == "ins"; }

// Whether `now` describes no more memory than `before`, nor another type of it. Its total may be that of its own sizes.
inline bool KeepsMemory(const TensorText& before, const TensorText& now, bool converts)
{
    if (IsSame(before, now)) { return true; }
    return (before.type == now.type || converts) && DistinctElements(now) <= DistinctElements(before)
           && (converts || MinTotal(now.type, now.sizes, now.strides, now.hasStrides) <= before.total);
}

inline bool KeepsMemory(const Rule& rule, const FieldValues& before, const FieldValues& now, bool converts)
{
    for (std::size_t i = 0; i < before.size(); ++i)
    {
        for (std::size_t k = 0; IsInput(rule.fields[i]) && k < before[i].tensors.size(); ++k)
        {
            if (!KeepsMemory(before[i].tensors[k], now[i].tensors[k], converts)) { return false; }
        }
    }
    return true;
}

// ---- obeying a fix ----------------------------------------------------------------------------------------------------

inline Numbers ListOf(const dml::Dimensions& list) { return {list.begin(), list.end()}; }

// Puts 1s in front of every tensor of the rank of the fix's tensor.
inline void PromoteAll(const OperatorFix& fix, FieldValues& values)
{
    const std::size_t rank = TensorAt(values, fix.field, fix.element).sizes.size();
    for (Value& value : values)
    {
        for (TensorText& tensor : value.tensors)
        {
            if (!tensor.hasDesc || tensor.sizes.size() != rank) { continue; }
            Numbers sizes = tensor.sizes, strides = tensor.strides;
            sizes.insert(sizes.begin(), fix.sizes.size() - rank, 1);
            if (tensor.hasStrides) { strides.insert(strides.begin(), fix.sizes.size() - rank, 1); }
            SetShape(tensor, sizes, strides);
        }
    }
}

inline bool IsImage(const std::string& name)
{
    const char* const images[] = {"InputTensor", "OutputTensor", "OutputIndicesTensor", "InputGradientTensor",
                                  "OutputGradientTensor"};
    return std::find(std::begin(images), std::end(images), name) != std::end(images);
}

// Gives all tensors of one shape the shape of the fix.
inline void PlaceAll(const OperatorFix& fix, FieldValues& values)
{
    const TensorText given = TensorAt(values, fix.field, fix.element);
    for (Value& value : values)
    {
        for (TensorText& tensor : value.tensors)
        {
            const bool isAlike = tensor.hasDesc && tensor.sizes == given.sizes && StridesOf(tensor) == StridesOf(given);
            if (isAlike) { SetShape(tensor, ListOf(fix.sizes), ListOf(fix.strides)); }
        }
    }
}

// Changes the values as a fix says. Returns false if it says nothing.
inline bool Obey(const Rule& rule, const OperatorFix& fix, FieldValues& values)
{
    switch (fix.kind)
    {
    case OperatorFixKind::None: return false;
    case OperatorFixKind::Number:
    case OperatorFixKind::Transpose:
        if (fix.order.empty())
        {
            values[fix.field].words[0] = static_cast<std::uint32_t>(fix.value);
            return true;
        }
        values[fix.field].words = ListOf(fix.order);
        if (rule.fields[fix.field].name == "Axes")
        {
            values[rule.Find("AxisCount")].words[0] = static_cast<std::uint32_t>(fix.order.size());
        }
        return true;
    case OperatorFixKind::Convert:
    case OperatorFixKind::DataType:
    {
        TensorText& tensor = TensorAt(values, fix.field, fix.element);
        tensor.type = static_cast<std::uint32_t>(fix.value);
        tensor.total = MinTotal(tensor.type, tensor.sizes, tensor.strides, tensor.hasStrides);
        return true;
    }
    case OperatorFixKind::Total: TensorAt(values, fix.field, fix.element).total = fix.value; return true;
    case OperatorFixKind::PromoteAll: PromoteAll(fix, values); return true;
    case OperatorFixKind::PlaceAll: PlaceAll(fix, values); return true;
    default: SetShape(TensorAt(values, fix.field, fix.element), ListOf(fix.sizes), ListOf(fix.strides)); return true;
    }
}

// Changes the values as a diagnosis says. Returns false if it has no fix.
inline bool Obey(const Rule& rule, const OperatorDiagnosis& diagnosis, FieldValues& values)
{
    const bool isFixed = Obey(rule, diagnosis.fix, values);
    Obey(rule, diagnosis.also, values);
    if (!diagnosis.third.isOther) { Obey(rule, diagnosis.third, values); }
    return isFixed;
}

inline OperatorDiagnosis Judged(const Rule& rule, const FieldValues& values)
{
    const Description description(rule, values);
    return dml::ValidateOperator(description.Desc());
}

// ---- faults -----------------------------------------------------------------------------------------------------------

// Where a fault is planted.
struct Place
{
    std::uint32_t field = None;
    std::uint32_t element = None;
};

inline std::vector<Place> TensorsOf(const FieldValues& values)
{
    std::vector<Place> places;
    for (std::uint32_t i = 0; i < values.size(); ++i)
    {
        for (std::uint32_t k = 0; k < values[i].tensors.size(); ++k)
        {
            const TensorText& tensor = values[i].tensors[k];
            if (tensor.hasDesc && tensor.hasSizes && tensor.rank == tensor.sizes.size()) { places.push_back({i, k}); }
        }
    }
    return places;
}

// Changes one tensor. Returns false if the tensor cannot have the fault. `axis` chooses among several.
using TensorFault = bool (*)(TensorText&, std::uint32_t axis);

inline bool Resize(TensorText& tensor, std::uint32_t axis, std::int64_t factor, std::int64_t added)
{
    Numbers sizes = tensor.sizes;
    const std::int64_t size = sizes[axis % sizes.size()] * factor + added;
    if (size < 1 || size > 100000 || tensor.hasStrides) { return false; }
    sizes[axis % sizes.size()] = static_cast<std::uint32_t>(size);
    SetShape(tensor, sizes, {});
    return true;
}
inline bool OneMore(TensorText& tensor, std::uint32_t axis) { return Resize(tensor, axis, 1, 1); }
inline bool OneLess(TensorText& tensor, std::uint32_t axis) { return Resize(tensor, axis, 1, -1); }
inline bool Doubled(TensorText& tensor, std::uint32_t axis) { return Resize(tensor, axis, 2, 0); }

// The data is in another order, or only the sizes are: a fix that keeps the memory may mean either.
inline bool Exchanged(TensorText& tensor, std::uint32_t)
{
    Numbers sizes = tensor.sizes;
    const std::size_t n = sizes.size();
    if (n < 2 || tensor.hasStrides || sizes[n - 1] == sizes[n - 2]) { return false; }
    std::swap(sizes[n - 1], sizes[n - 2]);
    SetShape(tensor, sizes, {});
    return true;
}
inline bool ChannelsLast(TensorText& tensor, std::uint32_t)
{
    Numbers sizes = tensor.sizes;
    if (sizes.size() < 3 || tensor.hasStrides) { return false; }
    std::rotate(sizes.begin() + 1, sizes.begin() + 2, sizes.end());
    const bool isOther = sizes != tensor.sizes;
    SetShape(tensor, sizes, {});
    return isOther;
}
inline bool LeadingOneDropped(TensorText& tensor, std::uint32_t)
{
    Numbers sizes = tensor.sizes, strides = tensor.strides;
    if (sizes.size() < 2 || sizes[0] != 1) { return false; }
    sizes.erase(sizes.begin());
    if (tensor.hasStrides) { strides.erase(strides.begin()); }
    SetShape(tensor, sizes, strides);
    return true;
}
inline bool LeadingOneAdded(TensorText& tensor, std::uint32_t)
{
    Numbers sizes = tensor.sizes, strides = tensor.strides;
    if (sizes.size() > 7) { return false; }
    sizes.insert(sizes.begin(), 1);
    if (tensor.hasStrides) { strides.insert(strides.begin(), 1); }
    SetShape(tensor, sizes, strides);
    return true;
}
inline bool Squeezed(TensorText& tensor, std::uint32_t)
{
    Numbers sizes;
    for (const std::uint32_t size : tensor.sizes)
    {
        if (size != 1) { sizes.push_back(size); }
    }
    if (sizes.empty() || sizes.size() == tensor.sizes.size() || tensor.hasStrides) { return false; }
    SetShape(tensor, sizes, {});
    return true;
}
inline bool ChannelsAlone(TensorText& tensor, std::uint32_t axis) // [C] for [1,C,1,1]
{
    return tensor.rank > 2 && tensor.sizes[1] > 1 && Squeezed(tensor, axis) && tensor.rank == 1;
}
inline bool AnotherType(TensorText& tensor, std::uint32_t)
{
    static const std::uint32_t others[] = {0, 2, 1, 6, 3, 8, 3, 8, 5, 6, 3, 1};
    if (tensor.type == 0 || tensor.type > 11) { return false; }
    tensor.type = others[tensor.type];
    SetShape(tensor, Numbers(tensor.sizes), Numbers(tensor.strides));
    return true;
}
// An axis that strides of 0 repeat is described as what the memory has.
inline bool StridesForgotten(TensorText& tensor, std::uint32_t)
{
    Numbers sizes = tensor.sizes;
    bool isRepeated = false;
    for (std::size_t i = 0; tensor.hasStrides && i < sizes.size(); ++i)
    {
        isRepeated = isRepeated || (tensor.strides[i] == 0 && sizes[i] > 1);
        if (tensor.strides[i] == 0) { sizes[i] = 1; }
    }
    if (!isRepeated) { return false; }
    const std::uint64_t span = DistinctElements(tensor);
    SetShape(tensor, sizes, {});
    return span == DistinctElements(tensor);
}
inline bool TotalTooSmall(TensorText& tensor, std::uint32_t)
{
    tensor.total = MinTotal(tensor.type, tensor.sizes, tensor.strides, tensor.hasStrides);
    tensor.total -= tensor.total > 4 ? 4 : tensor.total;
    return true;
}

struct TensorFaultKind
{
    const char* name;
    TensorFault plant;
};
inline const TensorFaultKind TensorFaults[] = {
    {"a size one more", OneMore},
    {"a size one less", OneLess},
    {"a size doubled", Doubled},
    {"H and W exchanged", Exchanged},
    {"channels last", ChannelsLast},
    {"a leading 1 dropped", LeadingOneDropped},
    {"a leading 1 added", LeadingOneAdded},
    {"squeezed", Squeezed},
    {"[C] for [1, C, 1, 1]", ChannelsAlone},
    {"a data type", AnotherType},
    {"strides forgotten", StridesForgotten},
    {"a total", TotalTooSmall},
};

// Attributes that are set wrong.
inline const char* const NumberFields[] = {"Axis", "GroupCount", "K", "TransA", "TransB", "BlockSize"};

inline std::uint32_t WrongNumber(const std::string& name, std::uint32_t number, std::uint32_t variant)
{
    if (name == "TransA" || name == "TransB") { return 1 - number; }
    if (name == "GroupCount") { return number == 1 ? 2 : 1; }
    if (name == "BlockSize") { return variant % 2 == 0 || number == 1 ? number * 2 : number / 2; }
    return variant % 2 == 0 || number == 0 ? number + 1 : number - 1;
}

// An operator with faults.
struct Faulty
{
    std::string kind;
    FieldValues values;
    std::vector<Place> places;
};

// Appends the operator with each fault of each tensor.
inline void PlantInTensors(const FieldValues& original, std::uint32_t variant, std::vector<Faulty>& all)
{
    for (const Place& place : TensorsOf(original))
    {
        for (const TensorFaultKind& fault : TensorFaults)
        {
            FieldValues values = original;
            const bool isPlanted = fault.plant(TensorAt(values, place.field, place.element), variant);
            if (isPlanted) { all.push_back({fault.name, values, {place}}); }
        }
    }
}

// Appends the operator with another value of each number.
inline void PlantInNumbers(const Rule& rule, const FieldValues& original, std::uint32_t variant,
                           std::vector<Faulty>& all)
{
    for (const char* const name : NumberFields)
    {
        const std::uint32_t field = static_cast<std::uint32_t>(rule.Find(name));
        if (field == rule.fields.size() || original[field].words.size() != 1) { continue; }
        FieldValues values = original;
        values[field].words[0] = WrongNumber(name, original[field].words[0], variant);
        all.push_back({std::string("a wrong ") + name, values, {{field, None}}});
    }
}

// Appends the operator with all images in the order NHWC.
inline void PlantInImages(const Rule& rule, const FieldValues& original, std::vector<Faulty>& all)
{
    FieldValues values = original;
    for (const Place& place : TensorsOf(original))
    {
        const std::string& name = rule.fields[place.field].name;
        if (IsImage(name)) { ChannelsLast(TensorAt(values, place.field, place.element), 0); }
    }
    const std::size_t none = rule.fields.size(); // PADDING has no order of axes
    const bool isOfWindows = rule.Find("StartPadding") != none && rule.Find("Strides") != none;
    if (isOfWindows && !IsSame(values, original)) { all.push_back({"channels last for all", values, {}}); }
}

// Appends pairs of an everyday fault of one tensor and of another tensor or a number.
inline void PlantTwo(const Rule& rule, const FieldValues& original, std::uint32_t variant, std::vector<Faulty>& all)
{
    const std::vector<Place> places = TensorsOf(original);
    std::vector<Faulty> first;
    for (const TensorFault plant : {LeadingOneDropped, StridesForgotten, AnotherType})
    {
        const Place place = places[variant % places.size()];
        FieldValues values = original;
        if (plant(TensorAt(values, place.field, place.element), variant)) { first.push_back({"", values, {place}}); }
    }
    for (const Faulty& one : first)
    {
        std::vector<Faulty> both;
        PlantInNumbers(rule, one.values, variant, both);
        const Place place = places[(variant + 1) % places.size()];
        FieldValues values = one.values;
        const bool isPlanted = places.size() > 1 && LeadingOneDropped(TensorAt(values, place.field, place.element), 0);
        if (isPlanted) { both.push_back({"", values, {place}}); }
        for (Faulty& two : both)
        {
            two.kind = "two faults";
            two.places.push_back(one.places[0]);
            all.push_back(two);
        }
    }
}

inline void Plant(const Rule& rule, const FieldValues& original, std::uint32_t variant, std::vector<Faulty>& all)
{
    if (TensorsOf(original).empty()) { return; }
    PlantInTensors(original, variant, all);
    PlantInNumbers(rule, original, variant, all);
    PlantInImages(rule, original, all);
    PlantTwo(rule, original, variant, all);
}

// ---- outcomes ---------------------------------------------------------------------------------------------------------

enum class Outcome
{
    NotRejected,   // DirectML accepts the fault
    NotRepairable, // the memory rule forbids the original
    NoFix,
    BreaksMemory,
    StillRejected,
    Restored,
    OtherSide,
    Misleads
};

inline const char* ToString(Outcome outcome)
{
    static const char* const names[] = {"not rejected",   "not repairable", "no fix",     "BREAKS MEMORY",
                                        "still rejected", "restored",       "other side", "misleads"};
    return names[static_cast<int>(outcome)];
}

inline bool Touches(const std::vector<Place>& places, const OperatorFix& fix)
{
    return std::any_of(places.begin(), places.end(),
                       [&](const Place& place)
                       { return place.field == fix.field && (place.element == fix.element || fix.element == None); });
}

// Whether the axes of a tensor have another order, or only its sizes do: a fix may mean either.
inline bool IsOfOrder(const Faulty& faulty)
{
    return faulty.kind.find("channels last") == 0 || faulty.kind == "H and W exchanged";
}

// Whether a fix repairs the other side of a contradiction: it changes another tensor or number, repeats and reorders
// nothing, and the operator is then accepted.
inline bool IsOtherSide(const Faulty& faulty, const FieldValues& now, const OperatorFix& fix)
{
    if (fix.kind == OperatorFixKind::PromoteAll) { return true; }
    if (fix.kind == OperatorFixKind::Permute && IsOfOrder(faulty)) { return true; }
    if (Touches(faulty.places, fix)) { return false; }
    switch (fix.kind)
    {
    case OperatorFixKind::Size:
    case OperatorFixKind::Number:
    case OperatorFixKind::Transpose:
    case OperatorFixKind::DataType:
    case OperatorFixKind::Convert: return true;
    case OperatorFixKind::Place:
    case OperatorFixKind::Squeeze:
    case OperatorFixKind::Sizes:
    {
        const std::uint32_t element = fix.element == None ? 0 : fix.element;
        return DistinctElements(faulty.values[fix.field].tensors[element])
               == DistinctElements(now[fix.field].tensors[element]);
    }
    default: return false;
    }
}

// Obeys the fix of a faulty operator, and those that follow where several tensors have the fault.
inline Outcome Judge(const Rule& rule, const FieldValues& original, const Faulty& faulty, OperatorDiagnosis& first)
{
    constexpr std::uint32_t MaxSteps = 8;
    first = Judged(rule, faulty.values);
    if (!first.Rejected()) { return Outcome::NotRejected; }
    FieldValues now = faulty.values;
    OperatorDiagnosis diagnosis = first;
    for (std::uint32_t step = 0; step < MaxSteps && diagnosis.Rejected(); ++step)
    {
        const FieldValues before = now;
        const bool converts =
            diagnosis.fix.kind == OperatorFixKind::Convert || diagnosis.also.kind == OperatorFixKind::Convert;
        if (!Obey(rule, diagnosis, now)) { break; }
        const bool isOfTotal = diagnosis.fix.kind == OperatorFixKind::Total;
        if (!isOfTotal && !KeepsMemory(rule, before, now, converts)) { return Outcome::BreaksMemory; }
        diagnosis = Judged(rule, now);
    }
    if (!KeepsMemory(rule, faulty.values, original, true) && faulty.kind != "a total")
    {
        return Outcome::NotRepairable;
    }
    if (first.fix.kind == OperatorFixKind::None) { return Outcome::NoFix; }
    if (!diagnosis.Accepted()) { return Outcome::StillRejected; }
    if (IsSame(now, original, IsOfOrder(faulty)) || first.fix.kind == OperatorFixKind::Convert)
    {
        return Outcome::Restored;
    }
    return IsOtherSide(faulty, now, first.fix) ? Outcome::OtherSide : Outcome::Misleads;
}

} // namespace operator_faults
