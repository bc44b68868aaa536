// image_to_tensor writes an image as a DirectML tensor to a file, reads it back, and verifies that it is the same image.
// Copy and Convert are the parts about tensors.

#include "command_line.hpp"
#include "dml_tensor_convert.hpp"
#include "dml_tensor_relation.hpp"
#include "npy.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <new>
#include <string>
#include <system_error>
#include <vector>

namespace
{

namespace dml = dml_tensor_utils;

using namespace command_line;
using parse_text::DataType;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t Limit32 = parse_text::Limit32;

Command ConvertImage()
{
    return {
        "image_to_tensor",
        {"IMAGE", "TENSOR"},
        2,
        {
            {"--layout", "NCHW|NHWC", "planes of one channel (the default), or the channels of a pixel side by side"},
            {"--pad-rows", "ELEMENTS", "start every row at a multiple of ELEMENTS elements; padding is 0"},
            {"--row-pitch", "BYTES", "start every row BYTES bytes after the row before; padding is 0"},
            {"--channels", "ORDER",
             "order of the tensor's channels, such as bgr (default: rgb). With an a, as in bgra, the\n"
             "tensor also has an opaque alpha channel: maxval, times scale if --type is given"},
            {"--type", "TYPE", "FLOAT16 or FLOAT32: each sample becomes (sample * scale - mean) / std"},
            {"--scale", "NUMBER", "above 0, such as 1/255, 1/65535 or 0.5 (default: 1)"},
            {"--mean", "NUMBERS",
             "one for each colour of the tensor, such as 0.485,0.456,0.406, or one for all\n(default: 0)"},
            {"--std", "NUMBERS", "above 0; one for each colour of the tensor, or one for all (default: 1)"},
        },
        "image_to_tensor image.ppm tensor.bin",
    };
}

std::string Help()
{
    constexpr char Begin[] =
        R"help(Usage: image_to_tensor IMAGE TENSOR [--layout NCHW|NHWC] [--pad-rows ELEMENTS | --row-pitch BYTES]
                       [--channels ORDER]
                       [--type FLOAT16|FLOAT32 [--scale NUMBER] [--mean NUMBERS] [--std NUMBERS]]
       image_to_tensor --make-image FILE [WIDTH HEIGHT]

Copies an image into a DirectML tensor {1, channels, height, width} and writes the bytes of its buffer to a
file. Then it reads the file, copies the tensor back to pixels, and compares them with the image. After a
conversion they may differ by 1, because samples are rounded; samples of 16 bits in FLOAT16 by 17.

  IMAGE   binary PPM (P6) or PGM (P5). With a maxval up to 255 the tensor is UINT8, up to 65535 UINT16.
          Samples keep their values, whatever maxval is, unless --type is given.
  TENSOR  the file to write. If its name ends in .npy, NumPy can load it; its shape is in the order of memory

)help";
    constexpr char End[] = R"help(  --make-image FILE     write a sample PPM of 320 x 240 pixels, or of WIDTH x HEIGHT
  --help                print this

Exit code:
  0  the tensor was written and, except from a pipe, read back correctly
  1  DirectML would reject the tensor, or it was read back differently
  2  the input is wrong, a file cannot be read or written, or there is not enough memory (a line on stderr)
)help";
    return Begin + OptionsText(ConvertImage()) + End;
}

// ---- PPM and PGM ----------------------------------------------------------------------------------------------------

struct Image
{
    std::uint32_t channels = 0, height = 0, width = 0;
    std::uint32_t maxval = 0; // the largest sample
    DataType dataType = dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
    Bytes pixels;
};

// Reads the header of an image from the bytes of its file.
struct HeaderReader
{
    const std::string& name;
    const Bytes& file;
    std::size_t next = 0;

