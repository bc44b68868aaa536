// =====================================================================================================================
//   dml_tensor_bindings.hpp: validates what is bound to an IDMLBindingTable and names what is wrong
//
//   SPDX-License-Identifier: MIT
//   Version: the same as dml_tensor_utils.hpp, which it includes
// =====================================================================================================================
//
//   C++17. Needs dml_tensor_operator_schema.hpp, dml_tensor_utils.hpp and the standard library. No function allocates,
//   throws, calls DirectML or touches tensor memory.
//
//   Synopsis
//
//     BindingSlot                 what may be bound for one tensor of an operator: SlotOf(OperatorTensor)
//     ValidateBindings            returns whether BindInputs and BindOutputs accept bindings, and why not
//     ValidateInitializerInputs   does the same for BindInputs of an operator initializer
//     ValidateResourceBinding     does the same for BindTemporaryResource and BindPersistentResource
//     ValidateDispatch            returns whether RecordDispatch finds everything bound
//     BindingDiagnosis            a BindingError with its place and numbers; Explain makes a sentence of it
//     DML_BINDING_DESC ...        in portable mode, the structs and enumerators of bindings
//
//   A binding table reports no error: DirectML removes its device, and the next call fails.
//
//     BindingSlot inputs[3]; // of a CONVOLUTION
//     ...
//     puts(Explain(ValidateBindings(BindingCall::Inputs, {inputs, 3}, bindings, 2, sizeOf)).c_str());
//     // BindInputs: bindingCount is 2; it must be 3, one for each input, null tensors included, or 0, which unbinds
//     // all [BindingCount]
//
// =====================================================================================================================

#ifndef DML_TENSOR_BINDINGS_HPP
#define DML_TENSOR_BINDINGS_HPP

#include "dml_tensor_operator_schema.hpp"

