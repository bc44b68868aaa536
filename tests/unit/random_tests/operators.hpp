// Random tests of operators. Descriptions that DirectML accepts get up to two faults, changes of several tensors at
// once, or extreme numbers. Each rejection must have a complete sentence, and a sanitizer detects a read beyond what the
// description has.
#pragma once

#include "models/operators.hpp"
#include "test_support.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace random_operators
{
using namespace operator_facts;
using test_support::Met;
using test_support::Random;

// The descriptions of the file that DirectML accepts.
inline const std::vector<VerdictRow>& Bases()
{
    static const std::vector<VerdictRow> bases = []
    {
        std::vector<VerdictRow> rows = VerdictRows();
        const auto isRejected = [](const VerdictRow& row) { return row.verdict.accepted != "1"; };
        rows.erase(std::remove_if(rows.begin(), rows.end(), isRejected), rows.end());
        return rows;
    }();
    return bases;
}

class Changes
{
public:
    Changes(const Rule& rule, FieldValues& values, Random& random) : m_rule(rule), m_values(values), m_random(random) {}

    void One()
    {
        const std::uint32_t index = m_random.Below(static_cast<std::uint32_t>(m_values.size()));
        Field(index);
        Mend();
    }

    void EachTensor()
    {
        for (Value& value : m_values)
        {
            for (TensorText& tensor : value.tensors)
            {
                if (m_random.Below(2) == 0) { Tensor(tensor); }
            }
        }
        Mend();
    }

private:
    std::uint32_t Number(std::uint32_t before)
    {
        constexpr std::uint32_t numbers[] = {
            0,  1,  2,     3,     4,     5,          6,          7,          8,          12,         13,
            14, 16, 65535, 65536, 65537, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFD, 0xFFFFFFFE, 0xFFFFFFFF};
        switch (m_random.Below(4))
        {
        case 0: return before + 1;
        case 1: return before - 1;
        case 2: return m_random.Below(6);
        default: return numbers[m_random.Below(sizeof(numbers) / sizeof(numbers[0]))];
        }
    }

    void Field(std::uint32_t index)
    {
        const operator_facts::Field& field = m_rule.fields[index];
        Value& value = m_values[index];
        if (!value.tensors.empty())
        {
            if (!field.count.empty() && m_random.Below(12) == 0) { value.isNull = true; }
            Tensor(value.tensors[m_random.Below(static_cast<std::uint32_t>(value.tensors.size()))]);
        }
        else if (field.kind == "fused")
        {
            value.isNull = m_random.Below(3) == 0;
            value.activations = {AnActivation()};
        }
        else if (field.kind == "acts")
        {
            if (m_random.Below(8) == 0) { value.isNull = true; }
            if (!value.activations.empty())
            {
                value.activations[m_random.Below(static_cast<std::uint32_t>(value.activations.size()))] =
                    AnActivation();
            }
        }
        else if (field.kind == "scalebias")
        {
            constexpr std::uint32_t floats[] = {0, 0x80000000, 0x3F800000, 0x7FC00000};
            value.isNull = m_random.Below(4) == 0;
            value.words = {floats[m_random.Below(4)], floats[m_random.Below(4)]};
        }
        else if (field.kind == "float" || field.kind == "floats")
        {
            constexpr std::uint32_t floats[] = {0,          0x80000000, 0x3F800000, 0xBF800000, 0x7F800000,
                                                0xFF800000, 0x7FC00000, 0xFFC00000, 1,          0x80000001};
            if (field.kind == "floats" && m_random.Below(8) == 0) { value.isNull = true; }
            if (!value.words.empty())
            {
                value.words[m_random.Below(static_cast<std::uint32_t>(value.words.size()))] =
                    floats[m_random.Below(10)];
            }
        }
        else if (!value.words.empty())
        {
            const bool isList = !field.count.empty();
            if (isList && m_random.Below(8) == 0) { value.isNull = true; }
            std::uint32_t& word = value.words[m_random.Below(static_cast<std::uint32_t>(value.words.size()))];
            word = Number(word);
        }
    }

    // Returns an activation: any number, with or without a description, sometimes with a tensor of its own.
    Activation AnActivation()
    {
        constexpr std::uint32_t often[] = {8, 44, 48, 158, 160};
        const std::uint32_t number = m_random.Below(2) == 0 ? m_random.Below(180) : often[m_random.Below(5)];
        Activation activation = ActivationFrom(std::to_string(number) + (m_random.Below(8) == 0 ? "!" : ""));
        for (Value& member : activation.members)
        {
            if (!member.tensors.empty() && m_random.Below(16) == 0) { member.tensors[0] = TensorFrom("1[2]"); }
        }
        if (number == 8) { activation.members[2] = ValueFrom({"scalebias", "", "", true}, "(2x3)"); }
        return activation;
    }

    void Tensor(TensorText& tensor)
    {
        const std::uint32_t axes = static_cast<std::uint32_t>(tensor.sizes.size());
        bool keepsTotal = false;
        switch (m_random.Below(16))
        {
        case 0: tensor.isNull = !tensor.isNull; break;
        case 1: tensor.hasDesc = false; break;
        case 2: tensor.hasSizes = false; break;
        case 3: tensor.kind = m_random.Below(3); break;
        case 4: tensor.type = m_random.Below(16); break;
        case 5: tensor.flags = m_random.Below(4); break;
        case 6: tensor.alignment = m_random.Below(2) == 0 ? 16U << m_random.Below(5) : Number(0); break;
        case 7:
            tensor.total = m_random.Below(2) == 0 ? tensor.total - 1 : std::uint64_t{1} << m_random.Below(50);
            keepsTotal = true;
            break;
        case 8:
            tensor.sizes.insert(tensor.sizes.begin() + static_cast<std::ptrdiff_t>(m_random.Below(axes + 1)),
                                m_random.Below(3) == 0 ? 2 : 1);
            break;
        case 9:
            if (axes > 0)
            {
                tensor.sizes.erase(tensor.sizes.begin() + static_cast<std::ptrdiff_t>(m_random.Below(axes)));
            }
            break;
        case 10: tensor.rank = m_random.Below(2) == 0 ? 0 : 9 + Number(0) % 1000; break;
        case 11:
        case 12:
            tensor.hasStrides = true;
            tensor.strides.clear();
            for (std::uint32_t i = 0; i < axes; ++i) { tensor.strides.push_back(Number(m_random.Below(40))); }
            break;
        default:
            if (axes > 0)
            {
                std::uint32_t& size = tensor.sizes[m_random.Below(axes)];
                size = Number(size);
            }
        }
        if (tensor.rank <= 8) { tensor.rank = static_cast<std::uint32_t>(tensor.sizes.size()); }
        if (tensor.hasStrides) { tensor.strides.resize(tensor.sizes.size(), 1); }
        if (!keepsTotal && m_random.Below(8) != 0)
        {
            tensor.total = MinTotal(tensor.type, tensor.sizes, tensor.strides, tensor.hasStrides);
        }
    }

    // Makes a description consistent: a list has as many entries as its count, a tensor as many sizes as its rank.
    void Mend()
    {
        for (std::size_t i = 0; i < m_values.size(); ++i)
        {
            Value& value = m_values[i];
            for (TensorText& tensor : value.tensors)
            {
                tensor.sizes.resize(
                    std::max<std::size_t>(tensor.sizes.size(), std::min<std::uint32_t>(tensor.rank, 16)), 1);
                if (tensor.hasStrides) { tensor.strides.resize(tensor.sizes.size(), 1); }
            }
            const operator_facts::Field& field = m_rule.fields[i];
            if (field.count.empty()) { continue; }
            for (TensorText& tensor : value.tensors) { tensor.isNull = false; } // an array holds tensors, not pointers
            std::uint32_t& count = m_values[m_rule.Find(field.count)].words[0];
            if (field.kind == "acts")
            {
                if (count > value.activations.size()) { count = static_cast<std::uint32_t>(value.activations.size()); }
                continue;
            }
            const bool isRead = field.count == "AxisCount" || !value.tensors.empty();
            if (isRead) { count = std::min<std::uint32_t>(count, 12); }
            const std::size_t least = isRead || count <= 8 ? count : 0;
            if (value.words.size() < least && value.tensors.empty()) { value.words.resize(least, 1); }
            if (!value.tensors.empty() && value.tensors.size() < least)
            {
                value.tensors.resize(least, value.tensors[0]);
            }
        }
    }

    const Rule& m_rule;
    FieldValues& m_values;
    Random& m_random;
};

// A description that DirectML accepts, with up to two changes, or with changes of several tensors.
struct RandomOperator
{
    const VerdictRow& base;
    FieldValues values;
    bool isChanged = false;

    explicit RandomOperator(Random& random)
        : base(Bases()[random.Below(static_cast<std::uint32_t>(Bases().size()))]), values(base.values)
    {
        Changes changes(*base.rule, values, random);
        const std::uint32_t kind = random.Below(8);
        if (kind < 2) { changes.EachTensor(); }
        const std::uint32_t faults = kind < 2 ? kind : kind % 3;
        for (std::uint32_t i = 0; i < faults; ++i) { changes.One(); }
        isChanged = kind < 2 || faults > 0;
    }
};

// Returns what is wrong with the diagnosis of one description, or "".
inline std::string Check(Random& random, Met& met)
{
    const RandomOperator made(random);
    const Description description(*made.base.rule, made.values);
    const dml::OperatorDiagnosis found = dml::ValidateOperator(description.Desc());
    ++met[VerdictOf(found).reason];
    const std::string problem =
        !made.isChanged && !found.Accepted() ? "is rejected" : SentenceProblem(*made.base.rule, found);
    return problem.empty() ? "" : made.base.rule->name + ' ' + made.base.text + ", changed: " + problem;
}
} // namespace random_operators
