// =====================================================================================================================
//   dml_tensor_owned_operator.hpp: copies an operator description for DirectML with everything to which it points
//
//   SPDX-License-Identifier: MIT
//   Version: the same as dml_tensor_utils.hpp, which it includes
// =====================================================================================================================
//
//   C++17. Needs dml_tensor_operators.hpp, the headers that it includes, and the standard library. Unlike those
//   headers, it allocates memory. No function throws.
//
//   Synopsis
//
//     OwnedOperatorDesc     a DML_OPERATOR_DESC that owns its struct, tensors, lists and activations
//
//     std::vector<OwnedOperatorDesc> operators;
//     operators.emplace_back(DML_OPERATOR_DESC{DML_OPERATOR_GEMM, &gemm}); // gemm and its tensors may go now
//     device->CreateOperator(&operators[0].Desc(), IID_PPV_ARGS(&created));
//
// =====================================================================================================================

#ifndef DML_TENSOR_OWNED_OPERATOR_HPP
#define DML_TENSOR_OWNED_OPERATOR_HPP

#include "dml_tensor_operators.hpp"

#if DML_TENSOR_UTILS_VERSION != 10000
#error "dml_tensor_owned_operator.hpp 1.0.0 found another version of dml_tensor_utils.hpp: copy both from one release"
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{
namespace detail
{
// Copies everything to which an accepted description points into one block of memory. If the block is null, it copies
// nothing and only counts the bytes.
class OperatorCopier
{
public:
    explicit OperatorCopier(unsigned char* block) noexcept : m_block(block) {}

    std::size_t SizeInBytes() const noexcept { return m_size; }

    // Copies the struct of a description and everything to which it points. Returns the struct's place in the block,
    // which is an offset in bytes.
    std::size_t CopyStruct(const DML_OPERATOR_DESC& desc) noexcept
    {
        const OperatorFields fields = FieldsOf(desc.Type);
        const OperatorReader reader(desc, fields);
        const std::size_t place = Append(desc.Desc, fields.structSize);
        for (std::uint32_t i = 0; i < fields.count; ++i)
        {
            const OperatorField& field = fields[i];
            const void* const given = field.IsPointer() ? reader.Read<const void*>(i) : nullptr;
            if (given == nullptr) { continue; }
            const std::uint32_t count = field.IsArray() ? reader.Read<std::uint32_t>(field.countField) : 1;
            SetPointer(place + field.offset, CopyElements(field.kind, given, count));
        }
        return place;
    }

    // Copies the description of a tensor with its sizes and strides. Returns its place in the block.
    std::size_t CopyStruct(const DML_TENSOR_DESC& tensor) noexcept
    {
        const auto& desc = *static_cast<const DML_BUFFER_TENSOR_DESC*>(tensor.Desc);
        const std::size_t place = Append(&desc, sizeof(desc));
        const std::size_t bytes = sizeof(*desc.Sizes) * desc.DimensionCount;
        SetPointer(place + offsetof(DML_BUFFER_TENSOR_DESC, Sizes), Append(desc.Sizes, bytes));
        if (desc.Strides != nullptr)
        {
            SetPointer(place + offsetof(DML_BUFFER_TENSOR_DESC, Strides), Append(desc.Strides, bytes));
        }
        return place;
    }

private:
    // Each copy starts at a multiple of this, because structs have pointers and 64-bit numbers.
    static constexpr std::size_t Alignment = 8;

    // Copies bytes to the end of the block. Returns their place in the block.
    std::size_t Append(const void* source, std::size_t bytes) noexcept
    {
        const std::size_t place = (m_size + Alignment - 1) / Alignment * Alignment;
        m_size = place + bytes;
        if (m_block != nullptr) { std::memcpy(m_block + place, source, bytes); }
        return place;
    }

    // Makes the pointer at one place in the block point to another place in the block.
    void SetPointer(std::size_t pointer, std::size_t place) noexcept
    {
        if (m_block == nullptr) { return; }
        const void* const target = m_block + place;
        std::memcpy(m_block + pointer, &target, sizeof(target));
    }

    // Copies the `count` tensors, descriptions of activations or numbers to which a member points. Returns the place of
    // the first one in the block.
    std::size_t CopyElements(OperatorFieldKind kind, const void* given, std::uint32_t count) noexcept
    {
        switch (kind)
        {
        case OperatorFieldKind::InputTensor:
        case OperatorFieldKind::OutputTensor:
        case OperatorFieldKind::InputTensors:
        case OperatorFieldKind::OutputTensors: return CopyArray<DML_TENSOR_DESC>(given, count);
        case OperatorFieldKind::Activations:
        case OperatorFieldKind::Activation: return CopyArray<DML_OPERATOR_DESC>(given, count);
        case OperatorFieldKind::ScaleBias: return Append(given, 2 * sizeof(float)); // Scale and Bias
        default: return Append(given, sizeof(std::uint32_t) * count);               // numbers of 32 bits
        }
    }

    // Copies an array of DML_TENSOR_DESC or DML_OPERATOR_DESC, and the struct to which Desc of each element points.
    // Returns the place of the array in the block.
    template <class Element> std::size_t CopyArray(const void* given, std::uint32_t count) noexcept
    {
        const std::size_t place = Append(given, sizeof(Element) * count);
        for (std::uint32_t i = 0; i < count; ++i)
        {
            const std::size_t pointer = place + sizeof(Element) * i + offsetof(Element, Desc);
            SetPointer(pointer, CopyStruct(static_cast<const Element*>(given)[i]));
        }
        return place;
    }

    unsigned char* const m_block;
    std::size_t m_size = 0;
};
} // namespace detail

/// A copy of an operator's description and of everything to which it points: its struct, its tensors with sizes and
/// strides, its lists and its activations. It does not depend on the original. Copies of an OwnedOperatorDesc do not
/// depend on each other. An OwnedOperatorDesc that was moved from is empty.
class OwnedOperatorDesc
{
public:
    OwnedOperatorDesc() noexcept = default; ///< makes an empty object

    /// Copies a description that ValidateOperator accepts. The object is empty if ValidateOperator does not accept the
    /// description, or if there is not enough memory.
    explicit OwnedOperatorDesc(const DML_OPERATOR_DESC& desc) noexcept
    {
        if (ValidateOperator(desc).Accepted()) { CopyFrom(desc); }
    }

    /// Copies the description of `other`. The object is empty if `other` is empty or if there is not enough memory.
    OwnedOperatorDesc(const OwnedOperatorDesc& other) noexcept
    {
        if (other) { CopyFrom(other.m_desc); }
    }
    /// Takes the description from `other`, which is empty afterwards.
    OwnedOperatorDesc(OwnedOperatorDesc&& other) noexcept { Exchange(other); }
    /// Replaces the description by that of `other`, which is copied or moved.
    OwnedOperatorDesc& operator=(OwnedOperatorDesc other) noexcept
    {
        Exchange(other);
        return *this;
    }
    ~OwnedOperatorDesc() noexcept { delete[] m_block; }

    /// Returns whether there is a description.
    explicit operator bool() const noexcept { return m_block != nullptr; }

    /// Returns the description, which is valid while this object lives and is neither assigned to nor moved from. The
    /// description of an empty object has the type DML_OPERATOR_INVALID and a null Desc.
    const DML_OPERATOR_DESC& Desc() const& noexcept { return m_desc; }
    const DML_OPERATOR_DESC& Desc() const&& = delete; ///< deleted, because the result would refer to a temporary object

private:
    // Copies a description. Requires that ValidateOperator accepts it, and that this object is empty.
    void CopyFrom(const DML_OPERATOR_DESC& desc) noexcept
    {
        detail::OperatorCopier counter(nullptr);
        counter.CopyStruct(desc);
        m_block = new (std::nothrow) unsigned char[counter.SizeInBytes()];
        if (m_block == nullptr) { return; }
        detail::OperatorCopier copier(m_block);
        m_desc = {desc.Type, m_block + copier.CopyStruct(desc)};
    }

    void Exchange(OwnedOperatorDesc& other) noexcept
    {
        std::swap(m_desc, other.m_desc);
        std::swap(m_block, other.m_block);
    }

    DML_OPERATOR_DESC m_desc = {DML_OPERATOR_INVALID, nullptr};
    unsigned char* m_block = nullptr; // m_desc.Desc points into it
};

} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#endif // DML_TENSOR_OWNED_OPERATOR_HPP
