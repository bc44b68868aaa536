// Compares the validation of bindings with DirectML's recorded answers, and tests its sentences.
#include "models/bindings.hpp"
#include "models/device_calls.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace bindings_test
{

namespace
{

using namespace dml_tensor_utils;
using binding_facts::Bindings;
using binding_facts::Operator;

// A buffer that is large enough for every tensor of the file, and one that is not.
char anyBuffer = 0, smallBuffer = 0, uploadBuffer = 0, readbackBuffer = 0;

BoundBuffer BufferOf(const void* buffer)
{
    if (buffer == &uploadBuffer) { return {1U << 20, 2}; }
    if (buffer == &readbackBuffer) { return {1U << 20, 3}; }
    return {buffer == &smallBuffer ? 16U : 1U << 20, 1};
}

BindingDiagnosis VerdictOf(const Operator& op, const std::string& call, const std::string& name,
                           const std::string& text)
{
    const BindingSlots inputs = op.Inputs();
    const Bindings bindings(text, call == "BindOutputs" ? op.outputs : op.inputs, &anyBuffer);
    if (call == "BindInputs")
    {
        return ValidateBindings(BindingCall::Inputs, inputs, bindings.Data(), bindings.Count(), BufferOf);
    }
    if (call == "BindOutputs")
    {
        return ValidateBindings(BindingCall::Outputs, op.Outputs(), bindings.Data(), bindings.Count(), BufferOf);
    }
    if (call == "initializer, BindInputs")
    {
        return ValidateInitializerInputs(&inputs, 1, bindings.Data(), bindings.Count(), BufferOf);
    }
    DispatchBindings dispatch;
    dispatch.type = op.description.Desc().Type;
    dispatch.inputs = inputs;
    dispatch.outputs = op.Outputs();
    dispatch.isInitializer = call == "initializer, RecordDispatch";
    if (dispatch.isInitializer)
    {
        dispatch.outputs = {};
        dispatch.hasInputs = bindings.Count() != 0;
    }
    else
    {
        dispatch.hasInputs = name != "inputs not bound";
        dispatch.hasOutputs = name != "outputs not bound";
    }
    return ValidateDispatch(dispatch);
}

TEST(Bindings, EveryRecordedRowAgrees)
{
    std::map<std::string, std::uint32_t> answers;
    for (const binding_facts::Row& row : binding_facts::Rows())
    {
        const BindingDiagnosis found = VerdictOf(*row.op, row.call, row.nameOfCase, row.bindings);
        const std::string answer = found.Accepted()                          ? "accepted"
                                   : found.error == BindingError::Terminates ? "crash"
                                                                             : "device removed";
        EXPECT_EQ(answer, row.answer) << row.line << ' ' << Explain(found).c_str();
        ++answers[row.answer];
    }
    EXPECT_EQ(answers,
              (std::map<std::string, std::uint32_t>{{"accepted", 363}, {"crash", 28}, {"device removed", 535}}));
}

// ---- sentences -------------------------------------------------------------------------------------------------------
const Operator& Convolution()
{
    static const Operator op("CONVOLUTION", "FLOAT32:1,1,4,4 FLOAT32:1,1,3,3 - FLOAT32:1,1,2,2");
    return op;
}
const Operator& OwnedFilter()
{
    static const Operator op("CONVOLUTION", "FLOAT32:1,1,4,4 FLOAT32:1,1,3,3:OWNED_BY_DML - FLOAT32:1,1,2,2");
    return op;
}

std::string InputsSentence(const Operator& op, const std::string& text)
{
    return Explain(VerdictOf(op, "BindInputs", "", text)).c_str();
}
std::string InitializerSentence(const Operator& op, const std::string& text)
{
    return Explain(VerdictOf(op, "initializer, BindInputs", "", text)).c_str();
}

TEST(Bindings, SentencesNameTheCallTheBindingAndTheTensor)
{
    EXPECT_EQ(InputsSentence(Convolution(), "BUFFER; BUFFER; NONE"), "no error");
    EXPECT_EQ(InputsSentence(Convolution(), "BUFFER; BUFFER"),
              "BindInputs: bindingCount is 2; it must be 3, one for each input, null tensors included, "
              "or 0, which unbinds all [BindingCount]");
    EXPECT_EQ(InputsSentence(Convolution(), "BUFFER; NONE; NONE"),
              "BindInputs[1] (FilterTensor): Type is 0 (NONE); it must be 1 (BUFFER), because the slot needs a buffer "
              "[BindingType]");
    EXPECT_EQ(InputsSentence(Convolution(), "BUFFER; BUFFER of null; NONE"),
              "BindInputs[1] (FilterTensor): Buffer is null; bind a buffer of at least 36 bytes [NullBuffer]");
    EXPECT_EQ(InputsSentence(Convolution(), "BUFFER; BUFFER; BUFFER"),
              "BindInputs[2] (BiasTensor): a buffer is bound, but the tensor is null in the operator's description; "
              "bind nothing [UnexpectedBuffer]");
    EXPECT_EQ(InputsSentence(OwnedFilter(), "BUFFER; BUFFER; NONE"),
              "BindInputs[1] (FilterTensor): a buffer is bound, but the tensor has DML_TENSOR_FLAG_OWNED_BY_DML; bind "
              "it to the initializer instead, and nothing here [UnexpectedBuffer]");
    const Operator join("JOIN", "FLOAT32:2+FLOAT32:2+FLOAT32:2 FLOAT32:6 Axis=0");
    EXPECT_EQ(InputsSentence(join, "BUFFER; BUFFER of null; BUFFER"),
              "BindInputs[1] (InputTensors[1]): Buffer is null; bind a buffer of at least 8 bytes [NullBuffer]");
    EXPECT_EQ(InputsSentence(Operator("ELEMENT_WISE_IDENTITY", "FLOAT32:4 FLOAT32:4"), "BUFFER_ARRAY of 1"),
              "BindInputs[0] (InputTensor): Type is 2 (BUFFER_ARRAY); it must be 1 (BUFFER), one for each slot "
              "[BindingType]");
}

TEST(Bindings, SentencesOfInitializers)
{
    EXPECT_EQ(InitializerSentence(OwnedFilter(), "BUFFER_ARRAY(BUFFER of null,BUFFER,BUFFER of null)"), "no error");
    EXPECT_EQ(InitializerSentence(OwnedFilter(), "NONE"),
              "BindInputs[0]: Type is 0 (NONE), at which DirectML crashes; it must be 2 (BUFFER_ARRAY) with one entry "
              "for each input of that operator, and a null Buffer for each input without "
              "DML_TENSOR_FLAG_OWNED_BY_DML; if no input has that flag, do not call BindInputs [Terminates]");
    EXPECT_EQ(InitializerSentence(OwnedFilter(), "BUFFER_ARRAY(BUFFER)"),
              "BindInputs[0]: BindingCount is 1; it must be 3, one for each input of that operator, null tensors "
              "included [BindingCount]");
    EXPECT_EQ(InitializerSentence(OwnedFilter(), "BUFFER_ARRAY(BUFFER,BUFFER,BUFFER of null)"),
              "BindInputs[0].Bindings[0] (InputTensor): a buffer is bound, but the tensor does not have "
              "DML_TENSOR_FLAG_OWNED_BY_DML; leave its Buffer null, and bind it when the operator is executed "
              "[UnexpectedBuffer]");
    EXPECT_EQ(InitializerSentence(OwnedFilter(), "NONE; NONE"),
              "BindInputs: bindingCount is 2; it must be 1, one for each operator of the initializer, or 0, which "
              "unbinds all [BindingCount]");
    // The documentation of BindInputs allows an empty array, no answer is recorded.
    EXPECT_EQ(InitializerSentence(Convolution(), "BUFFER_ARRAY("), "no error");
}

// One range for the input of an ELEMENT_WISE_IDENTITY of 16 bytes.
BindingDiagnosis RangeVerdict(BindingCall call, const BindingSlot& slot, void* buffer, std::uint64_t offset,
                              std::uint64_t size)
{
    DML_BUFFER_BINDING range = {};
    range.Buffer = reinterpret_cast<decltype(range.Buffer)>(buffer);
    range.Offset = offset;
    range.SizeInBytes = size;
    const DML_BINDING_DESC binding = {DML_BINDING_TYPE_BUFFER, &range};
    return call == BindingCall::TemporaryResource || call == BindingCall::PersistentResource
               ? ValidateResourceBinding(call, slot, &binding, BufferOf)
               : ValidateBindings(call, {&slot, 1}, &binding, 1, BufferOf);
}

TEST(Bindings, RangesAreCheckedToo)
{
    const BindingSlot slot = {"InputTensor", detail::None32, BindingRole::Bound, 16, 0};
    const auto sentence = [&](void* buffer, std::uint64_t offset, std::uint64_t size)
    { return std::string(Explain(RangeVerdict(BindingCall::Inputs, slot, buffer, offset, size)).c_str()); };
    EXPECT_EQ(sentence(&smallBuffer, 0, 16), "no error");
    EXPECT_EQ(sentence(&smallBuffer, 16, 16).substr(0, 29), "BindInputs[0] (InputTensor): ");
    EXPECT_EQ(RangeVerdict(BindingCall::Inputs, slot, &smallBuffer, 16, 16).buffer, TensorError::BindingOutside);
    EXPECT_EQ(RangeVerdict(BindingCall::Inputs, slot, &anyBuffer, 8, 16).buffer, TensorError::BindingAlignment);
    EXPECT_EQ(RangeVerdict(BindingCall::Inputs, slot, &anyBuffer, 0, 12).buffer, TensorError::BindingTooSmall);
    EXPECT_EQ(sentence(&uploadBuffer, 0, 16),
              "BindInputs[0] (InputTensor): the buffer is in a heap of type 2 (UPLOAD); it must be 1 (DEFAULT) or "
              "4 (CUSTOM) [HeapType]");
    EXPECT_EQ(RangeVerdict(BindingCall::Inputs, slot, &readbackBuffer, 0, 16).error, BindingError::HeapType);
    const BindingDiagnosis wraps = RangeVerdict(BindingCall::Inputs, slot, &anyBuffer, 0xFFFFFFFFFFFFFFF0U, 16);
    EXPECT_TRUE(wraps.Accepted());
    EXPECT_FALSE(wraps.Ok());
    EXPECT_EQ(wraps.buffer, TensorError::BindingWraps);
    // A compiled graph does not compare SizeInBytes with the tensor.
    const BindingSlot ofGraph = {"graph input", 0, BindingRole::Bound, 0, 0};
    EXPECT_TRUE(RangeVerdict(BindingCall::Inputs, ofGraph, &anyBuffer, 0, 4).Ok());
    EXPECT_EQ(RangeVerdict(BindingCall::Inputs, ofGraph, &smallBuffer, 16, 4).buffer, TensorError::BindingOutside);
}

// Returns the sentence about bindings of these sizes, all of which are in the buffer, for inputs that need others.
std::string SentenceOfSizes(const std::vector<BindingSlot>& slots, const std::vector<std::uint64_t>& sizes,
                            std::uint64_t secondOffset = 0)
{
    std::vector<DML_BUFFER_BINDING> ranges(sizes.size());
    std::vector<DML_BINDING_DESC> bindings;
    for (std::size_t i = 0; i < sizes.size(); ++i)
    {
        ranges[i].Buffer = reinterpret_cast<decltype(ranges[i].Buffer)>(&anyBuffer);
        ranges[i].Offset = i == 1 ? secondOffset : 0;
        ranges[i].SizeInBytes = sizes[i];
        bindings.push_back({sizes[i] == 0 ? DML_BINDING_TYPE_NONE : DML_BINDING_TYPE_BUFFER, &ranges[i]});
    }
    const auto count = static_cast<std::uint32_t>(sizes.size());
    return Explain(ValidateBindings(BindingCall::Inputs, {slots.data(), count}, bindings.data(), count, BufferOf))
        .c_str();
}

// The inputs of a GEMM of {64, 64} and {64, 40}, in the wrong order, and without a CTensor.
TEST(Bindings, ExchangedBindingsAreNamed)
{
    const std::vector<BindingSlot> slots = {{"ATensor", detail::None32, BindingRole::Bound, 16384, 64},
                                            {"BTensor", detail::None32, BindingRole::Bound, 10240, 0},
                                            {"CTensor", detail::None32, BindingRole::Null, 0, 0}};
    const std::string minimum = "BindInputs[0] (ATensor): the binding's SizeInBytes is 10240; it must be at least "
                                "16384, the tensor's TotalTensorSizeInBytes";
    const std::string exchanged = "; bindings 0 and 1 would fit if exchanged [BindingTooSmall]";
    const std::string small = ", or DirectML removes its device [BindingTooSmall]";
    EXPECT_EQ(SentenceOfSizes(slots, {16384, 10240, 0}), "no error");
    EXPECT_EQ(SentenceOfSizes(slots, {10240, 16384, 0}), minimum + exchanged);
    EXPECT_EQ(SentenceOfSizes(slots, {10240, 16400, 0}), minimum + small);
    EXPECT_EQ(SentenceOfSizes(slots, {10240, 10240, 0}), minimum + small);
    // ATensor guarantees a multiple of 64, which the binding of BTensor is not.
    EXPECT_EQ(SentenceOfSizes(slots, {10240, 16384, 0}, 16), minimum + small);
    EXPECT_EQ(SentenceOfSizes(slots, {10240, 16384, 0}, 64), minimum + exchanged);

    // A graph has no minimum, but uses the bytes of its tensors.
    std::vector<BindingSlot> ofGraph = {{"graph input", 0}, {"graph input", 1}};
    ofGraph[0].usedSizeInBytes = 16384;
    ofGraph[1].usedSizeInBytes = 10240;
    for (BindingSlot& slot : ofGraph) { slot.node = 0; }
    ofGraph[0].nodeTensor = "ATensor";
    EXPECT_EQ(
        SentenceOfSizes(ofGraph, {10240, 16384}),
        "BindInputs[0] (graph input 0): DirectML accepts this, but SizeInBytes is 10240, and the graph uses 16384 "
        "bytes (ATensor of node 0); bindings 0 and 1 would fit if exchanged [GraphBindingTooSmall]");
}

// SizeInBytes is that of the whole buffer although Offset is not 0.
TEST(Bindings, ASmallerRangeThatFitsIsNamed)
{
    const std::string outside = "BindInputs[0] (InputTensor): the binding ends at byte 32 (Offset + SizeInBytes); it "
                                "must end within the 16 bytes of the buffer, or DirectML removes its device";
    const auto sentence = [](const BindingSlot& slot)
    { return std::string(Explain(RangeVerdict(BindingCall::Inputs, slot, &smallBuffer, 0, 32)).c_str()); };
    BindingSlot slot = {"InputTensor", detail::None32, BindingRole::Bound, 16, 0};
    EXPECT_EQ(sentence(slot),
              outside + ". It fits if SizeInBytes is only the tensor's TotalTensorSizeInBytes [BindingOutside]");
    slot.sizeInBytes = 20;
    EXPECT_EQ(sentence(slot), outside + " [BindingOutside]");
    slot.sizeInBytes = 0;
    EXPECT_EQ(sentence(slot), outside + " [BindingOutside]"); // the bytes are not known
    // A persistent resource has no TotalTensorSizeInBytes.
    const BindingSlot resource = SlotOfResource("the persistent resource", 16);
    EXPECT_STREQ(
        Explain(RangeVerdict(BindingCall::PersistentResource, resource, &smallBuffer, 0, 32)).c_str(),
        "BindPersistentResource (the persistent resource): the binding ends at byte 32 (Offset + SizeInBytes); "
        "it must end within the 16 bytes of the buffer, or DirectML removes its device [BindingOutside]");
}

TEST(Bindings, AHazardDoesNotHideAnError)
{
    const BindingSlot slots[] = {{"ATensor", detail::None32, BindingRole::Bound, 16, 0},
                                 {"BTensor", detail::None32, BindingRole::Bound, 16, 0}};
    DML_BUFFER_BINDING ranges[2] = {};
    for (DML_BUFFER_BINDING& range : ranges)
    {
        range.Buffer = reinterpret_cast<decltype(range.Buffer)>(&anyBuffer);
        range.SizeInBytes = 16;
    }
    ranges[0].Offset = 0xFFFFFFFFFFFFFFF0U;
    ranges[1].Offset = 8;
    const DML_BINDING_DESC bindings[] = {{DML_BINDING_TYPE_BUFFER, &ranges[0]}, {DML_BINDING_TYPE_BUFFER, &ranges[1]}};
    const BindingDiagnosis found = ValidateBindings(BindingCall::Inputs, {slots, 2}, bindings, 2, BufferOf);
    EXPECT_EQ(found.binding, 1U);
    EXPECT_EQ(found.buffer, TensorError::BindingAlignment);
    EXPECT_STREQ(found.slot.name, "BTensor");
}

TEST(Bindings, TheFirstOfTwoHazardsIsNamed)
{
    const BindingSlot slots[] = {{"ATensor", detail::None32, BindingRole::Bound, 16, 0},
                                 {"BTensor", detail::None32, BindingRole::Bound, 16, 0}};
    DML_BUFFER_BINDING wraps = {};
    wraps.Buffer = reinterpret_cast<decltype(wraps.Buffer)>(&anyBuffer);
    wraps.Offset = 0xFFFFFFFFFFFFFFF0U;
    wraps.SizeInBytes = 16;
    const DML_BINDING_DESC bindings[] = {{DML_BINDING_TYPE_BUFFER, &wraps}, {DML_BINDING_TYPE_BUFFER, &wraps}};
    const BindingDiagnosis found = ValidateBindings(BindingCall::Inputs, {slots, 2}, bindings, 2, BufferOf);
    EXPECT_EQ(found.binding, 0U);
    EXPECT_EQ(found.buffer, TensorError::BindingWraps);
}

TEST(Bindings, ResourcesNeedTheirSizeAndAlignment)
{
    constexpr BindingCall Temporary = BindingCall::TemporaryResource;
    const BindingSlot needed = SlotOfResource("the temporary resource", 512);
    const BindingSlot notNeeded = SlotOfResource("the temporary resource", 0);
    EXPECT_TRUE(RangeVerdict(Temporary, needed, &anyBuffer, 256, 512).Ok());
    EXPECT_TRUE(RangeVerdict(Temporary, needed, &anyBuffer, 16, 512).Ok());
    EXPECT_STREQ(Explain(RangeVerdict(Temporary, needed, &anyBuffer, 0, 256)).c_str(),
                 "BindTemporaryResource (the temporary resource): DirectML accepts this, but SizeInBytes is 256, and "
                 "TemporaryResourceSize is 512; bind at least as many bytes [TemporaryTooSmall]");
    constexpr BindingCall Persistent = BindingCall::PersistentResource;
    EXPECT_EQ(RangeVerdict(Persistent, needed, &anyBuffer, 16, 512).buffer, TensorError::BindingAlignment);
    EXPECT_EQ(RangeVerdict(Persistent, needed, &anyBuffer, 0, 256).buffer, TensorError::BindingTooSmall);
    EXPECT_STREQ(Explain(RangeVerdict(Temporary, notNeeded, &anyBuffer, 0, 256)).c_str(),
                 "BindTemporaryResource (the temporary resource): Type is 1 (BUFFER); it must be 0 (NONE), because no "
                 "bytes are needed [UnexpectedBuffer]");
    const BindingDiagnosis null = ValidateResourceBinding(Temporary, needed, nullptr, BufferOf);
    EXPECT_TRUE(null.Terminates());
    EXPECT_STREQ(Explain(null).c_str(),
                 "BindTemporaryResource: the pointer is null, at which DirectML crashes; to unbind, "
                 "pass a DML_BINDING_DESC of type NONE [NullBinding]");
    const DML_BINDING_DESC none = {DML_BINDING_TYPE_NONE, nullptr};
    EXPECT_TRUE(ValidateResourceBinding(Temporary, notNeeded, &none, BufferOf).Ok());
    EXPECT_STREQ(
        Explain(ValidateResourceBinding(Temporary, needed, &none, BufferOf)).c_str(),
        "BindTemporaryResource (the temporary resource): Type is 0 (NONE); it must be 1 (BUFFER), of at least 512 "
        "bytes [BindingType]");

    DispatchBindings dispatch;
    const BindingSlot inputs[] = {{"InputTensor", detail::None32, BindingRole::Bound, 16, 0}};
    dispatch.inputs = {inputs, 1};
    dispatch.temporaryResource = needed;
    dispatch.persistentResource = notNeeded;
    EXPECT_STREQ(Explain(ValidateDispatch(dispatch)).c_str(),
                 "InputTensor is not bound; call BindInputs before RecordDispatch [NotBound]");
    dispatch.hasInputs = true;
    EXPECT_STREQ(Explain(ValidateDispatch(dispatch)).c_str(),
                 "the temporary resource is not bound; call BindTemporaryResource before RecordDispatch [NotBound]");
    dispatch.hasTemporaryResource = true;
    EXPECT_TRUE(ValidateDispatch(dispatch).Ok());
    dispatch.persistentResource = needed;
    EXPECT_EQ(ValidateDispatch(dispatch).call, BindingCall::PersistentResource);
}

TEST(Bindings, NullPointersAreNamed)
{
    const BindingSlot slot = {"InputTensor", detail::None32, BindingRole::Bound, 16, 0};
    EXPECT_STREQ(Explain(ValidateBindings(BindingCall::Inputs, {&slot, 1}, nullptr, 1, BufferOf)).c_str(),
                 "BindInputs: the array is null, but its count is 1 [NullBindings]");
    const DML_BINDING_DESC binding = {DML_BINDING_TYPE_BUFFER, nullptr};
    EXPECT_STREQ(Explain(ValidateBindings(BindingCall::Inputs, {&slot, 1}, &binding, 1, BufferOf)).c_str(),
                 "BindInputs[0] (InputTensor): Desc is null; point it to a description [NullBindingDesc]");
    DML_BUFFER_ARRAY_BINDING array = {1, nullptr};
    const DML_BINDING_DESC arrays[] = {{DML_BINDING_TYPE_BUFFER_ARRAY, &array}};
    const BindingSlots inputs = {&slot, 1};
    EXPECT_EQ(ValidateInitializerInputs(&inputs, 1, arrays, 1, BufferOf).error, BindingError::NullBindings);
}

// Each kind of call with a range that does not start at a multiple of 16.
TEST(Bindings, SentencesNameEachCall)
{
    const BindingSlot slot = {"tensor", detail::None32, BindingRole::Bound, 16, 0};
    const auto begin = [&](BindingCall call)
    {
        const std::string sentence = Explain(RangeVerdict(call, slot, &anyBuffer, 8, 16)).c_str();
        return sentence.substr(0, sentence.find(':'));
    };
    EXPECT_EQ(begin(BindingCall::Inputs), "BindInputs[0] (tensor)");
    EXPECT_EQ(begin(BindingCall::Outputs), "BindOutputs[0] (tensor)");
    EXPECT_EQ(begin(BindingCall::InitializerOutputs), "BindOutputs[0] (tensor)");
    EXPECT_EQ(begin(BindingCall::TemporaryResource), "BindTemporaryResource (tensor)");
    EXPECT_EQ(begin(BindingCall::PersistentResource), "BindPersistentResource (tensor)");
    BindingDiagnosis unknown = RangeVerdict(BindingCall::Inputs, slot, &anyBuffer, 8, 16);
    unknown.call = static_cast<BindingCall>(99);
    EXPECT_EQ(Explain(unknown).c_str()[0], '?');
}

// The slots of all tensors of an ELEMENT_WISE_ADD, of which BindInputs needs the first two and BindOutputs the last.
TEST(Bindings, SlotsOfTheOtherSideAreNamed)
{
    const Operator add("ELEMENT_WISE_ADD", "FLOAT32:4 FLOAT32:4 FLOAT32:4");
    std::vector<BindingSlot> all = add.inputs;
    all.push_back(add.outputs.at(0));
    const BindingSlots slots = {all.data(), 3};
    const Bindings bindings("BUFFER; BUFFER", add.inputs, &anyBuffer);
    EXPECT_STREQ(Explain(ValidateBindings(BindingCall::Inputs, slots, bindings.Data(), 2, BufferOf)).c_str(),
                 "BindInputs: the slots include OutputTensor, which is not an input; leave it out [WrongArgument]");
    EXPECT_STREQ(Explain(ValidateBindings(BindingCall::Outputs, slots, bindings.Data(), 1, BufferOf)).c_str(),
                 "BindOutputs: the slots include ATensor, which is not an output; leave it out [WrongArgument]");
    const Bindings array("BUFFER_ARRAY(BUFFER of null,BUFFER of null)", add.inputs, &anyBuffer);
    EXPECT_STREQ(Explain(ValidateInitializerInputs(&slots, 1, array.Data(), 1, BufferOf)).c_str(),
                 "BindInputs[0]: the slots include OutputTensor, which is not an input; leave it out [WrongArgument]");
}

TEST(Bindings, CallsOfOtherFunctionsAreNamed)
{
    const BindingSlots inputs = OwnedFilter().Inputs();
    const DML_BINDING_DESC none = {DML_BINDING_TYPE_NONE, nullptr};
    const auto ofBindings = [&](BindingCall call)
    { return std::string(Explain(ValidateBindings(call, inputs, &none, 1, BufferOf)).c_str()); };
    EXPECT_EQ(ofBindings(BindingCall::InitializerInputs),
              "BindInputs: this function does not check this BindingCall; use ValidateInitializerInputs "
              "[WrongArgument]");
    EXPECT_EQ(ofBindings(BindingCall::InitializerPersistentResource),
              "BindPersistentResource: this function does not check this BindingCall; use ValidateResourceBinding "
              "[WrongArgument]");
    EXPECT_STREQ(Explain(ValidateResourceBinding(BindingCall::Inputs, inputs.slots[0], &none, BufferOf)).c_str(),
                 "BindInputs: this function does not check this BindingCall; use ValidateBindings [WrongArgument]");
}

TEST(Bindings, CountsOfOutputsAndTypesAreChecked)
{
    EXPECT_STREQ(Explain(VerdictOf(Convolution(), "BindOutputs", "", "BUFFER; BUFFER")).c_str(),
                 "BindOutputs: bindingCount is 2; it must be 1, one for each output, null tensors "
                 "included, or 0, which unbinds all [BindingCount]");
    const BindingSlot slot = {"InputTensor", detail::None32, BindingRole::Bound, 16, 0};
    DML_BINDING_DESC binding = {};
    const std::uint32_t three = 3; // the SDK's enumeration has the values 0 to 2
    std::memcpy(&binding.Type, &three, sizeof(three));
    EXPECT_STREQ(Explain(ValidateBindings(BindingCall::Inputs, {&slot, 1}, &binding, 1, BufferOf)).c_str(),
                 "BindInputs[0] (InputTensor): Type is 3; it must be 1 (BUFFER) [BindingType]");
    // A slot that is not known accepts every binding that is right by itself.
    const BindingSlot unknown = {"graph input", 0, BindingRole::Unknown, 0, 0};
    EXPECT_EQ(ValidateBindings(BindingCall::Inputs, {&unknown, 1}, &binding, 1, BufferOf).error,
              BindingError::BindingType);
    binding = {DML_BINDING_TYPE_NONE, nullptr};
    EXPECT_TRUE(ValidateBindings(BindingCall::Inputs, {&unknown, 1}, &binding, 1, BufferOf).Ok());
    DML_BUFFER_BINDING range = {};
    const DML_BUFFER_ARRAY_BINDING array = {1, &range};
    const DML_BINDING_DESC arrays[] = {{DML_BINDING_TYPE_BUFFER_ARRAY, &array}};
    const BindingSlots inputs = {&unknown, 1};
    EXPECT_TRUE(ValidateInitializerInputs(&inputs, 1, arrays, 1, BufferOf).Ok());
    const DML_BINDING_DESC noDesc[] = {{DML_BINDING_TYPE_BUFFER_ARRAY, nullptr}};
    EXPECT_EQ(ValidateInitializerInputs(&inputs, 1, noDesc, 1, BufferOf).error, BindingError::NullBindingDesc);
    // Of two operators, the first that is wrong is named.
    const BindingSlots two[] = {inputs, inputs};
    const DML_BINDING_DESC wrong[] = {noDesc[0], {DML_BINDING_TYPE_BUFFER, nullptr}};
    const BindingDiagnosis first = ValidateInitializerInputs(two, 2, wrong, 2, BufferOf);
    EXPECT_EQ(first.error, BindingError::NullBindingDesc);
    EXPECT_EQ(first.binding, 0U);
    // An empty array is allowed if the operator owns none of its inputs, and wrong if it owns one.
    const DML_BUFFER_ARRAY_BINDING none = {0, nullptr};
    const DML_BINDING_DESC empty[] = {{DML_BINDING_TYPE_BUFFER_ARRAY, &none}};
    EXPECT_TRUE(ValidateInitializerInputs(&inputs, 1, empty, 1, BufferOf).Ok());
    const BindingSlots owned = OwnedFilter().Inputs();
    EXPECT_EQ(ValidateInitializerInputs(&owned, 1, empty, 1, BufferOf).error, BindingError::BindingCount);
}

// The outputs of an initializer are persistent resources.
TEST(Bindings, InitializersAndHeaps)
{
    const BindingSlots inputs = OwnedFilter().Inputs();
    DML_BUFFER_BINDING ranges[3] = {};
    ranges[1].Buffer = reinterpret_cast<decltype(ranges[1].Buffer)>(&uploadBuffer);
    ranges[1].SizeInBytes = 36;
    const DML_BUFFER_ARRAY_BINDING array = {3, ranges};
    const DML_BINDING_DESC binding = {DML_BINDING_TYPE_BUFFER_ARRAY, &array};
    EXPECT_EQ(ValidateInitializerInputs(&inputs, 1, &binding, 1, BufferOf).actual, 2U);
    ranges[1].Buffer = reinterpret_cast<decltype(ranges[1].Buffer)>(&readbackBuffer);
    EXPECT_STREQ(Explain(ValidateInitializerInputs(&inputs, 1, &binding, 1, BufferOf)).c_str(),
                 "BindInputs[0].Bindings[1] (FilterTensor): the buffer is in a heap of type 3 (READBACK); it must be 1 "
                 "(DEFAULT) or 4 (CUSTOM) [HeapType]");

    DispatchBindings dispatch;
    dispatch.isInitializer = true;
    const BindingSlot persistent = SlotOfResource("the persistent resource of operator", 512, 0);
    dispatch.outputs = {&persistent, 1};
    EXPECT_STREQ(Explain(ValidateDispatch(dispatch)).c_str(),
                 "the persistent resource of operator 0 is not bound; call BindOutputs before RecordDispatch "
                 "[NotBound]");
}

TEST(Bindings, ErrorsHaveTheNamesOfTheirEnumerators)
{
    for (std::uint32_t i = 0; i <= static_cast<std::uint32_t>(BindingError::TemporaryTooSmall); ++i)
    {
        EXPECT_STRNE(ToString(static_cast<BindingError>(i)), "?");
    }
    EXPECT_STREQ(ToString(static_cast<BindingError>(99)), "?");
}

TEST(Bindings, ANullBufferWithoutAMinimumHasASentenceWithoutNumbers)
{
    const BindingSlot slot = {"graph input", 0, BindingRole::Bound, 0, 0};
    const BindingDiagnosis found = RangeVerdict(BindingCall::Inputs, slot, nullptr, 0, 0);
    EXPECT_EQ(found.required, 0U);
    EXPECT_STREQ(Explain(found).c_str(), "BindInputs[0] (graph input 0): Buffer is null; bind a buffer [NullBuffer]");
}

TEST(Bindings, ANullDescriptionHasNoNumbers)
{
    const DML_BINDING_DESC array = {DML_BINDING_TYPE_BUFFER_ARRAY, nullptr};
    const BindingSlots inputs = OwnedFilter().Inputs();
    const BindingDiagnosis ofInitializer = ValidateInitializerInputs(&inputs, 1, &array, 1, BufferOf);
    EXPECT_EQ(ofInitializer.error, BindingError::NullBindingDesc);
    EXPECT_EQ(ofInitializer.actual, 0U);
    EXPECT_EQ(ofInitializer.required, 0U);
    EXPECT_STREQ(Explain(ofInitializer).c_str(),
                 "BindInputs[0]: Desc is null; point it to a description [NullBindingDesc]");
    const DML_BINDING_DESC binding = {DML_BINDING_TYPE_BUFFER, nullptr};
    const BindingSlot slot = {"InputTensor", detail::None32, BindingRole::Bound, 16, 0};
    const BindingDiagnosis ofSlot = ValidateBindings(BindingCall::Inputs, {&slot, 1}, &binding, 1, BufferOf);
    EXPECT_EQ(ofSlot.error, BindingError::NullBindingDesc);
    EXPECT_EQ(ofSlot.actual, 0U);
    EXPECT_EQ(ofSlot.required, 0U);
}

// ---- recorded calls of Bind methods ------------------------------------------------------------------------------------

// The slots of a table, by the name of what it was made for.
struct TableSlots
{
    explicit TableSlots(const std::string& name) : isInitializer(device_facts::IsInitializer(name))
    {
        const std::vector<std::string> names =
            isInitializer ? device_facts::InitializedBy(name) : std::vector<std::string>{name};
        for (const std::string& each : names)
        {
            operators.push_back(device_facts::OperatorOf(each).Inputs());
            persistent.push_back(SlotOfResource("the persistent resource of operator",
                                                device_facts::PersistentSizeOf(each),
                                                static_cast<std::uint32_t>(persistent.size())));
        }
    }
    bool isInitializer;
    std::vector<BindingSlots> operators;
    std::vector<BindingSlot> persistent;
};

BindingDiagnosis VerdictOf(const device_facts::Row& row)
{
    const std::string name = row.Get("table", "relu");
    const TableSlots table(name);
    BoundBuffer buffer = device_facts::BufferOf(row);
    const auto bufferOf = [](const void* given) { return *static_cast<const BoundBuffer*>(given); };
    const device_facts::BindArguments arguments(row, &buffer);
    if (row.call == "BindTemporaryResource" || row.call == "BindPersistentResource")
    {
        const bool isTemporary = row.call == "BindTemporaryResource";
        const std::uint64_t size =
            isTemporary ? device_facts::TemporarySizeOf(name) : device_facts::PersistentSizeOf(name);
        const BindingCall call = isTemporary           ? BindingCall::TemporaryResource
                                 : table.isInitializer ? BindingCall::InitializerPersistentResource
                                                       : BindingCall::PersistentResource;
        return ValidateResourceBinding(call, SlotOfResource("the resource", size), arguments.Data(), bufferOf);
    }
    const auto operatorCount = static_cast<std::uint32_t>(table.operators.size());
    if (row.call == "BindOutputs")
    {
        const BindingSlots slots = table.isInitializer ? BindingSlots{table.persistent.data(), operatorCount}
                                                       : device_facts::OperatorOf(name).Outputs();
        const BindingCall call = table.isInitializer ? BindingCall::InitializerOutputs : BindingCall::Outputs;
        return ValidateBindings(call, slots, arguments.Data(), arguments.Count(), bufferOf);
    }
    return table.isInitializer ? ValidateInitializerInputs(table.operators.data(), operatorCount, arguments.Data(),
                                                           arguments.Count(), bufferOf)
                               : ValidateBindings(BindingCall::Inputs, table.operators.at(0), arguments.Data(),
                                                  arguments.Count(), bufferOf);
}

TEST(Bindings, EveryRecordedCallHasItsCause)
{
    std::uint32_t accepted = 0, rejected = 0, crashes = 0;
    for (const device_facts::Row& row : device_facts::Rows())
    {
        if (!row.IsBind() || row.Has("after")) { continue; }
        const BindingDiagnosis found = VerdictOf(row);
        const std::string sentence = Explain(found).c_str();
        EXPECT_EQ(found.Accepted(), row.IsAccepted()) << row.line << '\n' << sentence;
        EXPECT_EQ(found.Terminates(), row.Crashes()) << row.line << '\n' << sentence;
        accepted += row.IsAccepted() ? 1U : 0U;
        rejected += row.IsAccepted() || row.Crashes() ? 0U : 1U;
        crashes += row.Crashes() ? 1U : 0U;
        if (row.IsAccepted()) { continue; }
        // The persistent resource of an initializer is refused with any binding, so that this is what the sentence says.
        const bool isPersistent = found.error == BindingError::InitializerPersistent;
        const std::string rule =
            found.error == BindingError::Buffer ? ToString(found.buffer.error) : ToString(found.error);
        EXPECT_EQ(device_facts::RulesOf(row.cause).count(rule), 1U) << row.line << '\n' << sentence;
        EXPECT_NE(sentence.find('[' + rule + ']'), std::string::npos) << sentence;
        EXPECT_EQ(sentence.find(row.call), 0U) << sentence;
        // "BindInputs[0].Buffer has Flags 8 (DENY_SHADER_RESOURCE); must have ...": each number of the first half.
        const std::string named =
            row.wanted.substr(row.wanted.find(']') + 1, row.wanted.find(';') - row.wanted.find(']') - 1);
        for (std::size_t i = named.find_first_of("0123456789"); i != std::string::npos;
             i = named.find_first_of("0123456789", i + 1))
        {
            const std::string number = named.substr(i, named.find_first_not_of("0123456789", i) - i);
            i += number.size();
            EXPECT_TRUE(isPersistent || sentence.find(number) != std::string::npos) << number << ' ' << sentence;
        }
    }
    EXPECT_EQ(accepted, 57U);
    EXPECT_EQ(rejected, 128U);
    EXPECT_EQ(crashes, 2U);
}

// One buffer has two faults; what is judged alone, is judged first.
TEST(Bindings, OfTwoFaultsTheFirstIsNamed)
{
    const auto sentence = [](const std::string& arguments)
    {
        device_facts::Row row;
        row.call = "BindInputs";
        for (const std::string& argument : verdict_file::Split(arguments, ' '))
        {
            row.arguments[argument.substr(0, argument.find('='))] = argument.substr(argument.find('=') + 1);
        }
        return std::string(Explain(VerdictOf(row)).c_str());
    };
    // Direct3D 12 refuses the flag for a buffer in an upload heap.
    EXPECT_EQ(sentence("b.flags=0 b.heap=2"),
              "BindInputs[0] (InputTensor): the buffer's Flags are 0, and it is in a heap of type 2 (UPLOAD); bind a "
              "buffer with ALLOW_UNORDERED_ACCESS (4) in a heap of type 1 (DEFAULT), and copy the data between the two "
              "[ResourceFlags]");
    EXPECT_EQ(sentence("b.flags=0 b.heap=4"), "BindInputs[0] (InputTensor): the buffer's Flags are 0; they must have "
                                              "ALLOW_UNORDERED_ACCESS (4) [ResourceFlags]");
    EXPECT_EQ(
        sentence("b.device=other offset=24"),
        "BindInputs[0] (InputTensor): the buffer belongs to another ID3D12Device than the binding table; make it on "
        "the device of the table [ResourceDevice]");
    EXPECT_EQ(sentence("b.dim=4 size=64"), "BindInputs[0] (InputTensor): the resource's Dimension is 4 (TEXTURE3D); it "
                                           "must be 1 (BUFFER) [ResourceDimension]");
    EXPECT_NE(sentence("count=4 offset=24").find("Offset is 24"), std::string::npos);
    EXPECT_EQ(sentence("b.heap=5"),
              "BindInputs[0] (InputTensor): the buffer is in a heap of type 5 (GPU_UPLOAD); it must "
              "be 1 (DEFAULT) or 4 (CUSTOM) [HeapType]");
    EXPECT_EQ(
        sentence("buffer=null offset=48 size=0"),
        "BindInputs[0] (InputTensor): Buffer is null, but Offset is 48; bind a buffer, or set Offset and SizeInBytes "
        "to 0 [NullBuffer]");
    EXPECT_EQ(sentence("table=init(relu) type=2 buffer=null"),
              "BindInputs[0].Bindings[0] (InputTensor): Buffer is null, but SizeInBytes is 128; nothing is to be bound "
              "here, so set it to 0 [NullBuffer]");
    EXPECT_EQ(sentence("type=2 bindings=null"), "BindInputs: the array is null, but its count is 1 [NullBindings]");
}

// An operator that is not known: rules that need no slot are checked all the same.
TEST(Bindings, UnknownSlotsStillNeedAValidBuffer)
{
    BoundBuffer buffer;
    buffer.flags = 0;
    DML_BUFFER_BINDING range = {};
    range.Buffer = reinterpret_cast<decltype(range.Buffer)>(&buffer);
    range.SizeInBytes = 16;
    const auto bufferOf = [](const void* given) { return *static_cast<const BoundBuffer*>(given); };
    const DML_BINDING_DESC bindings[] = {{DML_BINDING_TYPE_NONE, nullptr}, {DML_BINDING_TYPE_BUFFER, &range}};
    const BindingSlots unknown = {nullptr, 0, false};
    EXPECT_STREQ(Explain(ValidateBindings(BindingCall::Inputs, unknown, bindings, 2, bufferOf)).c_str(),
                 "BindInputs[1]: the buffer's Flags are 0; they must have ALLOW_UNORDERED_ACCESS (4) [ResourceFlags]");
    buffer.flags = 4;
    EXPECT_TRUE(ValidateBindings(BindingCall::Inputs, unknown, bindings, 2, bufferOf).Ok());
    range.Offset = 40;
    EXPECT_EQ(ValidateBindings(BindingCall::Outputs, unknown, bindings, 2, bufferOf).buffer,
              TensorError::BindingAlignment);
    range.Offset = 0;
    const DML_BUFFER_ARRAY_BINDING array = {1, &range};
    const DML_BINDING_DESC arrays[] = {{DML_BINDING_TYPE_BUFFER_ARRAY, &array}};
    EXPECT_TRUE(ValidateInitializerInputs(nullptr, 1, arrays, 1, bufferOf).Ok());
    EXPECT_TRUE(ValidateBindings(BindingCall::Inputs, unknown, arrays, 1, bufferOf).Ok());
    buffer.flags = 8;
    EXPECT_EQ(ValidateInitializerInputs(nullptr, 1, arrays, 1, bufferOf).error, BindingError::ResourceFlags);
    EXPECT_EQ(ValidateInitializerInputs(nullptr, 2, arrays, 1, bufferOf).error, BindingError::BindingCount);
}

// A graph uses the bytes of its tensor, whatever SizeInBytes is.
TEST(Bindings, RangesOfGraphsThatAreTooSmall)
{
    BindingSlot slot = {"graph input", 0};
    slot.usedSizeInBytes = 512;
    slot.node = 0;
    slot.nodeTensor = "InputTensor";
    EXPECT_TRUE(RangeVerdict(BindingCall::Inputs, slot, &anyBuffer, 0, 512).Ok());
    const BindingDiagnosis found = RangeVerdict(BindingCall::Inputs, slot, &anyBuffer, 0, 64);
    EXPECT_TRUE(found.Accepted() && !found.Ok());
    EXPECT_STREQ(Explain(found).c_str(),
                 "BindInputs[0] (graph input 0): DirectML accepts this, but SizeInBytes is 64, and the graph uses 512 "
                 "bytes (InputTensor of node 0), beyond the range; bind at least as many bytes [GraphBindingTooSmall]");
    EXPECT_STREQ(Explain(RangeVerdict(BindingCall::Inputs, slot, &smallBuffer, 0, 16)).c_str(),
                 "BindInputs[0] (graph input 0): DirectML accepts this, but SizeInBytes is 16, and the graph uses 512 "
                 "bytes (InputTensor of node 0), beyond the range and beyond Width of the buffer, 16; bind at least as "
                 "many bytes [GraphBindingTooSmall]");
}

TEST(Bindings, OperatorsWithoutInputsHaveNothingToBind)
{
    const BindingSlots none = {nullptr, 0};
    const DML_BINDING_DESC binding = {DML_BINDING_TYPE_NONE, nullptr};
    EXPECT_STREQ(Explain(ValidateBindings(BindingCall::Inputs, none, &binding, 1, BufferOf)).c_str(),
                 "BindInputs: bindingCount is 1; it must be 0, because there is nothing to bind [BindingCount]");
}

// A graph input has no minimum, so that no size is too small.
TEST(Bindings, WithoutAMinimumARangeMayBeEmpty)
{
    const BindingSlot slot = {"graph input", 0, BindingRole::Bound, 0, 0};
    EXPECT_TRUE(RangeVerdict(BindingCall::Inputs, slot, &anyBuffer, 0, 0).Ok());
}

TEST(Bindings, ValuesWithoutANameAreNumbers)
{
    const BindingSlot slot = {"1st tensor", 3, BindingRole::Bound, 16, 0};
    BindingDiagnosis found = RangeVerdict(BindingCall::Inputs, slot, &uploadBuffer, 0, 16);
    found.actual = 9;
    EXPECT_STREQ(Explain(found).c_str(),
                 "BindInputs[0] (1st tensor 3): the buffer is in a heap of type 9; it must be 1 "
                 "(DEFAULT) or 4 (CUSTOM) [HeapType]");

    DML_BINDING_DESC binding = {};
    const std::uint32_t three = 3; // the SDK's enumeration has the values 0 to 2
    std::memcpy(&binding.Type, &three, sizeof(three));
    const BindingSlots inputs = {&slot, 1};
    const BindingDiagnosis ofInitializer = ValidateInitializerInputs(&inputs, 1, &binding, 1, BufferOf);
    EXPECT_EQ(std::string(Explain(ofInitializer).c_str()).find("BindInputs[0]: Type is 3; it must be 2 (BUFFER_ARRAY)"),
              0U);
}

TEST(Bindings, TerminatesSaysWhetherDirectMLCrashes)
{
    EXPECT_TRUE(VerdictOf(OwnedFilter(), "initializer, BindInputs", "", "NONE").Terminates());
    EXPECT_FALSE(VerdictOf(OwnedFilter(), "initializer, BindInputs", "", "BUFFER").Terminates());
}

TEST(Bindings, StreamsWriteTheSentence)
{
    const BindingDiagnosis found = VerdictOf(Convolution(), "BindInputs", "", "BUFFER; BUFFER of null; NONE");
    EXPECT_EQ(::testing::PrintToString(found),
              "BindInputs[1] (FilterTensor): Buffer is null; bind a buffer of at least 36 bytes [NullBuffer]");
}

TEST(Bindings, EachErrorHasASentenceThatAlwaysApplies)
{
    EXPECT_TRUE(detail::EndWith(detail::binding_texts::Otherwise, detail::binding_texts::Sentences));
}

} // namespace
} // namespace bindings_test