#if DML_TENSOR_UTILS_VERSION != 10000
#error "dml_tensor_bindings.hpp 1.0.0 found another version of dml_tensor_utils.hpp: copy both from one release"
#endif

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{

// =====================================================================================================================
//   DirectML vocabulary
// =====================================================================================================================

#if DML_TENSOR_UTILS_NATIVE

using ::DML_BINDING_DESC, ::DML_BINDING_TYPE, ::DML_BUFFER_ARRAY_BINDING, ::DML_BUFFER_BINDING;
using ::DML_BINDING_TYPE_BUFFER, ::DML_BINDING_TYPE_BUFFER_ARRAY, ::DML_BINDING_TYPE_NONE;

#else

inline namespace directml
{
/// The type of the description to which DML_BINDING_DESC::Desc points.
enum DML_BINDING_TYPE : std::uint32_t
{
    DML_BINDING_TYPE_NONE = 0,         ///< nothing is bound
    DML_BINDING_TYPE_BUFFER = 1,       ///< a DML_BUFFER_BINDING
    DML_BINDING_TYPE_BUFFER_ARRAY = 2, ///< a DML_BUFFER_ARRAY_BINDING, for initializers
};

/// What is bound to one slot.
struct DML_BINDING_DESC
{
    DML_BINDING_TYPE Type; ///< the type of the description
    const void* Desc;      ///< the description
};

/// A range of a buffer.
struct DML_BUFFER_BINDING
{
    void* Buffer;              ///< an ID3D12Resource*; null if nothing is bound
    std::uint64_t Offset;      ///< where the range starts in the buffer, in bytes
    std::uint64_t SizeInBytes; ///< the size of the range
};

/// The ranges for the inputs of one operator that is initialized.
struct DML_BUFFER_ARRAY_BINDING
{
    std::uint32_t BindingCount;         ///< the number of inputs of the operator
    const DML_BUFFER_BINDING* Bindings; ///< one range for each input
};
} // namespace directml

#endif

static_assert(sizeof(void*) != 8
              || (sizeof(DML_BINDING_DESC) == 16 && sizeof(DML_BUFFER_BINDING) == 24
                  && offsetof(DML_BUFFER_BINDING, SizeInBytes) == 16 && sizeof(DML_BUFFER_ARRAY_BINDING) == 16
                  && offsetof(DML_BUFFER_ARRAY_BINDING, Bindings) == 8));

// =====================================================================================================================
//   Slots: what may be bound
// =====================================================================================================================

/// What may be bound to a slot.
enum class BindingRole : std::uint32_t
{
    Bound,      ///< a buffer, when the operator is executed
    OwnedByDml, ///< a buffer when the operator is initialized, and nothing when it is executed
    Null,       ///< nothing, because the tensor is null or no resource is needed
    Unknown,    ///< the role is not known, so that rules that need it are skipped
};

/// The answer to a question, if it is known.
enum class Answer : std::uint32_t
{
    NotKnown, ///< the answer is not known
    No,       ///< the answer is no
    Yes,      ///< the answer is yes
};

/// A place of a binding table, to which a buffer is bound for one tensor or resource.
struct BindingSlot
{
    const char* name = "";                  ///< the name of the tensor or resource, such as "FilterTensor"
    std::uint32_t element = detail::None32; ///< the tensor's index in a list; 0xFFFFFFFF if it is not in a list
    BindingRole role = BindingRole::Bound;  ///< what may be bound
    std::uint64_t sizeInBytes = 0;          ///< the minimum of SizeInBytes; 0 if DirectML accepts any size
    std::uint32_t alignment = 0;            ///< Offset must be a multiple of this, in bytes; 0 if 16 is enough
    /// How many bytes DirectML uses of a buffer whose SizeInBytes it does not check: a compiled graph's tensor or a
    /// temporary resource. 0 if the number is not known, or if DirectML checks SizeInBytes by `sizeInBytes`.
    std::uint64_t usedSizeInBytes = 0;
    std::uint32_t node = detail::None32; ///< the graph's node whose tensor has `usedSizeInBytes`; 0xFFFFFFFF if none
    const char* nodeTensor = "";         ///< the name of the tensor of that node, such as "InputTensor"
    Answer isOutput = Answer::NotKnown;  ///< whether the tensor is an output of the operator
};

/// Slots in the order of their bindings.
struct BindingSlots
{
    const BindingSlot* slots = nullptr; ///< the slots
    std::uint32_t count = 0;            ///< the number of slots
    bool isKnown = true;                ///< if false, rules that need a slot are skipped
};

/// Returns the slot of a tensor that ForEachTensor visits. The slots of BindInputs are those of the operator's inputs,
/// and the slots of BindOutputs are those of its outputs, in the order of ForEachTensor.
inline BindingSlot SlotOf(const OperatorTensor& tensor) noexcept
{
    BindingSlot slot = {tensor.name, tensor.element};
    slot.isOutput = tensor.isOutput ? Answer::Yes : Answer::No;
    if (tensor.desc == nullptr)
    {
        slot.role = BindingRole::Null;
        return slot;
    }
    const bool isOwned = (static_cast<std::uint32_t>(tensor.desc->Flags) & 1) != 0; // DML_TENSOR_FLAG_OWNED_BY_DML
    slot.role = isOwned ? BindingRole::OwnedByDml : BindingRole::Bound;
    slot.sizeInBytes = tensor.desc->TotalTensorSizeInBytes;
    slot.alignment = tensor.desc->GuaranteedBaseOffsetAlignment;
    return slot;
}

/// Returns the slot of a temporary or persistent resource. The slots of an initializer's outputs are those of the
/// persistent resources of its operators.
///
/// name: the words for the resource in a sentence of Explain. sizeInBytes: TemporaryResourceSize or
/// PersistentResourceSize of DML_BINDING_PROPERTIES. element: for a slot of an initializer, the index of the operator.
inline BindingSlot SlotOfResource(const char* name, std::uint64_t sizeInBytes,
                                  std::uint32_t element = detail::None32) noexcept
{
    constexpr std::uint32_t Alignment = 256; // DML_TEMPORARY_BUFFER_ALIGNMENT and DML_PERSISTENT_BUFFER_ALIGNMENT
    return {name, element, sizeInBytes == 0 ? BindingRole::Null : BindingRole::Bound, sizeInBytes, Alignment};
}

/// The properties of a bound resource. A rule is skipped if it needs a property that is not known.
struct BoundBuffer
{
    std::uint64_t sizeInBytes = detail::Max64; ///< D3D12_RESOURCE_DESC::Width; all ones if it is not known
    std::uint32_t heapType = detail::None32;   ///< D3D12_HEAP_TYPE; all ones if it is not known
    std::uint32_t flags = detail::None32;      ///< D3D12_RESOURCE_FLAGS; all ones if they are not known
    std::uint32_t dimension = detail::None32;  ///< D3D12_RESOURCE_DIMENSION; all ones if it is not known
    Answer belongsToTable = Answer::NotKnown;  ///< whether the resource has the same ID3D12Device as the binding table
};

// =====================================================================================================================
//   Errors
// =====================================================================================================================

// A table of errors in the form of DTU_TENSOR_ERRORS. Its causes are the functions of the namespace binding_texts
// below. BindingSentence::AppendPlaceholder replaces the words in braces.
// clang-format off
#define DTU_BINDING_ERRORS(ENTRY, ALSO) \
    ENTRY(None, None, Otherwise, "no error") \
    ENTRY(BindingCount, Rejection, HasNothingToBind, \
          "{place}: bindingCount is {actual}; it must be 0, because there is nothing to bind") \
    ALSO(BindingCount, HasBinding, \
         "{place}: BindingCount is {actual}; it must be {required}, one for each input of that operator, null " \
         "tensors included") \
    ALSO(BindingCount, IsOfInitializer, \
         "{place}: bindingCount is {actual}; it must be {required}, one for each operator of the initializer, or 0, " \
         "which unbinds all") \
    ALSO(BindingCount, Otherwise, \
         "{place}: bindingCount is {actual}; it must be {required}, one for each {side}, null tensors included, or " \
         "0, which unbinds all") \
    ENTRY(NullBindings, Rejection, Otherwise, "{place}: the array is null, but its count is {required}") \
    ENTRY(BindingType, Rejection, IsMissingResource, \
          "{place}: Type is {type}; it must be {needed type}, of at least {slot size} bytes") \
    ALSO(BindingType, IsTypeOfSlot<NoneBinding>, \
         "{place}: Type is {type}; it must be {needed type}, because the slot needs a buffer") \
    ALSO(BindingType, IsTypeOfSlot<BufferArrayBinding>, \
         "{place}: Type is {type}; it must be {needed type}, one for each slot") \
    ALSO(BindingType, Otherwise, "{place}: Type is {type}; it must be {needed type}") \
    ENTRY(NullBindingDesc, Rejection, Otherwise, "{place}: Desc is null; point it to a description") \
    ENTRY(NullBuffer, Rejection, HasOffset, \
          "{place}: Buffer is null, but Offset is {actual}; bind a buffer, or set Offset and SizeInBytes to 0") \
    ALSO(NullBuffer, HasNoMinimum, "{place}: Buffer is null; bind a buffer") \
    ALSO(NullBuffer, NeedsNoBuffer, \
         "{place}: Buffer is null, but SizeInBytes is {required}; nothing is to be bound here, so set it to 0") \
    ALSO(NullBuffer, Otherwise, "{place}: Buffer is null; bind a buffer of at least {required} bytes") \
    ENTRY(UnexpectedBuffer, Rejection, IsOfResource, \
          "{place}: Type is {type}; it must be 0 (NONE), because no bytes are needed") \
    ALSO(UnexpectedBuffer, IsOfNullTensor, \
         "{place}: a buffer is bound, but the tensor is null in the operator's description; bind nothing") \
    ALSO(UnexpectedBuffer, IsOfInitializerInputs, \
         "{place}: a buffer is bound, but the tensor does not have DML_TENSOR_FLAG_OWNED_BY_DML; leave its Buffer " \
         "null, and bind it when the operator is executed") \
    ALSO(UnexpectedBuffer, Otherwise, \
         "{place}: a buffer is bound, but the tensor has DML_TENSOR_FLAG_OWNED_BY_DML; bind it to the initializer " \
         "instead, and nothing here") \
    /* The range of the buffer is wrong. The sentence ends with the reason of BindingDiagnosis::buffer. */ \
    ENTRY(Buffer, Rejection, IsTooSmallResource, \
          "{place}: the binding's SizeInBytes is {actual}; it must be at least {required}, PersistentResourceSize of " \
          "the operator [BindingTooSmall]") \
    ALSO(Buffer, MayBeExchanged, \
         "{place}: the binding's SizeInBytes is {actual}; it must be at least {required}, the tensor's " \
         "TotalTensorSizeInBytes; bindings {binding} and {other} would fit if exchanged [BindingTooSmall]") \
    ALSO(Buffer, Otherwise, "{place}: {range}") \
    ENTRY(ResourceDevice, Rejection, Otherwise, \
          "{place}: the buffer belongs to another ID3D12Device than the binding table; make it on the device of the " \
          "table") \
    ENTRY(ResourceDimension, Rejection, Otherwise, \
          "{place}: the resource's Dimension is {dimension}; it must be 1 (BUFFER)") \
    ENTRY(ResourceFlags, Rejection, IsInWrongHeap, \
          "{place}: the buffer's Flags are {actual}, and it is in a heap of type {heap}; bind a buffer with " \
          "ALLOW_UNORDERED_ACCESS (4) in a heap of type 1 (DEFAULT), and copy the data between the two") \
    ALSO(ResourceFlags, Otherwise, \
         "{place}: the buffer's Flags are {actual}; they must have ALLOW_UNORDERED_ACCESS (4)") \
    ENTRY(HeapType, Rejection, Otherwise, \
          "{place}: the buffer is in a heap of type {heap}; it must be 1 (DEFAULT) or 4 (CUSTOM)") \
    ENTRY(InitializerPersistent, Rejection, Otherwise, \
          "{place}: an initializer has no persistent resource; bind the persistent resources of its operators by " \
          "BindOutputs") \
    ENTRY(NotBound, Rejection, Otherwise, "{slot} is not bound; call {call} before RecordDispatch") \
    ENTRY(Terminates, Rejection, Otherwise, \
          "{place}: Type is {type}, at which DirectML crashes; it must be {needed type}") \
    ENTRY(NullBinding, Rejection, Otherwise, \
          "{place}: the pointer is null, at which DirectML crashes; to unbind, pass a DML_BINDING_DESC of type NONE") \
    /* An argument of the validating function is wrong, and nothing was checked. */ \
    ENTRY(WrongArgument, Rejection, IsOfNamedSlot, \
          "{call}: the slots include {slot}, which is not an {side}; leave it out") \
    ALSO(WrongArgument, Otherwise, "{call}: this function does not check this BindingCall; use {function}") \
    /* Hazards: DirectML accepts these silently. */ \
    ENTRY(GraphBindingTooSmall, Hazard, MayBeExchanged, \
          "{place}: DirectML accepts this, but SizeInBytes is {actual}, and the graph uses {required} bytes " \
          "({node}); bindings {binding} and {other} would fit if exchanged") \
    ALSO(GraphBindingTooSmall, LeavesBuffer, \
         "{place}: DirectML accepts this, but SizeInBytes is {actual}, and the graph uses {required} bytes " \
         "({node}), beyond the range and beyond Width of the buffer, {width}; bind at least as many bytes") \
    ALSO(GraphBindingTooSmall, Otherwise, \
         "{place}: DirectML accepts this, but SizeInBytes is {actual}, and the graph uses {required} bytes ({node}), " \
         "beyond the range; bind at least as many bytes") \
    ENTRY(TemporaryTooSmall, Hazard, Otherwise, \
          "{place}: DirectML accepts this, but SizeInBytes is {actual}, and TemporaryResourceSize is {required}; " \
          "bind at least as many bytes")
// clang-format on

/// Why DirectML removes its device or crashes because of bindings, or which hazard it accepts silently. docs/rules.md
/// lists the errors in the order of DirectML's checks.
enum class [[nodiscard]] BindingError : std::uint32_t{DTU_BINDING_ERRORS(DTU_ERROR_ENUMERATOR, DTU_ERROR_NOTHING)};

/// The call that a diagnosis is about.
enum class BindingCall : std::uint32_t
{
    Inputs,                        ///< BindInputs of a compiled operator
    Outputs,                       ///< BindOutputs
    TemporaryResource,             ///< BindTemporaryResource
    PersistentResource,            ///< BindPersistentResource
    InitializerInputs,             ///< BindInputs of an initializer
    InitializerOutputs,            ///< BindOutputs of an initializer
    InitializerPersistentResource, ///< BindPersistentResource of an initializer
};

namespace detail
{
// Returns whether a call is checked by ValidateResourceBinding.
constexpr bool IsResourceCall(BindingCall call) noexcept
{
    return call == BindingCall::TemporaryResource || call == BindingCall::PersistentResource
           || call == BindingCall::InitializerPersistentResource;
}
// Returns whether the call is BindInputs, of an operator or of an initializer.
constexpr bool IsInputsCall(BindingCall call) noexcept
{
    return call == BindingCall::Inputs || call == BindingCall::InitializerInputs;
}

inline constexpr const char* BindingErrorNames[] = {DTU_BINDING_ERRORS(DTU_ERROR_NAME, DTU_ERROR_NOTHING)};
inline constexpr ErrorKind BindingErrorKinds[] = {DTU_BINDING_ERRORS(DTU_ERROR_KIND, DTU_ERROR_NOTHING)};
} // namespace detail

/// Returns the enumerator's name, such as "NullBuffer". Returns "?" for a value that does not exist.
constexpr const char* ToString(BindingError error) noexcept { return detail::NameIn(detail::BindingErrorNames, error); }

/// Returns whether DirectML accepts this silently although the result is almost certainly unintended. Buffer may be
/// either a hazard or an error: use BindingDiagnosis::Accepted(), which looks at `buffer`.
constexpr bool IsHazard(BindingError error) noexcept
{
    return detail::KindIn(detail::BindingErrorKinds, error) == detail::ErrorKind::Hazard;
}

/// An error, where it was found, and its numbers.
struct [[nodiscard]] BindingDiagnosis
{
    BindingError error = BindingError::None; ///< the reason
    BindingCall call = BindingCall::Inputs;  ///< the call; for NotBound, the call that is missing
    std::uint32_t binding = detail::None32;  ///< the index of the binding; 0xFFFFFFFF if no binding is meant
    std::uint32_t entry = detail::None32;    ///< the index in a BUFFER_ARRAY; 0xFFFFFFFF if no entry is meant
    BindingSlot slot = {};      ///< the slot of the binding or the entry; its name is "" if no slot is meant
    std::uint64_t actual = 0;   ///< the value that was found
    std::uint64_t required = 0; ///< the value that was needed
    Diagnosis buffer = {};      ///< what is wrong with the range, if `error` is Buffer
    std::uint32_t heapType = detail::None32; ///< for ResourceFlags, the buffer's D3D12_HEAP_TYPE if it is known
    /// If a range is too small, the index of a binding of exactly the bytes that are needed here, and that needs
    /// exactly the bytes of this one; 0xFFFFFFFF if there is none.
    std::uint32_t otherBinding = detail::None32;

    /// Returns whether there is no error and no hazard.
    constexpr bool Ok() const noexcept { return error == BindingError::None; }
    /// Returns whether DirectML accepts the bindings: there is no error, or only a hazard.
    constexpr bool Accepted() const noexcept
    {
        return Ok() || IsHazard(error) || (error == BindingError::Buffer && buffer.Accepted());
    }
    /// Returns whether DirectML removes its device or crashes.
    constexpr bool Rejected() const noexcept { return !Accepted(); }
    explicit operator bool() const = delete; ///< write Ok(), or Accepted() if hazards are right
    /// Returns whether DirectML crashes.
    constexpr bool Terminates() const noexcept
    {
        return error == BindingError::Terminates || error == BindingError::NullBinding;
    }
};

// =====================================================================================================================
//   Validating bindings
// =====================================================================================================================

namespace detail
{
// Values of DML_BINDING_TYPE.
inline constexpr std::uint32_t NoneBinding = 0, BufferBinding = 1, BufferArrayBinding = 2;
// Values of D3D12_HEAP_TYPE, D3D12_RESOURCE_FLAGS and D3D12_RESOURCE_DIMENSION.
inline constexpr std::uint32_t DefaultHeap = 1, CustomHeap = 4, AllowUnorderedAccess = 4, BufferDimension = 1;

// Returns whether DirectML accepts buffers of a heap, or the heap is not known.
inline bool IsRightHeap(std::uint32_t heapType) noexcept
{
    return heapType == None32 || heapType == DefaultHeap || heapType == CustomHeap;
}

// Returns an error without its place, which WithSlot and WorstOf add.
inline BindingDiagnosis BindingFailure(BindingError error, BindingCall call, std::uint64_t actual = 0,
                                       std::uint64_t required = 0) noexcept
{
    return {error, call, None32, None32, {}, actual, required, {}};
}
// Returns the error Buffer with the diagnosis of a range.
inline BindingDiagnosis RangeFailure(BindingCall call, const Diagnosis& range) noexcept
{
    BindingDiagnosis diagnosis = BindingFailure(BindingError::Buffer, call, range.actual, range.required);
    diagnosis.buffer = range;
    return diagnosis;
}
// Returns the diagnosis with its slot, and with its index in a BUFFER_ARRAY.
inline BindingDiagnosis WithSlot(BindingDiagnosis diagnosis, const BindingSlot& slot,
                                 std::uint32_t entry = None32) noexcept
{
    diagnosis.slot = slot;
    diagnosis.entry = entry;
    return diagnosis;
}

// Returns whether a later diagnosis replaces the worst one before it: the first error counts, or else the first hazard.
inline bool IsWorse(const BindingDiagnosis& found, const BindingDiagnosis& worst) noexcept
{
    return found.Rejected() || (!found.Ok() && worst.Ok());
}

// Calls check(i) for all bindings or entries. Returns the first error, or else the first hazard.
template <class Check> BindingDiagnosis WorstOf(std::uint32_t count, const Check& check) noexcept
{
    BindingDiagnosis worst;
    for (std::uint32_t i = 0; i < count && worst.Accepted(); ++i)
    {
        const BindingDiagnosis found = check(i);
        if (!IsWorse(found, worst)) { continue; }
        worst = found;
        worst.binding = i;
    }
    return worst;
}

// Returns whether a slot needs a buffer in this call.
inline bool NeedsBuffer(BindingCall call, const BindingSlot& slot) noexcept
{
    return slot.role == (call == BindingCall::InitializerInputs ? BindingRole::OwnedByDml : BindingRole::Bound);
}

// Returns slot i. If there is no such slot, or if the slots are not known, returns a slot with the role Unknown.
inline BindingSlot SlotAt(const BindingSlots& slots, std::uint32_t i) noexcept
{
    return slots.isKnown && i < slots.count ? slots.slots[i] : BindingSlot{"", None32, BindingRole::Unknown};
}

// Returns the error WrongArgument with the first slot of an output in a call for inputs, or of an input in a call for
// outputs.
inline BindingDiagnosis FindWrongSlot(BindingCall call, const BindingSlots& slots) noexcept
{
    const Answer wrong = IsInputsCall(call) ? Answer::Yes : Answer::No;
    for (std::uint32_t i = 0; i < slots.count; ++i)
    {
        const BindingSlot slot = SlotAt(slots, i);
        if (slot.isOutput == wrong) { return WithSlot(BindingFailure(BindingError::WrongArgument, call), slot); }
    }
    return {};
}

// Returns the bytes that DirectML reads or writes of a slot, or 0 if they are not known. See BindingSlot.
inline std::uint64_t BytesOf(const BindingSlot& slot) noexcept { return slot.sizeInBytes + slot.usedSizeInBytes; }

// Checks a range of a buffer of `bufferSize` bytes. minimum: the minimum of SizeInBytes, or 0 if any size is right.
// alignment: the alignment of Offset, or 0 if 16 is enough.
inline Diagnosis CheckBufferRange(const DML_BUFFER_BINDING& binding, std::uint64_t bufferSize, std::uint64_t minimum,
                                  std::uint32_t alignment) noexcept
{
    DML_BUFFER_TENSOR_DESC desc = {};
    desc.TotalTensorSizeInBytes = minimum != 0 ? minimum : 1; // ValidateBinding rejects a tensor of 0 bytes
    desc.GuaranteedBaseOffsetAlignment = alignment;
    const Diagnosis range = ValidateBinding(desc, binding.Offset, binding.SizeInBytes, bufferSize);
    if (minimum != 0) { return range; }
    return range == TensorError::BindingTooSmall ? Diagnosis() : WithCause(range, Cause::None);
}

// ---- pass one: each binding alone -----------------------------------------------------------------------------------

// Checks a range by the rules that do not need the operator. They allow an empty range; CheckRange decides whether the
// slot does. DirectML checks the alignment first, then the dimension, then the end of the range.
template <class BufferOf>
BindingDiagnosis CheckRangeAlone(BindingCall call, const BindingSlot& slot, const DML_BUFFER_BINDING& binding,
                                 const BufferOf& bufferOf) noexcept
{
    static_assert(std::is_invocable_r_v<BoundBuffer, const BufferOf&, decltype(binding.Buffer)>,
                  "bufferOf must be a function that returns the BoundBuffer of a Buffer");
    using E = BindingError;
    if (binding.Buffer == nullptr)
    {
        const bool isEmpty = binding.Offset == 0 && binding.SizeInBytes == 0;
        const std::uint64_t minimum = NeedsBuffer(call, slot) ? slot.sizeInBytes : binding.SizeInBytes; // for the error
        return isEmpty ? BindingDiagnosis() : BindingFailure(E::NullBuffer, call, binding.Offset, minimum);
    }
    const BoundBuffer buffer = bufferOf(binding.Buffer);
    if (buffer.belongsToTable == Answer::No) { return BindingFailure(E::ResourceDevice, call); }
    const bool isOfTensor = IsInputsCall(call) || call == BindingCall::Outputs;
    const Diagnosis range = CheckBufferRange(binding, buffer.sizeInBytes, isOfTensor ? BytesOf(slot) : 0, 0);
    if (range == TensorError::BindingAlignment) { return RangeFailure(call, range); }
    if (buffer.dimension != None32 && buffer.dimension != BufferDimension)
    {
        return BindingFailure(E::ResourceDimension, call, buffer.dimension, BufferDimension);
    }
    return range == TensorError::BindingOutside ? RangeFailure(call, range) : BindingDiagnosis();
}

// Checks a binding by the rules that do not need the operator. slots: for an initializer, the slots of the entries of a
// BUFFER_ARRAY; for other calls, the one slot of the binding.
template <class BufferOf>
BindingDiagnosis CheckAlone(BindingCall call, const BindingSlots& slots, const DML_BINDING_DESC& binding,
                            const BufferOf& bufferOf) noexcept
{
    using E = BindingError;
    const bool isOfInitializer = call == BindingCall::InitializerInputs;
    const std::uint32_t type = static_cast<std::uint32_t>(binding.Type);
    if (type > BufferArrayBinding)
    {
        return BindingFailure(E::BindingType, call, type, isOfInitializer ? BufferArrayBinding : BufferBinding);
    }
    if (type == NoneBinding) { return {}; }
    if (binding.Desc == nullptr) { return BindingFailure(E::NullBindingDesc, call); }
    if (type == BufferBinding)
    {
        const BindingSlot slot = isOfInitializer ? SlotAt({}, 0) : SlotAt(slots, 0);
        return CheckRangeAlone(call, slot, *static_cast<const DML_BUFFER_BINDING*>(binding.Desc), bufferOf);
    }
    const auto& array = *static_cast<const DML_BUFFER_ARRAY_BINDING*>(binding.Desc);
    if (array.Bindings == nullptr && array.BindingCount != 0)
    {
        return BindingFailure(E::NullBindings, call, 0, array.BindingCount);
    }
    const auto checkEntry = [&](std::uint32_t i) noexcept
    {
        const BindingSlot slot = isOfInitializer ? SlotAt(slots, i) : SlotAt({}, i);
        return WithSlot(CheckRangeAlone(call, slot, array.Bindings[i], bufferOf), slot, i);
    };
    return WorstOf(array.BindingCount, checkEntry);
}

// ---- pass two: each binding with its slot ---------------------------------------------------------------------------

// Returns a hazard if DirectML uses bytes beyond a range that it accepts. The `buffer` of the hazard says whether the
// bytes are inside the buffer.
inline BindingDiagnosis FindTooSmall(BindingCall call, const BindingSlot& slot, const DML_BUFFER_BINDING& binding,
                                     std::uint64_t bufferSize) noexcept
{
    using E = BindingError;
    if (binding.SizeInBytes >= slot.usedSizeInBytes) { return {}; }
    const E error = call == BindingCall::TemporaryResource ? E::TemporaryTooSmall : E::GraphBindingTooSmall;
    BindingDiagnosis diagnosis = BindingFailure(error, call, binding.SizeInBytes, slot.usedSizeInBytes);
    diagnosis.buffer = CheckBufferRange({binding.Buffer, binding.Offset, slot.usedSizeInBytes}, bufferSize, 0, 0);
    return diagnosis;
}

// Checks a range with the slot to which it is bound.
template <class BufferOf>
BindingDiagnosis CheckRange(BindingCall call, const BindingSlot& slot, const DML_BUFFER_BINDING& binding,
                            const BufferOf& bufferOf) noexcept
{
    using E = BindingError;
    const bool hasBuffer = binding.Buffer != nullptr;
    if (slot.role != BindingRole::Unknown && hasBuffer != NeedsBuffer(call, slot))
    {
        return hasBuffer ? BindingFailure(E::UnexpectedBuffer, call, BufferBinding)
                         : BindingFailure(E::NullBuffer, call, 0, BytesOf(slot));
    }
    if (!hasBuffer) { return {}; }
    const BoundBuffer buffer = bufferOf(binding.Buffer);
    const Diagnosis range = CheckBufferRange(binding, buffer.sizeInBytes, slot.sizeInBytes, slot.alignment);
    if (range.Rejected()) { return RangeFailure(call, range); }
    if ((buffer.flags & AllowUnorderedAccess) == 0)
    {
        BindingDiagnosis diagnosis = BindingFailure(E::ResourceFlags, call, buffer.flags, AllowUnorderedAccess);
        diagnosis.heapType = buffer.heapType;
        return diagnosis;
    }
    if (!IsRightHeap(buffer.heapType)) { return BindingFailure(E::HeapType, call, buffer.heapType, DefaultHeap); }
    return range.Ok() ? FindTooSmall(call, slot, binding, buffer.sizeInBytes) : RangeFailure(call, range);
}

// Checks the binding of one tensor or resource with its slot. If the role of the slot is Unknown, every type is right,
// because it is not known whether the slot needs a buffer.
template <class BufferOf>
BindingDiagnosis CheckBinding(BindingCall call, const BindingSlot& slot, const DML_BINDING_DESC& binding,
                              const BufferOf& bufferOf) noexcept
{
    using E = BindingError;
    const bool needsBuffer = NeedsBuffer(call, slot), isUnknown = slot.role == BindingRole::Unknown;
    const std::uint32_t type = static_cast<std::uint32_t>(binding.Type);
    if (type == BufferBinding)
    {
        return CheckRange(call, slot, *static_cast<const DML_BUFFER_BINDING*>(binding.Desc), bufferOf);
    }
    if (needsBuffer) { return BindingFailure(E::BindingType, call, type, BufferBinding); }
    return type == NoneBinding || isUnknown ? BindingDiagnosis() : BindingFailure(E::UnexpectedBuffer, call, type);
}

// Returns the index of the binding that could be exchanged with binding i, of which a range is too small: see
// BindingDiagnosis::otherBinding.
template <class BufferOf>
std::uint32_t FindOtherBinding(BindingCall call, const BindingSlots& slots, const DML_BINDING_DESC* bindings,
                               std::uint32_t i, const BufferOf& bufferOf) noexcept
{
    // Returns whether a binding has exactly the bytes of a slot, without any other fault there.
    const auto fits = [&](std::uint32_t binding, std::uint32_t slot) noexcept
    {
        const bool isBuffer = static_cast<std::uint32_t>(bindings[binding].Type) == BufferBinding;
        return isBuffer && CheckBinding(call, SlotAt(slots, slot), bindings[binding], bufferOf).Ok()
               && static_cast<const DML_BUFFER_BINDING*>(bindings[binding].Desc)->SizeInBytes
                      == BytesOf(SlotAt(slots, slot));
    };
    for (std::uint32_t j = 0; j < slots.count; ++j)
    {
        if (fits(i, j) && fits(j, i)) { return j; }
    }
    return None32;
}

// Returns whether a slot has this role.
inline bool HasRole(const BindingSlots& slots, BindingRole role) noexcept
{
    for (std::uint32_t i = 0; i < slots.count; ++i)
    {
        if (slots.slots[i].role == role) { return true; }
    }
    return false;
}

// Checks the BUFFER_ARRAY with the inputs of one of the operators that the initializer initializes.
template <class BufferOf>
BindingDiagnosis CheckBufferArray(const BindingSlots& inputs, const DML_BINDING_DESC& binding,
                                  const BufferOf& bufferOf) noexcept
{
    using E = BindingError;
    constexpr BindingCall Call = BindingCall::InitializerInputs;
    const std::uint32_t type = static_cast<std::uint32_t>(binding.Type);
    if (type == NoneBinding) { return BindingFailure(E::Terminates, Call, type, BufferArrayBinding); }
    if (type != BufferArrayBinding) { return BindingFailure(E::BindingType, Call, type, BufferArrayBinding); }
    const auto& array = *static_cast<const DML_BUFFER_ARRAY_BINDING*>(binding.Desc);
    const BindingDiagnosis wrongSlot = FindWrongSlot(Call, inputs);
    if (!wrongSlot.Ok()) { return wrongSlot; }
    // The documentation of BindInputs allows an empty array if nothing is to be bound.
    const bool isEmpty = array.BindingCount == 0 && !HasRole(inputs, BindingRole::OwnedByDml);
    if (inputs.isKnown && !isEmpty && array.BindingCount != inputs.count)
    {
        return BindingFailure(E::BindingCount, Call, array.BindingCount, inputs.count);
    }
    const auto checkEntry = [&](std::uint32_t i) noexcept
    { return WithSlot(CheckRange(Call, SlotAt(inputs, i), array.Bindings[i], bufferOf), SlotAt(inputs, i), i); };
    return WorstOf(array.BindingCount, checkEntry);
}

// Runs both passes over all bindings, and compares the number of bindings after the first one. A count of 0 is always
// right, because it unbinds.
template <class CheckAloneAt, class CheckWithSlotAt>
BindingDiagnosis RunPasses(BindingCall call, const DML_BINDING_DESC* bindings, std::uint32_t bindingCount,
                           std::uint32_t requiredCount, const CheckAloneAt& checkAlone,
                           const CheckWithSlotAt& checkWithSlot) noexcept
{
    using E = BindingError;
    if (bindings == nullptr && bindingCount != 0) { return BindingFailure(E::NullBindings, call, 0, bindingCount); }
    const BindingDiagnosis alone = WorstOf(bindingCount, checkAlone);
    if (!alone.Ok()) { return alone; }
    const bool isCountRight = bindingCount == 0 || bindingCount == requiredCount;
    return isCountRight ? WorstOf(bindingCount, checkWithSlot)
                        : BindingFailure(E::BindingCount, call, bindingCount, requiredCount);
}
} // namespace detail

/// Returns the verdict of DirectML on the bindings of BindInputs or BindOutputs. BindInputs of an initializer has other
/// rules (ValidateInitializerInputs).
///
/// call: Inputs, Outputs or InitializerOutputs. slots: the slots of all inputs or all outputs.
/// bufferOf: a function that returns the BoundBuffer of a Buffer. It may be called twice for a binding.
///
/// Errors, in the order of DirectML's checks. It first checks each binding alone, without its slot:
///   - NullBindings: the array is null. required: its count.
///   - BindingType: Type is not 0, 1 or 2. actual: Type, required: the type that is right.
///   - NullBindingDesc: Desc is null, and Type is not NONE.
///   - NullBuffer: Buffer is null, and Offset or SizeInBytes is not 0. actual: Offset, required: the minimum of
///     SizeInBytes.
///   - ResourceDevice: the buffer belongs to another Direct3D 12 device.
///   - Buffer: Offset is not a multiple of 16. `buffer` has the numbers.
///   - ResourceDimension: the resource is not a buffer. actual: Dimension, required: 1.
///   - Buffer: the range ends beyond the buffer. `buffer` has the numbers.
///
/// Then it checks the bindings with their slots:
///   - BindingCount: the count is neither 0 nor the number of slots. actual: the count, required: the number.
///   - BindingType: the slot needs a BUFFER, and Type is another. actual: Type, required: 1.
///   - UnexpectedBuffer: a buffer is bound to a slot that needs none. actual: Type.
///   - NullBuffer: the slot needs a buffer, and Buffer is null. required: the minimum of SizeInBytes.
///   - Buffer: SizeInBytes is too small, or Offset breaks the guaranteed alignment. `buffer` has the numbers.
///   - ResourceFlags: Flags lack ALLOW_UNORDERED_ACCESS. actual: Flags, required: 4.
///   - HeapType: the heap is neither DEFAULT nor CUSTOM. actual: the type, required: 1.
///
/// Hazards:
///   - Buffer: the end of the range exceeds 64 bits (BindingWraps).
///   - GraphBindingTooSmall: a graph uses more bytes. actual: SizeInBytes, required: the bytes that are used.
///
/// WrongArgument comes before all of these: another function checks `call`, or a slot is of an output in a call for
/// inputs, or the reverse.
///
/// Source: recorded results of DirectML 1.15.4. The outputs of initializers: the documentation.
template <class BufferOf>
BindingDiagnosis ValidateBindings(BindingCall call, const BindingSlots& slots, const DML_BINDING_DESC* bindings,
                                  std::uint32_t bindingCount, const BufferOf& bufferOf) noexcept
{
    const bool isOtherCall = detail::IsResourceCall(call) || call == BindingCall::InitializerInputs;
    if (isOtherCall) { return detail::BindingFailure(BindingError::WrongArgument, call); }
    const BindingDiagnosis wrongSlot = detail::FindWrongSlot(call, slots);
    if (!wrongSlot.Ok()) { return wrongSlot; }
    const auto checkAlone = [&](std::uint32_t i) noexcept
    {
        const BindingSlot slot = detail::SlotAt(slots, i);
        return detail::WithSlot(detail::CheckAlone(call, {&slot, 1}, bindings[i], bufferOf), slot);
    };
    const auto checkWithSlot = [&](std::uint32_t i) noexcept
    {
        const BindingSlot slot = detail::SlotAt(slots, i);
        return detail::WithSlot(detail::CheckBinding(call, slot, bindings[i], bufferOf), slot);
    };
    const std::uint32_t requiredCount = slots.isKnown ? slots.count : bindingCount;
    BindingDiagnosis found = detail::RunPasses(call, bindings, bindingCount, requiredCount, checkAlone, checkWithSlot);
    const bool isTooSmall =
        found.error == BindingError::GraphBindingTooSmall || found.buffer == TensorError::BindingTooSmall;
    if (isTooSmall) { found.otherBinding = detail::FindOtherBinding(call, slots, bindings, found.binding, bufferOf); }
    return found;
}

/// Returns the verdict of DirectML on the bindings of BindInputs of an initializer.
///
/// operators: the input slots of each operator, in the order of the initializer; null if they are not known.
/// operatorCount: the number of operators. bufferOf: as for ValidateBindings.
///
/// Errors, in order: those of ValidateBindings with these differences:
///   - BindingType: Type is not BUFFER_ARRAY. actual: Type, required: 2.
///   - Terminates: Type is NONE. DirectML crashes. actual: 0, required: 2.
///   - BindingCount: the count is neither 0 nor operatorCount, or the BindingCount of a BUFFER_ARRAY is not the number
///     of the operator's inputs. actual: the count, required: the number.
///   - WrongArgument: a slot is of an output. This comes before the count of that BUFFER_ARRAY.
///
/// Source: recorded results of DirectML 1.15.4. An empty BUFFER_ARRAY: the documentation of BindInputs.
template <class BufferOf>
BindingDiagnosis ValidateInitializerInputs(const BindingSlots* operators, std::uint32_t operatorCount,
                                           const DML_BINDING_DESC* bindings, std::uint32_t bindingCount,
                                           const BufferOf& bufferOf) noexcept
{
    constexpr BindingCall Call = BindingCall::InitializerInputs;
    const auto inputsOf = [&](std::uint32_t i) noexcept {
        return operators != nullptr && i < operatorCount ? operators[i] : BindingSlots{nullptr, 0, false};
    };
    const auto checkAlone = [&](std::uint32_t i) noexcept
    { return detail::CheckAlone(Call, inputsOf(i), bindings[i], bufferOf); };
    const auto checkArray = [&](std::uint32_t i) noexcept
    { return detail::CheckBufferArray(inputsOf(i), bindings[i], bufferOf); };
    return detail::RunPasses(Call, bindings, bindingCount, operatorCount, checkAlone, checkArray);
}

/// Returns the verdict of DirectML on the binding of BindTemporaryResource or BindPersistentResource. A binding of the
/// type NONE unbinds.
///
/// call: TemporaryResource or PersistentResource; InitializerPersistentResource if the table is an initializer's.
/// slot: the result of SlotOfResource. bufferOf: as for ValidateBindings.
///
/// Errors, in order:
///   - WrongArgument: another function checks `call`.
///   - NullBinding: the pointer is null. DirectML crashes.
///   - The errors of ValidateBindings that need no slot.
///   - InitializerPersistent: an initializer has no persistent resource.
///   - The errors of ValidateBindings that need the slot.
///
/// Hazard:
///   - TemporaryTooSmall: SizeInBytes of a temporary resource is smaller than its TemporaryResourceSize. DirectML does
///     not compare the two. actual: SizeInBytes, required: TemporaryResourceSize.
///
/// Source: recorded results of DirectML 1.15.4.
template <class BufferOf>
BindingDiagnosis ValidateResourceBinding(BindingCall call, const BindingSlot& slot, const DML_BINDING_DESC* binding,
                                         const BufferOf& bufferOf) noexcept
{
    using E = BindingError;
    if (!detail::IsResourceCall(call)) { return detail::BindingFailure(E::WrongArgument, call); }
    if (binding == nullptr) { return detail::BindingFailure(E::NullBinding, call); }
    BindingSlot compared = slot; // DirectML does not compare the size of a temporary resource
    if (call == BindingCall::TemporaryResource)
    {
        compared.usedSizeInBytes = slot.sizeInBytes;
        compared.sizeInBytes = compared.alignment = 0;
    }
    BindingDiagnosis diagnosis = detail::CheckAlone(call, {&compared, 1}, *binding, bufferOf);
    if (diagnosis.Ok() && call == BindingCall::InitializerPersistentResource)
    {
        return detail::BindingFailure(E::InitializerPersistent, call);
    }
    if (diagnosis.Ok()) { diagnosis = detail::CheckBinding(call, compared, *binding, bufferOf); }
    if (!diagnosis.Ok()) { diagnosis.slot = compared; }
    return diagnosis;
}

/// The bindings of a binding table when RecordDispatch is called.
struct DispatchBindings
{
    DML_OPERATOR_TYPE type = DML_OPERATOR_INVALID; ///< the type of the compiled operator; INVALID for any other
    BindingSlots inputs = {};                      ///< the slots of BindInputs; for an initializer, of all operators
    BindingSlots outputs = {};                     ///< the slots of BindOutputs
    BindingSlot temporaryResource = SlotOfResource("the temporary resource", 0);   ///< of size 0 if none is needed
    BindingSlot persistentResource = SlotOfResource("the persistent resource", 0); ///< of size 0 if none is needed
    bool isInitializer = false;         ///< whether RecordDispatch gets an initializer
    bool hasInputs = false;             ///< whether the last BindInputs had a count that is not 0
    bool hasOutputs = false;            ///< whether the last BindOutputs had a count that is not 0
    bool hasTemporaryResource = false;  ///< whether the last BindTemporaryResource bound a buffer
    bool hasPersistentResource = false; ///< whether the last BindPersistentResource bound a buffer
};

/// Returns whether RecordDispatch finds everything bound.
///
/// Errors:
///   - NotBound: something is not bound. `slot` is the first slot that needs it, `call` is the missing call.
///
/// Source: recorded results of DirectML 1.15.4. QUANTIZED_LINEAR_CONVOLUTION alone does not notice missing inputs
/// and outputs.
inline BindingDiagnosis ValidateDispatch(const DispatchBindings& dispatch) noexcept
{
    constexpr std::uint32_t QuantizedLinearConvolution = 120;
    const bool isNoticed = static_cast<std::uint32_t>(dispatch.type) != QuantizedLinearConvolution;
    const bool isInitializer = dispatch.isInitializer;
    const struct
    {
        bool isBound;
        BindingCall call;
        BindingSlots slots;
    } calls[] = {{dispatch.hasInputs || !isNoticed,
                  isInitializer ? BindingCall::InitializerInputs : BindingCall::Inputs, dispatch.inputs},
                 {dispatch.hasOutputs || !isNoticed,
                  isInitializer ? BindingCall::InitializerOutputs : BindingCall::Outputs, dispatch.outputs},
                 {dispatch.hasTemporaryResource, BindingCall::TemporaryResource, {&dispatch.temporaryResource, 1}},
                 {dispatch.hasPersistentResource, BindingCall::PersistentResource, {&dispatch.persistentResource, 1}}};
    for (const auto& [isBound, call, slots] : calls)
    {
        for (std::uint32_t i = 0; !isBound && i < slots.count; ++i)
        {
            if (!detail::NeedsBuffer(call, slots.slots[i])) { continue; }
            return detail::WithSlot(detail::BindingFailure(BindingError::NotBound, call), slots.slots[i]);
        }
    }
    return {};
}

// =====================================================================================================================
//   Sentences
// =====================================================================================================================

namespace detail
{
// Returns the name of the method of IDMLBindingTable.
inline const char* NameOf(BindingCall call) noexcept
{
    switch (call)
    {
    case BindingCall::Inputs:
    case BindingCall::InitializerInputs: return "BindInputs";
    case BindingCall::Outputs:
    case BindingCall::InitializerOutputs: return "BindOutputs";
    case BindingCall::TemporaryResource: return "BindTemporaryResource";
    case BindingCall::PersistentResource:
    case BindingCall::InitializerPersistentResource: return "BindPersistentResource";
    }
    return "?";
}

namespace binding_texts
{
using E = BindingError;
using D = BindingDiagnosis;

// The causes in DTU_BINDING_ERRORS: functions of the diagnosis. The first sentence whose cause returns true is used.
inline bool IsOfNamedSlot(const D& d) noexcept { return d.slot.name[0] != '\0'; }
inline bool HasBinding(const D& d) noexcept { return d.binding != None32; }
inline bool HasNothingToBind(const D& d) noexcept { return !HasBinding(d) && d.required == 0; }
inline bool IsOfInitializerInputs(const D& d) noexcept { return d.call == BindingCall::InitializerInputs; }
inline bool IsOfInitializer(const D& d) noexcept
{
    return IsOfInitializerInputs(d) || d.call == BindingCall::InitializerOutputs;
}
// Returns whether a temporary or persistent resource is bound, not a tensor.
inline bool IsOfResource(const D& d) noexcept
{
    return d.call == BindingCall::TemporaryResource || d.call == BindingCall::PersistentResource
           || d.call == BindingCall::InitializerOutputs;
}
inline bool IsTooSmallResource(const D& d) noexcept
{
    return IsOfResource(d) && d.buffer == TensorError::BindingTooSmall;
}
inline bool IsMissingResource(const D& d) noexcept { return IsOfResource(d) && d.actual == NoneBinding; }
inline bool HasOffset(const D& d) noexcept { return d.actual != 0; }
inline bool NeedsNoBuffer(const D& d) noexcept
{
    return d.slot.role == BindingRole::Null || (d.slot.role == BindingRole::OwnedByDml) != IsOfInitializerInputs(d);
}
inline bool IsInWrongHeap(const D& d) noexcept { return !IsRightHeap(d.heapType); }
inline bool MayBeExchanged(const D& d) noexcept { return d.otherBinding != None32; }
inline bool LeavesBuffer(const D& d) noexcept { return !d.buffer.Ok(); }
inline bool IsOfNullTensor(const D& d) noexcept { return d.slot.role == BindingRole::Null; }
template <std::uint32_t Type> bool IsTypeOfSlot(const D& d) noexcept { return d.actual == Type && !IsOfResource(d); }
inline bool HasNoMinimum(const D& d) noexcept { return d.required == 0; }
inline bool Otherwise(const D&) noexcept { return true; }

inline constexpr ErrorSentence<E, bool (*)(const D&) noexcept> Sentences[] = {
    DTU_BINDING_ERRORS(DTU_ERROR_SENTENCE, DTU_ERROR_ALSO)};
#undef DTU_BINDING_ERRORS
} // namespace binding_texts

// Writes the sentence of a diagnosis.
struct BindingSentence : MessageWriter
{
    const BindingDiagnosis& diagnosis;

    explicit BindingSentence(const BindingDiagnosis& found) noexcept : diagnosis(found) {}

    // Appends "InputTensors[2]" for an element of a member of the operator's struct, and "graph input 2" for a slot
    // that is not a member.
    void AppendSlot() noexcept
    {
        const BindingSlot& slot = diagnosis.slot;
        const bool isMember = slot.name[0] >= 'A' && slot.name[0] <= 'Z';
        Append(slot.name);
        if (isMember) { AppendIndex(slot.element); }
        else if (slot.element != None32) { Append(' ', slot.element); }
    }

    // Appends "BindInputs[0]".
    void AppendCall() noexcept
    {
        Append(NameOf(diagnosis.call));
        AppendIndex(diagnosis.binding);
    }

    // Appends "BindInputs[0].Bindings[2] (FilterTensor)".
    void AppendPlace() noexcept
    {
        AppendCall();
        if (diagnosis.entry != None32) { Append(".Bindings[", diagnosis.entry, "]"); }
        if (diagnosis.slot.name[0] == '\0') { return; }
        Append(" (");
        AppendSlot();
        Append(")");
    }

    // Appends "2 (BUFFER_ARRAY)".
    void AppendType(std::uint64_t type) noexcept
    {
        constexpr const char* Names[] = {" (NONE)", " (BUFFER)", " (BUFFER_ARRAY)"};
        Append(type, type < 3 ? Names[type] : "");
    }

    // Appends a value and its name, such as "2 (UPLOAD)".
    void AppendNamed(std::uint64_t value, std::initializer_list<const char*> names) noexcept
    {
        Append(value, value < names.size() ? names.begin()[value] : "");
    }

    // Appends the type that is right, such as "1 (BUFFER)", and for an initializer what the array must contain.
    void AppendNeededType() noexcept
    {
        AppendType(diagnosis.required);
        if (diagnosis.call != BindingCall::InitializerInputs) { return; }
        Append(" with one entry for each input of that operator, and a null Buffer for each input without "
               "DML_TENSOR_FLAG_OWNED_BY_DML; if no input has that flag, do not call BindInputs");
    }

    void AppendPlaceholder(const char* text) noexcept
    {
        if (StartsWith(text, "{place}")) { AppendPlace(); }
        else if (StartsWith(text, "{slot}")) { AppendSlot(); }
        else if (StartsWith(text, "{call}")) { AppendCall(); }
        else if (StartsWith(text, "{side}")) { Append(IsInputsCall(diagnosis.call) ? "input" : "output"); }
        else if (StartsWith(text, "{function}"))
        {
            Append(IsResourceCall(diagnosis.call)                     ? "ValidateResourceBinding"
                   : diagnosis.call == BindingCall::InitializerInputs ? "ValidateInitializerInputs"
                                                                      : "ValidateBindings");
        }
        else if (StartsWith(text, "{type}")) { AppendType(diagnosis.actual); }
        else if (StartsWith(text, "{needed type}")) { AppendNeededType(); }
        else if (StartsWith(text, "{slot size}")) { Append(BytesOf(diagnosis.slot)); }
        else if (StartsWith(text, "{binding}")) { Append(diagnosis.binding); }
        else if (StartsWith(text, "{other}")) { Append(diagnosis.otherBinding); }
        else if (StartsWith(text, "{dimension}"))
        {
            AppendNamed(diagnosis.actual, {" (UNKNOWN)", "", " (TEXTURE1D)", " (TEXTURE2D)", " (TEXTURE3D)"});
        }
        else if (StartsWith(text, "{heap}"))
        {
            const bool isOfFlags = diagnosis.error == BindingError::ResourceFlags; // then `actual` is Flags
            AppendNamed(isOfFlags ? diagnosis.heapType : diagnosis.actual,
                        {"", "", " (UPLOAD)", " (READBACK)", "", " (GPU_UPLOAD)"});
        }
        else if (StartsWith(text, "{node}")) { Append(diagnosis.slot.nodeTensor, " of node ", diagnosis.slot.node); }
        else if (StartsWith(text, "{width}")) { Append(diagnosis.buffer.required); }
        else { Append(Explain(diagnosis.buffer).c_str()); } // {range}
    }

    // Appends the sentence and the name of the error. For the error Buffer, {range} ends with the name of its error.
    void AppendSentence() noexcept
    {
        AppendFilled(SentenceIn(binding_texts::Sentences, diagnosis.error, diagnosis), diagnosis,
                     [this](const char* text) { AppendPlaceholder(text); });
        const bool needsName = !diagnosis.Ok() && diagnosis.error != BindingError::Buffer;
        if (needsName) { Append(" [", ToString(diagnosis.error), ']'); }
    }
};
} // namespace detail

/// Returns the diagnosis as a sentence. It names the call, the binding and the tensor, and ends with the reason:
/// "BindInputs[1] (FilterTensor): Buffer is null; bind a buffer of at least 36 bytes [NullBuffer]". Returns "no error"
/// for None.
inline Message Explain(const BindingDiagnosis& diagnosis) noexcept
{
    detail::BindingSentence sentence(diagnosis);
    sentence.AppendSentence();
    return sentence.message;
}

/// Writes the sentence to a stream of any character type. Include `<ostream>` yourself.
template <class Stream, class = typename Stream::traits_type>
Stream& operator<<(Stream& stream, const BindingDiagnosis& diagnosis)
{
    return stream << Explain(diagnosis);
}

} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#endif // DML_TENSOR_BINDINGS_HPP