    // Reads a character. A comment, which may be anywhere in a header, reads as the end of its line.
    int Character()
    {
        constexpr int EndOfFile = -1;
        const auto read = [this] { return next < file.size() ? file[next++] : EndOfFile; };
        int c = read();
        if (c == '#')
        {
            while (c != '\n' && c != '\r' && c != EndOfFile) { c = read(); }
        }
        return c;
    }

    // Reads the next number and the one character of white space after it.
    std::uint32_t Number(const char* what, std::uint64_t limit)
    {
        int c = Character();
        while (std::isspace(c) != 0) { c = Character(); }
        std::uint64_t number = 0;
        for (; c >= '0' && c <= '9'; c = Character())
        {
            number = (std::min)(number * 10 + static_cast<std::uint64_t>(c - '0'), limit + 1);
        }
        if (std::isspace(c) == 0 || number < 1 || number > limit)
        {
            Reject({"", name}, std::string("its ") + what + " is not a number from 1 to " + std::to_string(limit));
        }
        return static_cast<std::uint32_t>(number);
    }
};

Image ReadImage(const std::string& name)
{
    Bytes file = ReadFile(name);
    HeaderReader header = {name, file};
    const int p = header.Character(), kind = header.Character();
    if (p != 'P' || (kind != '5' && kind != '6') || std::isspace(header.Character()) == 0)
    {
        Reject({"", name}, "is not a binary PGM or PPM (it must start with P5 or P6); convert it");
    }
    Image image;
    image.channels = kind == '6' ? 3 : 1;
    image.width = header.Number("width", Limit32);
    image.height = header.Number("height", Limit32);
    image.maxval = header.Number("maxval", 65535);
    image.dataType = image.maxval < 256 ? dml::DML_TENSOR_DATA_TYPE_UINT8 : dml::DML_TENSOR_DATA_TYPE_UINT16;

    const std::uint64_t pixelBytes = std::uint64_t{image.channels} * dml::ElementSizeInBits(image.dataType) / 8;
    const std::uint64_t rowBytes = image.width * pixelBytes;
    const std::uint64_t present = file.size() - header.next;
    if (image.height > present / rowBytes)
    {
        Reject({"", name}, "its " + std::to_string(image.width) + " x " + std::to_string(image.height) + " pixels of "
                               + std::to_string(pixelBytes) + " bytes must follow the header; only "
                               + std::to_string(present) + " bytes do");
    }
    file.erase(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(header.next));
    file.resize(static_cast<std::size_t>(image.height * rowBytes));
    image.pixels = std::move(file);
    return image;
}

// Writes an image whose red grows to the right, green downward, and blue to the left.
void MakeImage(const std::string& name, std::uint32_t width, std::uint32_t height)
{
    const std::string header =
        "P6\n# drawn by image_to_tensor\n" + std::to_string(width) + " " + std::to_string(height) + "\n255\n";
    Bytes image;
    image.reserve(std::size_t{width} * height * 3);
    for (std::uint64_t i = 0; i < std::uint64_t{width} * height; ++i)
    {
        const std::uint64_t x = i % width, y = i / width;
        const double right = (static_cast<double>(x) + 0.5) / width, down = (static_cast<double>(y) + 0.5) / height;
        for (const double intensity : {right, down, 1 - right})
        {
            image.push_back(static_cast<unsigned char>(256 * intensity));
        }
    }
    WriteFile({"", name}, image.data(), image.size(), header);
}

// ---- the tensor -----------------------------------------------------------------------------------------------------

// Copies or converts: a ConvertTensor that changes neither type nor values is a CopyTensor.
void Copy(const dml::Destination& to, const dml::Source& from, const dml::Conversion& conversion)
{
    const dml::Diagnosis reason = dml::ConvertTensor(to, from, conversion);
    if (!reason.Ok()) { Reject({"", "ConvertTensor"}, dml::Explain(reason).c_str(), ExitNo); }
}

