// Finds mistakes in the rows of DTU_OPERATORS.

#pragma once

#include "dml_tensor_operators.hpp"

#include <cstdint>

namespace row_checker
{
using namespace dml_tensor_utils;

// Reads a row as FieldsOf and CheckRunner do, and asks whether each word of it is known. The headers ignore mistakes.
class RowChecker
{
public:
    RowChecker(const char* fields, const char* checks) : m_fields(detail::FieldsOf(fields)), m_cursor({checks}) {}

    bool IsValid()
    {
        if (m_fields.count == 0 || !HasValidRelations()) { return false; }
        while (!m_cursor.IsAtEnd())
        {
            if (!SkipCheck()) { return false; }
            if (!m_cursor.Skip(" ") && !m_cursor.IsAtEnd()) { return false; }
        }
        return true;
    }

private:
    bool HasValidRelations() const
    {
        for (std::uint32_t i = 0; i < m_fields.count; ++i)
        {
            const OperatorField& field = m_fields[i];
            if (field.IsTensor()
                && (field.minRank < 1 || field.minRank > field.maxRank || field.maxRank > detail::MaxRank))
            {
                return false;
            }
            detail::RowCursor cursor = {m_fields.relations[i]};
            if (!SkipRelations(cursor)) { return false; }
        }
        return true;
    }

    bool SkipRelations(detail::RowCursor& cursor) const
    {
        while (cursor.IsAt('{'))
        {
            detail::RowRelation relation(cursor, m_fields);
            if (!relation.isClosed || !IsTensor(relation.other)) { return false; }
            do {
                const detail::RowWord kind = relation.kinds.Word();
                const bool isKnown = kind == "same" || kind == "type" || kind == "rank" || kind == "sizes"
                                     || kind == "broadcastRank" || kind == "oneOr";
                if (!isKnown) { return false; }
            } while (relation.kinds.Skip(","));
            if (!relation.kinds.IsAt('}') && !relation.kinds.IsAt(' ')) { return false; }
        }
        return true;
    }

    bool IsTensor(std::uint32_t field) const { return field != detail::None32 && m_fields[field].IsTensor(); }
    bool IsNumber(std::uint32_t field) const
    {
        if (field == detail::None32) { return false; }
        const OperatorFieldKind kind = m_fields[field].kind;
        return kind == OperatorFieldKind::UInt || kind == OperatorFieldKind::Bool
               || kind == OperatorFieldKind::Enumeration;
    }

    bool SkipCheck()
    {
        const detail::RowWord word = m_cursor.Word();
        if (m_cursor.Skip("()")) { return IsRule(word); }
        if (m_cursor.IsAt('{')) { return IsTensor(m_fields.Find(word)) && SkipRelations(m_cursor); }
        if (!m_cursor.Skip("(")) { return word == "tensors" || word == "lists"; }
        if (word == "tensor") { return IsTensor(m_fields.Find(m_cursor.Word())) && m_cursor.Skip(")"); }
        if (static_cast<std::uint32_t>(detail::ErrorOf(word)) == detail::OperatorErrorCount) { return false; }
        do {
            if (!SkipComparison()) { return false; }
        } while (m_cursor.Skip(","));
        return m_cursor.Skip(")");
    }

    bool SkipComparison()
    {
        detail::RowCursor start = m_cursor;
        if (!SkipSum()) { return false; }
        if (m_cursor.IsAt(',') || m_cursor.IsAt(')')) // a field alone, which has enumerators
        {
            const std::uint32_t field = m_fields.Find(start.Word());
            return start.at == m_cursor.at && m_fields[field].enumerators[0] != '\0';
        }
        const bool isSign = m_cursor.Skip("<=") || m_cursor.Skip("<") || m_cursor.Skip(">=") || m_cursor.Skip("=")
                            || m_cursor.Skip("%");
        if (!isSign || !SkipSum()) { return false; }
        const bool hasLast = m_cursor.Skip("..") || m_cursor.Skip(" or ");
        return !hasLast || SkipSum();
    }

    bool SkipSum()
    {
        do {
            if (!SkipTerm()) { return false; }
        } while (m_cursor.Skip("+") || m_cursor.Skip("-") || m_cursor.Skip("*") || m_cursor.Skip("/"));
        return true;
    }

    bool SkipTerm()
    {
        if (m_cursor.IsAtDigit()) { return SkipNumber(); }
        if (m_cursor.Skip("mod32(")) { return SkipSum() && m_cursor.Skip(")"); }
        const detail::RowWord word = m_cursor.Word();
        if (m_cursor.Skip(":"))
        {
            const std::uint32_t field = m_fields.Find(m_cursor.Word());
            const bool isOfTensor = word == "rank" || word == "type" || word == "elements";
            return isOfTensor ? IsTensor(field)
                              : word == "given" && field != detail::None32 && m_fields[field].IsPointer();
        }
        const std::uint32_t field = m_fields.Find(word);
        if (m_cursor.Skip("["))
        {
            return field != detail::None32 && (IsTensor(field) || m_fields[field].IsArray()) && SkipIndex();
        }
        if (m_cursor.Skip(".Height") || m_cursor.Skip(".Width"))
        {
            return field != detail::None32 && m_fields[field].kind == OperatorFieldKind::Size2D;
        }
        return IsNumber(field);
    }

    // Skips "0]", "-1]", "Axis]", "each]", "each-DimensionCount]" or "other]".
    bool SkipIndex()
    {
        if (m_cursor.Skip("other]")) { return IsNumber(m_fields.Find("Axis")); }
        const bool isEach = m_cursor.Skip("each"), isFromEnd = m_cursor.Skip("-");
        if (isEach && !isFromEnd) { return m_cursor.Skip("]"); }
        return (m_cursor.IsAtDigit() ? SkipNumber() : IsNumber(m_fields.Find(m_cursor.Word()))) && m_cursor.Skip("]");
    }

    bool SkipNumber()
    {
        m_cursor.Number();
        return true;
    }

    static bool IsRule(const detail::RowWord& name)
    {
        for (const detail::operator_rules::Function& function : detail::operator_rules::Functions)
        {
            if (name == function.name) { return true; }
        }
        return false;
    }

    const detail::OperatorFields m_fields;
    detail::RowCursor m_cursor;
};

inline bool RowIsValid(const char* fields, const char* checks) { return RowChecker(fields, checks).IsValid(); }

} // namespace row_checker