template <class Call> double Seconds(int repetitions, const Call& call)
{
    const Clock::time_point start = Clock::now();
    for (int i = 0; i < repetitions; ++i) { call(); }
    return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Rates
{
    double copy; // bytes of elements per second
    double plain;
};

constexpr int Rounds = 5;

// Follows each rate, because an unoptimized program says nothing about the library's speed.
#if defined(__OPTIMIZE__) || (defined(_MSC_VER) && !defined(__clang__) && !defined(_DEBUG))
constexpr char RateNote[] = "";
#else
constexpr char RateNote[] = " (built without optimization)";
#endif

// Returns the medians of alternating rounds, so that other load on the machine affects both alike.
template <class CopyCall, class PlainCall>
Rates Measure(std::uint64_t payload, const CopyCall& copy, const PlainCall& plain)
{
    constexpr double RoundSeconds = 2e-3;
    const double once = (std::max)(Seconds(1, copy), 1e-8); // at least the resolution of the clock
    const auto repetitions = static_cast<int>((std::max)(RoundSeconds / once, 1.0));

    std::vector<double> copySeconds, plainSeconds;
    for (int round = 0; round < Rounds; ++round)
    {
        copySeconds.push_back(Seconds(repetitions, copy));
        plainSeconds.push_back(Seconds(repetitions, plain));
    }
    const auto rate = [&](std::vector<double>& seconds)
    {
        std::nth_element(seconds.begin(), seconds.begin() + Rounds / 2, seconds.end());
        return static_cast<double>(payload) * repetitions / seconds[Rounds / 2];
    };
    return {rate(copySeconds), rate(plainSeconds)};
}

struct CommandLine
{
    std::string image;
    std::string tensor;
    dml::Layout layout = dml::Layout::NCHW;
    std::uint32_t padRows = 0;                             // 0: no padding
    std::uint32_t rowPitch = 0;                            // in bytes; 0: no padding
    std::string channels = "rgb";                          // of the tensor
    DataType dataType = dml::DML_TENSOR_DATA_TYPE_UNKNOWN; // unknown: keeps the samples
    double scale = 1;
    std::vector<double> mean{0}; // for all channels, or one for each
    std::vector<double> deviation{1};
};

// For each channel of the destination: a scale, a bias, and the source's channel. Without scales the values are
// unchanged, without channels their order.
struct Factors
{
    std::vector<float> scales;
    std::vector<float> biases;
    std::vector<std::uint32_t> channels;

    void Add(double scale, double bias, std::uint32_t channel)
    {
        scales.push_back(static_cast<float>(scale));
        biases.push_back(static_cast<float>(bias));
        channels.push_back(channel);
    }

    dml::Conversion Conversion() const
    {
        dml::Conversion conversion;
        conversion.scales = scales;
        conversion.biases = biases;
        conversion.channels = channels;
        return conversion;
    }
};

constexpr char Colours[] = "rgb"; // the channels of a PPM

// Returns (sample * scale - mean) / std for each channel of the tensor, and the inverse for each channel of the image in
// the second part. An alpha channel has no source, so its value is its bias.
std::array<Factors, 2> MakeFactors(const CommandLine& commandLine, const Image& image)
{
    const std::string& order = commandLine.channels;
    const std::size_t count = image.channels;
    const bool isOrdered = order != Colours, hasAlpha = order.size() > count;
    if (isOrdered && count == 1) { Reject({"--channels", order}, "a PGM has one channel; leave the option out"); }
    const auto ofColour = [&](const char* option, const std::vector<double>& values, std::size_t colour)
    {
        const std::string problem = std::to_string(values.size()) + " numbers for " + std::to_string(count)
                                    + " channels; give one for each, or one for all";
        if (values.size() != 1 && values.size() != count) { Reject({option, ""}, problem); }
        return values[values.size() == 1 ? 0 : colour];
    };
    Factors toTensor, toImage;
    toImage.scales.resize(count);
    toImage.biases.resize(count);
    toImage.channels.resize(count);
    std::size_t colour = 0; // of the tensor, whose alpha is not counted
    for (const char letter : count == 1 ? "r" : order)
    {
        const std::size_t source = std::string(Colours).find(letter);
        if (source == std::string::npos)
        {
            toTensor.Add(1, image.maxval * commandLine.scale, dml::NoChannel);
            continue;
        }
        const double mean = ofColour("--mean", commandLine.mean, colour);
        const double deviation = ofColour("--std", commandLine.deviation, colour);
        ++colour;
        toImage.scales[source] = static_cast<float>(deviation / commandLine.scale);
        toImage.biases[source] = static_cast<float>(mean / commandLine.scale);
        toImage.channels[source] = static_cast<std::uint32_t>(toTensor.channels.size());
        toTensor.Add(commandLine.scale / deviation, (0 - mean) / deviation, static_cast<std::uint32_t>(source));
    }
    if (!isOrdered) { toTensor.channels = toImage.channels = {}; }
    if (commandLine.dataType == dml::DML_TENSOR_DATA_TYPE_UNKNOWN) // samples keep their values
    {
        toTensor.scales = toImage.scales = toImage.biases = {};
        if (!hasAlpha) { toTensor.biases = {}; }
    }
    return {toTensor, toImage};
}

// Returns the header of a .npy file for the tensor, or "" for a file with another name.
std::string NpyHeader(const std::string& name, const dml::TensorLayout& layout, dml::Layout order, DataType dataType)
{
    const std::string extension = parse_text::Lower(std::filesystem::path(name).extension().string());
    if (extension == ".npz") { Reject({"", name}, "a .npz archive has several arrays; give a name that ends in .npy"); }
    if (extension != ".npy") { return ""; }
    if (!layout.IsPacked()) { Reject({"", name}, "a .npy file has no padding; leave out --row-pitch and --pad-rows"); }
    const dml::Dimensions& sizes = layout.Sizes();
    const bool isChannelsLast = order == dml::Layout::NHWC;
    return npy::Write(dataType, isChannelsLast ? std::vector<std::uint32_t>{sizes[0], sizes[2], sizes[3], sizes[1]}
                                               : std::vector<std::uint32_t>(sizes.begin(), sizes.end()));
}

// Returns a warning of a scale of 1/255 or 1/65535 for samples with another maxval, or of numbers that belong to samples of
// another range: those of 0 to 1, applied to 0 to 255, give 47 to 1111.
std::string RangeWarning(const CommandLine& commandLine, const Image& image)
{
    const double largest = image.maxval * commandLine.scale;
    const double mean = *std::max_element(commandLine.mean.begin(), commandLine.mean.end());
    const double deviation = *std::max_element(commandLine.deviation.begin(), commandLine.deviation.end());
    const bool isOfOne = mean <= 1 && deviation <= 1 && (mean != 0 || deviation != 1);
    const std::string range = "sample * scale is 0 to " + NumberText(largest);
    const std::string useScale = "; use --scale " + NumberText(1.0 / image.maxval);
    for (const std::uint32_t maxval : {65535U, 255U})
    {
        const bool isItsScale = std::abs(commandLine.scale * maxval - 1) < 1e-3;
        if (!isItsScale || std::abs(largest - 1) < 1e-3) { continue; }
        return "--scale is 1/" + std::to_string(maxval) + ", but maxval is " + std::to_string(image.maxval) + useScale;
    }
    if (isOfOne && largest >= 2)
    {
        return "--mean and --std seem to be those of samples from 0 to 1, but " + range + useScale;
    }
    const bool isDivisor = commandLine.scale >= 255 && image.maxval >= 255;
    if (isDivisor) { return "--scale multiplies, so that " + range + useScale + " to divide"; }
    if (mean <= largest) { return ""; }
    return "--mean is " + NumberText(mean) + ", but " + range + "; use a scale and a mean of the same range";
}

void Convert(const CommandLine& commandLine)
{
    Image image = ReadImage(commandLine.image);
    const bool isConverted = commandLine.dataType != dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
    const DataType dataType = isConverted ? commandLine.dataType : image.dataType;
    const bool has16Bits = image.dataType == dml::DML_TENSOR_DATA_TYPE_UINT16;
    const std::array<Factors, 2> factors = MakeFactors(commandLine, image);
    const Factors &toTensor = factors[0], &toImage = factors[1];

    // Sizes are always in logical order, whatever the order in memory: the file is channels-last.
    const std::size_t channels = toTensor.channels.empty() ? image.channels : toTensor.channels.size();
    const auto pixelLayout =
        dml::TensorLayout::Packed({1, image.channels, image.height, image.width}, dml::Layout::NHWC);
    auto layout = dml::TensorLayout::Packed({1, channels, image.height, image.width}, commandLine.layout);
    if (commandLine.padRows != 0) { layout = layout.WithStrideMultiple(2, commandLine.padRows); }
    if (commandLine.rowPitch != 0)
    {
        layout = layout.WithStrideInBytes(2, commandLine.rowPitch, dataType);
        const Argument pitch = {"--row-pitch", std::to_string(commandLine.rowPitch)};
        if (!layout) { Reject(pitch, dml::Explain(layout.Reason()).c_str()); }
    }
    const dml::BufferTensorDesc tensor(dataType, layout);
    const std::string rejected =
        std::string("DirectML would reject its tensor: ") + dml::Explain(tensor.Reason()).c_str();
    if (!tensor) { Reject({"", commandLine.image}, rejected, ExitNo); }

    std::error_code different;
    const std::string& tensorName = commandLine.tensor;
    const auto reject = [&](const std::string& problem, int exitCode) { Reject({"", tensorName}, problem, exitCode); };
    if (std::filesystem::equivalent(commandLine.image, tensorName, different))
    {
        reject("is the image itself; name another file for the tensor", ExitBadInput);
    }
    Bytes& pixels = image.pixels;
    if (has16Bits && npy::MachineOrder() != '>') { npy::SwapBytes(pixels, 2); }

    // The size that DirectML needs, a multiple of 4. The padding stays 0. A .npy file ends with the last element.
    const std::string header = NpyHeader(tensorName, layout, commandLine.layout, dataType);
    const std::uint64_t bytes = header.empty() ? tensor.TotalTensorSizeInBytes() : layout.EndInBytes(dataType);
    if (bytes > std::numeric_limits<std::size_t>::max()) { throw std::bad_alloc(); } // on 32-bit machines
    Bytes buffer(static_cast<std::size_t>(bytes));
    const dml::Destination toBuffer = dml::DestinationOf(dataType, buffer, layout);
    const dml::Source fromBuffer = dml::SourceOf(dataType, buffer, layout);
    const dml::Source fromPixels = dml::SourceOf(image.dataType, pixels, pixelLayout);
    Copy(toBuffer, fromPixels, toTensor.Conversion());
    WriteFile({"", tensorName}, buffer.data(), buffer.size(), header);

    // A pipe gives nothing back, so the tensor in memory is checked instead.
    const bool isReadBack = std::filesystem::is_regular_file(tensorName);
    Bytes written = isReadBack ? ReadFile(tensorName) : Bytes();
    const bool isWhole = !isReadBack || written.size() == header.size() + buffer.size();
    if (isReadBack && isWhole)
    {
        std::copy(written.begin() + static_cast<std::ptrdiff_t>(header.size()), written.end(), buffer.begin());
    }
    const dml::TensorStatistics statistics = dml::Summarize(fromBuffer);
    const std::string warning = isConverted ? RangeWarning(commandLine, image) : "";
    const std::string reason = warning.empty() ? "" : "; " + warning;
    constexpr char Infinite[] =
        "values beyond 65504, the largest FLOAT16, are infinite; use a smaller --scale, or FLOAT32";
    const bool hasInfinite = statistics.positiveInfinity + statistics.negativeInfinity != 0;
    if (hasInfinite) { reject(Infinite + reason, ExitNo); }
    Bytes pixelsAgain(pixels.size());
    Copy(dml::DestinationOf(image.dataType, pixelsAgain, pixelLayout), fromBuffer, toImage.Conversion());
    const double difference =
        dml::CompareTensors(fromPixels, dml::SourceOf(image.dataType, pixelsAgain, pixelLayout)).largestError;
    // What rounding may cause. FLOAT16 has 11 bits, so the largest sample of 16 bits is up to 16 off.
    const bool isCoarse = has16Bits && dataType == dml::DML_TENSOR_DATA_TYPE_FLOAT16;
    const int allowed = !isConverted ? 0 : isCoarse ? 17 : 1;
    if (!isWhole || difference > allowed) { reject("the tensor read back differs from the image" + reason, ExitNo); }

    // A volatile pointer keeps the compiler from replacing the repeated calls by one.
    void* (*volatile plainCopy)(void*, const void*, std::size_t) = std::memcpy;
    const auto payload = static_cast<std::size_t>(layout.ElementCount()) * dml::ElementSizeInBits(dataType) / 8;
    Bytes plainSource = pixels;
    plainSource.resize(payload);
    const Rates rates = Measure(
        payload, [&] { Copy(toBuffer, fromPixels, toTensor.Conversion()); },
        [&] { plainCopy(buffer.data(), plainSource.data(), payload); });

    const auto print = [](const char* name, const std::string& value)
    { std::printf("  %-18s %s\n", name, value.c_str()); };
    const auto printRate = [](const char* name, double rate)
    { std::printf("  %-18s %.2f GB/s%s\n", name, rate / 1e9, RateNote); };
    print("sizes", parse_text::Join(layout.Sizes(), ", "));
    print("strides", parse_text::Join(layout.Strides(), ", "));
    print("data type", dml::ToString(dataType));
    print("total tensor size", std::to_string(tensor.TotalTensorSizeInBytes()) + " bytes");
    print("pixels", std::to_string(pixels.size()) + " bytes");
    if (isConverted)
    {
        print("value", "sample * scale + bias");
        print("scale", parse_text::Join(toTensor.scales, ", ", NumberText));
        print("bias", parse_text::Join(toTensor.biases, ", ", NumberText));
    }
    print("values", NumberText(statistics.minimum) + " to " + NumberText(statistics.maximum));
    if (!warning.empty()) { print("warning", warning); }
    print(isReadBack ? "read back" : "not read back, but",
          difference == 0 ? "equal to the image" : "within " + std::to_string(allowed) + " of the image");
    printRate(isConverted ? "conversion" : "copy", rates.copy);
    printRate("memcpy", rates.plain);
    std::printf("  10^9 bytes of elements a second, each counted once; median of %d rounds with the same buffers\n",
                Rounds);
}

// ---- the command line -----------------------------------------------------------------------------------------------

std::uint32_t ParseNumber(const Argument& argument, std::uint64_t limit)
{
    const parse_text::Number number = parse_text::Parse(argument.value, limit);
    if (number.value < 1) { Reject(argument, "not a number from 1 to " + std::to_string(limit)); }
    return static_cast<std::uint32_t>(number.value);
}

// Reads numbers separated by commas. Each must be finite as a FLOAT32, and a scale or deviation above 0.
std::vector<double> ParseNumbers(const Argument& argument)
{
    std::vector<double> numbers;
    for (const std::string& word : parse_text::Items(argument.value))
    {
        char* rest = nullptr;
        double number = std::strtod(word.c_str(), &rest);
        if (*rest == '/') { number /= std::strtod(rest + 1, &rest); } // 1/255
        const bool isDecimal = !word.empty() && word.find_first_not_of("+-.0123456789eE/") == std::string::npos;
        if (!isDecimal || *rest != '\0' || !std::isfinite(static_cast<float>(number)))
        {
            Reject(argument, "not a number that FLOAT32 can hold, or several with commas between");
        }
        const bool isTooSmall = argument.name != "--mean" && static_cast<float>(number) <= 0;
        if (isTooSmall) { Reject(argument, "must be above 0"); }
        numbers.push_back(number);
    }
    return numbers;
}

std::string ParseChannels(const Argument& argument)
{
    std::string order = parse_text::Lower(argument.value);
    const std::string known = order.size() == 4 ? "rgba" : Colours;
    if (!std::is_permutation(order.begin(), order.end(), known.begin(), known.end()))
    {
        Reject(argument, "must have r, g and b once each, such as bgr, and may have an a, such as bgra");
    }
    return order;
}

CommandLine ParseCommandLine(const Words& words)
{
    CommandLine commandLine;
    DataType& dataType = commandLine.dataType;
    std::string numbers; // the last of --scale, --mean and --std, which need --type
    for (const Argument& argument : Parse(ConvertImage(), words))
    {
        const std::string& name = argument.name;
        const std::string& value = argument.value;
        if (name == "IMAGE") { commandLine.image = value; }
        else if (name == "TENSOR") { commandLine.tensor = value; }
        else if (name == "--pad-rows") { commandLine.padRows = ParseNumber(argument, Limit32); }
        else if (name == "--row-pitch") { commandLine.rowPitch = ParseNumber(argument, Limit32); }
        else if (name == "--channels") { commandLine.channels = ParseChannels(argument); }
        else if (name == "--layout")
        {
            const auto layout = parse_text::ParseLayout(value);
            if (!layout) { Reject(argument, parse_text::LayoutProblem(value)); }
            commandLine.layout = *layout;
        }
        else if (name == "--type")
        {
            dataType = parse_text::ParseDataType(value);
            const bool isFloat =
                dataType == dml::DML_TENSOR_DATA_TYPE_FLOAT16 || dataType == dml::DML_TENSOR_DATA_TYPE_FLOAT32;
            if (!isFloat) { Reject(argument, "use FLOAT16 or FLOAT32; without --type, samples stay UINT8 or UINT16"); }
        }
        else
        {
            const std::vector<double> values = ParseNumbers(argument);
            numbers = name;
            if (name == "--mean") { commandLine.mean = values; }
            else if (name == "--std") { commandLine.deviation = values; }
            else if (values.size() == 1) { commandLine.scale = values[0]; }
            else { Reject(argument, "one number is for all channels"); }
        }
    }
    if (!numbers.empty() && dataType == dml::DML_TENSOR_DATA_TYPE_UNKNOWN)
    {
        Reject({numbers, ""}, "needs --type FLOAT16 or --type FLOAT32; without it samples stay as they are");
    }
    const bool hasBoth = commandLine.padRows != 0 && commandLine.rowPitch != 0;
    if (hasBoth) { Reject({"--row-pitch", ""}, "give either --pad-rows or --row-pitch"); }
    return commandLine;
}

int Run(const Words& words)
{
    if (AsksForHelp(words)) { Print(Help()); }
    else if (std::find(words.begin(), words.end(), "--make-image") != words.end())
    {
        const bool isRight = words[0] == "--make-image" && (words.size() == 2 || words.size() == 4);
        if (!isRight)
        {
            throw Failure("write --make-image FILE, or --make-image FILE WIDTH HEIGHT, without other options");
        }
        constexpr std::uint64_t MaxSide = 16384;
        const std::uint32_t width = words.size() == 4 ? ParseNumber({"", words[2]}, MaxSide) : 320;
        const std::uint32_t height = words.size() == 4 ? ParseNumber({"", words[3]}, MaxSide) : 240;
        MakeImage(words[1], width, height);
    }
    else { Convert(ParseCommandLine(words)); }
    return ExitYes;
}

} // namespace

int main(int argumentCount, char** arguments) { return RunProgram("image_to_tensor", argumentCount, arguments, Run); }
