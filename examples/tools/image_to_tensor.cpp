// image_to_tensor writes an image as a DirectML tensor to a file, reads it back, and verifies that it is the same image.
// Copy and Convert are the parts about tensors.

#include "describe_tensor/parse_text.hpp"
#include "dml_tensor_convert.hpp"
#include "dml_tensor_relation.hpp"
#include "npy.hpp"
#include "write_file.hpp"

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
#include <exception>
#include <filesystem>
#include <fstream>
#include <ios>
#include <istream>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace
{

namespace dml = dml_tensor_utils;

using Bytes = std::vector<unsigned char>;
using Clock = std::chrono::steady_clock;

constexpr int ExitDone = 0;
constexpr int ExitRejected = 1;
constexpr int ExitBadInput = 2;

constexpr std::uint64_t Limit32 = 0xFFFFFFFF;

constexpr char Help[] =
    "Usage: image_to_tensor IMAGE TENSOR [--layout NCHW|NHWC] [--pad-rows ELEMENTS | --row-pitch BYTES]\n"
    "                       [--channels ORDER]\n"
    "                       [--type FLOAT16|FLOAT32 [--scale NUMBER] [--mean NUMBERS] [--std NUMBERS]]\n"
    "       image_to_tensor --make-image FILE [WIDTH HEIGHT]\n"
    "\n"
    "Copies an image into a DirectML tensor {1, channels, height, width} and writes the bytes of its buffer to a\n"
    "file. Then it reads the file, copies the tensor back to pixels, and compares them with the image. After a\n"
    "conversion they may differ by 1, because samples are rounded; samples of 16 bits in FLOAT16 by 17.\n"
    "\n"
    "  IMAGE   binary PPM (P6) or PGM (P5). With a maxval up to 255 the tensor is UINT8, up to 65535 UINT16.\n"
    "          Samples keep their values, whatever maxval is, unless --type is given.\n"
    "  TENSOR  the file to write. If its name ends in .npy, NumPy can load it; its shape is in the order of memory\n"
    "\n"
    "  --layout NCHW|NHWC   planes of one channel (the default), or the channels of a pixel side by side\n"
    "  --pad-rows ELEMENTS  start every row at a multiple of ELEMENTS elements; padding is 0\n"
    "  --row-pitch BYTES    start every row BYTES bytes after the row before; padding is 0\n"
    "  --channels ORDER     order of the tensor's channels, such as bgr (default: rgb). With an a, as in bgra, the\n"
    "                       tensor also has an opaque alpha channel: maxval, times scale if --type is given\n"
    "  --type TYPE          FLOAT16 or FLOAT32: each sample becomes (sample * scale - mean) / std\n"
    "  --scale NUMBER       above 0, such as 1/255, 1/65535 or 0.5 (default: 1)\n"
    "  --mean NUMBERS       one for each colour of the tensor, such as 0.485,0.456,0.406, or one for all\n"
    "                       (default: 0)\n"
    "  --std NUMBERS        above 0; one for each colour of the tensor, or one for all (default: 1)\n"
    "  --make-image FILE    write a sample PPM of 320 x 240 pixels, or of WIDTH x HEIGHT\n"
    "  --help               print this\n"
    "\n"
    "Exit code:\n"
    "  0  the tensor was written and, except from a pipe, read back correctly\n"
    "  1  DirectML would reject the tensor, or it was read back differently\n"
    "  2  the input is wrong, a file cannot be read or written, or there is not enough memory (a line on stderr)\n";

// The text is the one line that is written to stderr.
struct Failure : std::runtime_error
{
    Failure(const std::string& text, int code) : std::runtime_error("image_to_tensor: " + text), exitCode(code) {}

    int exitCode;
};

[[noreturn]] void Reject(const std::string& argument, const std::string& problem, int exitCode = ExitBadInput)
{
    std::string printable = argument; // without control characters, so that the message stays one line
    const auto isControl = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; };
    std::replace_if(printable.begin(), printable.end(), isControl, '?');
    throw Failure((printable.empty() ? "''" : printable) + ": " + problem, exitCode);
}

//----------------------------------------------------------------------------------------------------------------------
// Files
//----------------------------------------------------------------------------------------------------------------------

std::ifstream OpenToRead(const std::string& name, std::uint64_t& fileBytes)
{
    std::error_code error;
    fileBytes = std::filesystem::file_size(name, error); // fails for folders and devices
    std::ifstream file;
    if (!error) { file.open(name, std::ios::binary); }
    if (!file.is_open())
    {
        Reject(name, "cannot be read (" + (error ? error.message() : "opening failed") + "); name a readable file");
    }
    return file;
}

void Read(std::ifstream& file, const std::string& name, Bytes& bytes)
{
    if (!file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size())))
    {
        Reject(name, "cannot be read to its end; it may have been changed meanwhile");
    }
}

// Writes beside the file and replaces it at the end.
void Write(const std::string& name, const std::string& header, const Bytes& bytes)
{
    write_file::File file(name);
    const bool isGood = file.Write(header.data(), header.size()) && file.Write(bytes.data(), bytes.size());
    if (!isGood || !file.Finish()) { Reject(name, write_file::CannotBeWritten); }
}

//----------------------------------------------------------------------------------------------------------------------
// PPM and PGM
//----------------------------------------------------------------------------------------------------------------------

struct Image
{
    std::uint32_t channels = 0;
    std::uint32_t height = 0;
    std::uint32_t width = 0;
    std::uint32_t maxval = 0; // the largest sample
    dml::DML_TENSOR_DATA_TYPE dataType = dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
    std::uint64_t bytes = 0;
};

// Reads a character of a header. A comment, which may be anywhere in a header, reads as the end of its line.
int HeaderCharacter(std::istream& file)
{
    int c = file.get();
    if (c == '#')
    {
        while (c != '\n' && c != '\r' && c != std::char_traits<char>::eof()) { c = file.get(); }
    }
    return c;
}

// Reads the next number of a header and the one character of white space after it.
std::uint32_t HeaderNumber(std::istream& file, const std::string& name, const char* what, std::uint64_t limit)
{
    int c = HeaderCharacter(file);
    while (std::isspace(c) != 0) { c = HeaderCharacter(file); }
    std::uint64_t number = 0;
    for (; c >= '0' && c <= '9'; c = HeaderCharacter(file))
    {
        number = (std::min)(number * 10 + static_cast<std::uint64_t>(c - '0'), limit + 1);
    }
    if (std::isspace(c) == 0 || number < 1 || number > limit)
    {
        Reject(name, std::string("its ") + what + " is not a number from 1 to " + std::to_string(limit));
    }
    return static_cast<std::uint32_t>(number);
}

// Reads the header. Rejects a file that is too short for the sizes in its header, so that a wrong header allocates
// nothing.
Image ReadHeader(std::ifstream& file, const std::string& name, std::uint64_t fileBytes)
{
    const int p = file.get();
    const int kind = file.get();
    if (p != 'P' || (kind != '5' && kind != '6') || std::isspace(HeaderCharacter(file)) == 0)
    {
        Reject(name, "is not a binary PGM or PPM (it must start with P5 or P6); convert it");
    }
    Image image;
    image.channels = kind == '6' ? 3 : 1;
    image.width = HeaderNumber(file, name, "width", Limit32);
    image.height = HeaderNumber(file, name, "height", Limit32);
    image.maxval = HeaderNumber(file, name, "maxval", 65535);
    image.dataType = image.maxval < 256 ? dml::DML_TENSOR_DATA_TYPE_UINT8 : dml::DML_TENSOR_DATA_TYPE_UINT16;

    const std::uint64_t pixelBytes = std::uint64_t{image.channels} * dml::ElementSizeInBits(image.dataType) / 8;
    const std::uint64_t rowBytes = image.width * pixelBytes;
    const std::uint64_t present = fileBytes - (std::min)(static_cast<std::uint64_t>(file.tellg()), fileBytes);
    if (image.height > present / rowBytes)
    {
        Reject(name, "its " + std::to_string(image.width) + " x " + std::to_string(image.height) + " pixels of "
                         + std::to_string(pixelBytes) + " bytes must follow the header; only " + std::to_string(present)
                         + " bytes do");
    }
    image.bytes = image.height * rowBytes;
    return image;
}

// Converts 16-bit samples from the file's big-endian order to the machine's order.
void ToNativeOrder(Bytes& samples)
{
    for (std::size_t i = 0; i < samples.size(); i += 2)
    {
        const auto sample = static_cast<std::uint16_t>(samples[i] << 8 | samples[i + 1]);
        std::memcpy(&samples[i], &sample, sizeof sample);
    }
}

// Writes an image whose red grows to the right, green downward, and blue to the left.
void MakeImage(const std::string& name, std::uint32_t width, std::uint32_t height)
{
    const std::string header =
        "P6\n# drawn by image_to_tensor\n" + std::to_string(width) + " " + std::to_string(height) + "\n255\n";
    Bytes image;
    image.reserve(std::size_t{width} * height * 3);
    for (std::uint32_t y = 0; y < height; ++y)
    {
        for (std::uint32_t x = 0; x < width; ++x)
        {
            const double right = (x + 0.5) / width, down = (y + 0.5) / height;
            for (const double intensity : {right, down, 1 - right})
            {
                image.push_back(static_cast<unsigned char>(256 * intensity));
            }
        }
    }
    Write(name, header, image);
}

//----------------------------------------------------------------------------------------------------------------------
// The tensor
//----------------------------------------------------------------------------------------------------------------------

// Returns bytes of 0. On 32-bit machines, some tensors that DirectML accepts exceed the address space.
Bytes Allocate(std::uint64_t bytes)
{
    if (bytes > std::numeric_limits<std::size_t>::max()) { throw std::bad_alloc(); }
    return Bytes(static_cast<std::size_t>(bytes));
}

// Copies or converts: a ConvertTensor that changes neither type nor values is a CopyTensor.
void Copy(const dml::Destination& to, const dml::Source& from, const dml::Conversion& conversion)
{
    const dml::Diagnosis reason = dml::ConvertTensor(to, from, conversion);
    if (!reason.Ok()) { Reject("ConvertTensor", dml::Explain(reason).c_str(), ExitRejected); }
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

// Behind each rate, because an unoptimized program says nothing about the library's speed.
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

    std::vector<double> copySeconds;
    std::vector<double> plainSeconds;
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
    std::vector<std::string> files; // IMAGE and TENSOR
    dml::Layout layout = dml::Layout::NCHW;
    std::uint32_t padRows = 0;                                              // 0: no padding
    std::uint32_t rowPitch = 0;                                             // in bytes; 0: no padding
    std::string channels = "rgb";                                           // of the tensor
    dml::DML_TENSOR_DATA_TYPE dataType = dml::DML_TENSOR_DATA_TYPE_UNKNOWN; // unknown: keeps the samples
    double scale = 1;
    std::vector<double> mean{0}; // for all channels, or one for each
    std::vector<double> deviation{1};
};

std::string Join(const std::string& option, const std::string& value) { return option + " " + value; }

// For each channel of the destination: a scale, a bias, and the source's channel.
struct Factors
{
    std::vector<float> scales;
    std::vector<float> biases;
    dml::Dimensions channels;

    // Without scales the values are unchanged, without channels their order.
    dml::Conversion Conversion() const
    {
        dml::Conversion conversion;
        conversion.channels = channels;
        if (!scales.empty()) { conversion.scales = scales; }
        if (!biases.empty()) { conversion.biases = biases; }
        return conversion;
    }
};

constexpr char Colours[] = "rgb"; // the channels of a PPM

// Sets the order of the channels: channel c of the tensor is channel toTensor.channels[c] of the image, and
// toImage.channels is the inverse. An alpha channel has no source, so its value is its bias.
void Reorder(const std::string& order, const Image& image, Factors& toTensor, Factors& toImage)
{
    if (order == Colours) { return; }
    if (image.channels == 1) { Reject(Join("--channels", order), "a PGM has one channel; leave the option out"); }
    std::vector<std::uint32_t> ofTensor;
    std::vector<std::uint32_t> ofImage(image.channels);
    for (const char letter : order)
    {
        const char* const colour = std::strchr(Colours, letter);
        const auto source = static_cast<std::uint32_t>(colour != nullptr ? colour - Colours : 0);
        if (colour != nullptr) { ofImage[source] = static_cast<std::uint32_t>(ofTensor.size()); }
        ofTensor.push_back(colour != nullptr ? source : dml::NoChannel);
    }
    toTensor.channels = ofTensor;
    toImage.channels = ofImage;
    if (order.size() > image.channels)
    {
        toTensor.biases.assign(order.size(), 0);
        toTensor.biases[order.find('a')] = static_cast<float>(image.maxval);
    }
}

// Sets scales and biases: (sample * scale - mean) / std for each colour of the tensor, and the inverse for each channel
// of the image. Alpha is only scaled.
void Normalise(const CommandLine& commandLine, const Image& image, Factors& toTensor, Factors& toImage)
{
    const auto ofColour = [&](const char* option, const std::vector<double>& values, std::size_t colour)
    {
        if (values.size() != 1 && values.size() != image.channels)
        {
            Reject(option, std::to_string(values.size()) + " numbers for " + std::to_string(image.channels)
                               + " channels; give one for each, or one for all");
        }
        return values[values.size() == 1 ? 0 : colour];
    };
    const std::size_t channels = toTensor.channels.empty() ? image.channels : toTensor.channels.size();
    toImage.scales.resize(image.channels);
    toImage.biases.resize(image.channels);
    toTensor.scales.assign(channels, 1);
    toTensor.biases.resize(channels);
    std::size_t colour = 0;
    for (std::size_t channel = 0; channel < channels; ++channel)
    {
        const std::uint32_t source =
            toTensor.channels.empty() ? static_cast<std::uint32_t>(channel) : toTensor.channels[channel];
        if (source == dml::NoChannel)
        {
            toTensor.biases[channel] = static_cast<float>(image.maxval * commandLine.scale);
            continue;
        }
        const double mean = ofColour("--mean", commandLine.mean, colour);
        const double deviation = ofColour("--std", commandLine.deviation, colour);
        ++colour;
        toTensor.scales[channel] = static_cast<float>(commandLine.scale / deviation);
        toTensor.biases[channel] = static_cast<float>((0 - mean) / deviation);
        toImage.scales[source] = static_cast<float>(deviation / commandLine.scale);
        toImage.biases[source] = static_cast<float>(mean / commandLine.scale);
    }
}

std::string Join(const dml::Dimensions& values)
{
    std::string text;
    for (const std::uint32_t value : values) { text += (text.empty() ? "" : ", ") + std::to_string(value); }
    return text;
}

std::string Join(const std::vector<float>& values)
{
    std::string text;
    for (const float value : values)
    {
        std::array<char, 32> digits{};
        static_cast<void>(std::snprintf(digits.data(), digits.size(), "%.6g", static_cast<double>(value)));
        text += (text.empty() ? "" : ", ") + std::string(digits.data());
    }
    return text;
}

std::string Text(double value) { return Join(std::vector<float>{static_cast<float>(value)}); }

// The difference that rounding may cause. FLOAT16 has 11 bits, so the largest sample of 16 bits is up to 16 off.
std::uint32_t AllowedDifference(bool isConverted, bool has16Bits, dml::DML_TENSOR_DATA_TYPE dataType)
{
    if (!isConverted) { return 0; }
    return has16Bits && dataType == dml::DML_TENSOR_DATA_TYPE_FLOAT16 ? 17 : 1;
}

// Returns the header of a .npy file for the tensor, or "" for a file with another name.
std::string NpyHeader(const std::string& name, const dml::TensorLayout& layout, dml::Layout order,
                      dml::DML_TENSOR_DATA_TYPE dataType)
{
    if (parse_text::Lower(std::filesystem::path(name).extension().string()) != ".npy") { return ""; }
    if (!layout.IsPacked()) { Reject(name, "a .npy file has no padding; leave out --row-pitch and --pad-rows"); }
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
    std::string warning;
    for (const std::uint32_t maxval : {255U, 65535U})
    {
        const bool isItsScale = std::abs(commandLine.scale * maxval - 1) < 1e-3;
        if (!isItsScale || std::abs(largest - 1) < 1e-3) { continue; }
        warning = "--scale is 1/" + std::to_string(maxval) + ", but maxval is " + std::to_string(image.maxval)
                  + "; use --scale " + Text(1.0 / image.maxval);
    }
    if (!warning.empty()) {}
    else if (isOfOne && largest >= 2)
    {
        warning = "--mean and --std seem to be those of samples from 0 to 1, but sample * scale is 0 to "
                  + Text(largest) + "; use --scale " + Text(1.0 / image.maxval);
    }
    else if (mean > largest)
    {
        warning = "--mean is " + Text(mean) + ", but sample * scale is 0 to " + Text(largest)
                  + "; use a scale and a mean of the same range";
    }
    return warning;
}

void Convert(const CommandLine& commandLine)
{
    const std::string& imageName = commandLine.files[0];
    const std::string& tensorName = commandLine.files[1];

    std::uint64_t fileBytes = 0;
    std::ifstream imageFile = OpenToRead(imageName, fileBytes);
    const Image image = ReadHeader(imageFile, imageName, fileBytes);

    const bool isConverted = commandLine.dataType != dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
    const dml::DML_TENSOR_DATA_TYPE dataType = isConverted ? commandLine.dataType : image.dataType;
    const bool has16Bits = image.dataType == dml::DML_TENSOR_DATA_TYPE_UINT16;
    Factors toTensor;
    Factors toImage;
    Reorder(commandLine.channels, image, toTensor, toImage);
    if (isConverted) { Normalise(commandLine, image, toTensor, toImage); }

    // Sizes are always in logical order, whatever the order in memory: the file is channels-last.
    const std::size_t channels = toTensor.channels.empty() ? image.channels : toTensor.channels.size();
    const auto pixelLayout =
        dml::TensorLayout::Packed({1, image.channels, image.height, image.width}, dml::Layout::NHWC);
    auto layout = dml::TensorLayout::Packed({1, channels, image.height, image.width}, commandLine.layout);
    if (commandLine.padRows != 0) { layout = layout.WithStrideMultiple(2, commandLine.padRows); }
    if (commandLine.rowPitch != 0)
    {
        layout = layout.WithStrideInBytes(2, commandLine.rowPitch, dataType);
        if (!layout)
        {
            Reject(Join("--row-pitch", std::to_string(commandLine.rowPitch)), dml::Explain(layout.Reason()).c_str());
        }
    }
    const dml::BufferTensorDesc tensor(dataType, layout);
    if (!tensor)
    {
        Reject(imageName, std::string("DirectML would reject its tensor: ") + dml::Explain(tensor.Reason()).c_str(),
               ExitRejected);
    }

    std::error_code different;
    if (std::filesystem::equivalent(imageName, tensorName, different))
    {
        Reject(tensorName, "is the image itself; name another file for the tensor");
    }

    Bytes pixels = Allocate(image.bytes);
    Read(imageFile, imageName, pixels);
    if (has16Bits) { ToNativeOrder(pixels); }

    // The size that DirectML needs, a multiple of 4. The padding stays 0. A .npy file ends with the last element.
    const std::string header = NpyHeader(tensorName, layout, commandLine.layout, dataType);
    Bytes buffer = Allocate(header.empty() ? tensor.TotalTensorSizeInBytes() : layout.EndInBytes(dataType));
    const dml::Destination toBuffer = dml::DestinationOf(dataType, buffer, layout);
    const dml::Source fromBuffer = dml::SourceOf(dataType, buffer, layout);
    const dml::Source fromPixels = dml::SourceOf(image.dataType, pixels, pixelLayout);
    Copy(toBuffer, fromPixels, toTensor.Conversion());
    Write(tensorName, header, buffer);

    // A pipe gives nothing back, so the tensor in memory is checked instead.
    const bool isReadBack = std::filesystem::is_regular_file(tensorName);
    fileBytes = header.size() + buffer.size();
    if (isReadBack)
    {
        std::ifstream tensorFile = OpenToRead(tensorName, fileBytes);
        tensorFile.seekg(static_cast<std::streamoff>(header.size()));
        Read(tensorFile, tensorName, buffer);
    }
    const dml::TensorStatistics statistics = dml::Summarize(fromBuffer);
    const std::string warning = isConverted ? RangeWarning(commandLine, image) : "";
    const std::string reason = warning.empty() ? "" : "; " + warning;
    if (statistics.positiveInfinity + statistics.negativeInfinity != 0)
    {
        Reject(tensorName,
               "values beyond 65504, the largest FLOAT16, are infinite; use a smaller --scale, or FLOAT32" + reason,
               ExitRejected);
    }
    Bytes pixelsAgain(pixels.size());
    Copy(dml::DestinationOf(image.dataType, pixelsAgain, pixelLayout), fromBuffer, toImage.Conversion());
    const double difference =
        dml::CompareTensors(fromPixels, dml::SourceOf(image.dataType, pixelsAgain, pixelLayout)).largestError;
    const std::uint32_t allowed = AllowedDifference(isConverted, has16Bits, dataType);
    if (fileBytes != header.size() + buffer.size() || difference > allowed)
    {
        Reject(tensorName, "the tensor read back differs from the image" + reason, ExitRejected);
    }

    // A volatile pointer keeps the compiler from replacing the repeated calls by one.
    void* (*volatile plainCopy)(void*, const void*, std::size_t) = std::memcpy;
    const auto payload = static_cast<std::size_t>(layout.ElementCount()) * dml::ElementSizeInBits(dataType) / 8;
    Bytes plainSource = pixels;
    plainSource.resize(payload);
    const Rates rates = Measure(
        payload, [&] { Copy(toBuffer, fromPixels, toTensor.Conversion()); },
        [&] { plainCopy(buffer.data(), plainSource.data(), payload); });

    std::printf("  sizes              %s\n", Join(layout.Sizes()).c_str());
    std::printf("  strides            %s\n", Join(layout.Strides()).c_str());
    std::printf("  data type          %s\n", dml::ToString(dataType));
    std::printf("  total tensor size  %s bytes\n", std::to_string(tensor.TotalTensorSizeInBytes()).c_str());
    std::printf("  pixels             %s bytes\n", std::to_string(pixels.size()).c_str());
    if (isConverted)
    {
        std::printf("  value              sample * scale + bias\n");
        std::printf("  scale              %s\n", Join(toTensor.scales).c_str());
        std::printf("  bias               %s\n", Join(toTensor.biases).c_str());
    }
    std::printf("  values             %s to %s\n", Text(statistics.minimum).c_str(), Text(statistics.maximum).c_str());
    if (!warning.empty()) { std::printf("  warning            %s\n", warning.c_str()); }
    const std::string distance = "within " + std::to_string(allowed) + " of the image";
    std::printf("  %-18s %s\n", isReadBack ? "read back" : "not read back, but",
                difference == 0 ? "equal to the image" : distance.c_str());
    std::printf("  %-18s %.2f GB/s%s\n", isConverted ? "conversion" : "copy", rates.copy / 1e9, RateNote);
    std::printf("  memcpy             %.2f GB/s%s\n", rates.plain / 1e9, RateNote);
    std::printf("  10^9 bytes of elements a second, each counted once; median of %d rounds with the same buffers\n",
                Rounds);
}

//----------------------------------------------------------------------------------------------------------------------
// The command line
//----------------------------------------------------------------------------------------------------------------------

std::uint32_t ParseNumber(const std::string& argument, const std::string& text, std::uint64_t limit)
{
    const parse_text::Number number = parse_text::Parse(text, limit);
    if (number.value < 1) { Reject(argument, "not a number from 1 to " + std::to_string(limit)); }
    return static_cast<std::uint32_t>(number.value);
}

// Reads numbers separated by commas. Each must be finite as a FLOAT32, and a scale or deviation above 0.
std::vector<double> ParseNumbers(const std::string& argument, const std::string& text, bool mustBeAboveZero)
{
    std::vector<double> numbers;
    for (const std::string& word : parse_text::Items(text))
    {
        char* rest = nullptr;
        double number = std::strtod(word.c_str(), &rest);
        if (*rest == '/') { number /= std::strtod(rest + 1, &rest); } // 1/255
        const bool isDecimal = !word.empty() && word.find_first_not_of("+-.0123456789eE/") == std::string::npos;
        if (!isDecimal || *rest != '\0' || !std::isfinite(static_cast<float>(number)))
        {
            Reject(argument, "not a number that FLOAT32 can hold, or several with commas between");
        }
        if (mustBeAboveZero && static_cast<float>(number) <= 0) { Reject(argument, "must be above 0"); }
        numbers.push_back(number);
    }
    return numbers;
}

CommandLine ParseCommandLine(const std::vector<std::string>& words)
{
    constexpr std::array<const char*, 8> Options{"--layout", "--pad-rows", "--row-pitch", "--channels",
                                                 "--type",   "--scale",    "--mean",      "--std"};
    CommandLine commandLine;
    std::string numbers; // the last of --scale, --mean and --std, which need --type
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        const std::string& word = words[i];
        if (std::find(Options.begin(), Options.end(), word) == Options.end())
        {
            if (word.size() > 1 && word[0] == '-')
            {
                Reject(word, "unknown option" + parse_text::OptionSuggestion(word, {Options.begin(), Options.end()})
                                 + "; image_to_tensor --help lists them");
            }
            commandLine.files.push_back(word);
            continue;
        }
        if (++i == words.size()) { Reject(word, "its value is missing; image_to_tensor --help shows it"); }
        const std::string& value = words[i];
        const std::string argument = Join(word, value);
        if (word == "--pad-rows") { commandLine.padRows = ParseNumber(argument, value, Limit32); }
        else if (word == "--row-pitch") { commandLine.rowPitch = ParseNumber(argument, value, Limit32); }
        else if (word == "--channels")
        {
            const std::string order = parse_text::Lower(value);
            const std::string known = order.size() == 4 ? "rgba" : Colours;
            if (!std::is_permutation(order.begin(), order.end(), known.begin(), known.end()))
            {
                Reject(argument, "must have r, g and b once each, such as bgr, and may have an a, such as bgra");
            }
            commandLine.channels = order;
        }
        else if (word == "--layout")
        {
            const std::string layout = parse_text::Upper(value);
            if (layout != "NCHW" && layout != "NHWC") { Reject(argument, "unknown layout; use NCHW or NHWC"); }
            commandLine.layout = layout == "NCHW" ? dml::Layout::NCHW : dml::Layout::NHWC;
        }
        else if (word == "--type")
        {
            commandLine.dataType = parse_text::ParseDataType(value);
            const bool isKnown = commandLine.dataType == dml::DML_TENSOR_DATA_TYPE_FLOAT16
                                 || commandLine.dataType == dml::DML_TENSOR_DATA_TYPE_FLOAT32;
            if (!isKnown) { Reject(argument, "use FLOAT16 or FLOAT32; without --type, samples stay UINT8 or UINT16"); }
        }
        else
        {
            const std::vector<double> values = ParseNumbers(argument, value, word != "--mean");
            numbers = word;
            if (word == "--mean") { commandLine.mean = values; }
            else if (word == "--std") { commandLine.deviation = values; }
            else if (values.size() == 1) { commandLine.scale = values[0]; }
            else { Reject(argument, "one number is for all channels"); }
        }
    }
    if (!numbers.empty() && commandLine.dataType == dml::DML_TENSOR_DATA_TYPE_UNKNOWN)
    {
        Reject(numbers, "needs --type FLOAT16 or --type FLOAT32; without it samples stay as they are");
    }
    if (commandLine.padRows != 0 && commandLine.rowPitch != 0)
    {
        Reject("--row-pitch", "give either --pad-rows or --row-pitch");
    }
    if (commandLine.files.size() > 2)
    {
        Reject(commandLine.files[2],
               "one argument too many; write IMAGE, TENSOR, then options, and no blanks in a list");
    }
    if (commandLine.files.size() != 2)
    {
        throw Failure("two files are needed; write for example: image_to_tensor image.ppm tensor.bin", ExitBadInput);
    }
    return commandLine;
}

void Run(const std::vector<std::string>& words)
{
    const auto isHelp = [](const std::string& word) { return word == "--help" || word == "-h"; };
    if (std::any_of(words.begin(), words.end(), isHelp)) { std::printf("%s", Help); }
    else if (!words.empty() && words[0] == "--make-image")
    {
        if (words.size() != 2 && words.size() != 4)
        {
            Reject(words[0], "write --make-image FILE, or --make-image FILE WIDTH HEIGHT");
        }
        constexpr std::uint64_t MaxSide = 16384;
        const std::uint32_t width = words.size() == 4 ? ParseNumber(words[2], words[2], MaxSide) : 320;
        const std::uint32_t height = words.size() == 4 ? ParseNumber(words[3], words[3], MaxSide) : 240;
        MakeImage(words[1], width, height);
    }
    else { Convert(ParseCommandLine(parse_text::OptionWords(words))); }
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    {
        throw Failure("stdout cannot be written; is its disk full?", ExitBadInput);
    }
}

} // namespace

int main(int argumentCount, char** arguments)
{
    try
    {
        Run(std::vector<std::string>(arguments + (argumentCount > 0 ? 1 : 0), arguments + argumentCount));
        return ExitDone;
    }
    catch (const Failure& failure)
    {
        static_cast<void>(std::fprintf(stderr, "%s\n", failure.what()));
        return failure.exitCode;
    }
    catch (const std::bad_alloc&)
    {
        static_cast<void>(std::fputs("image_to_tensor: there is not enough memory; use a smaller image\n", stderr));
        return ExitBadInput;
    }
    catch (const std::exception& exception)
    {
        static_cast<void>(std::fprintf(stderr, "image_to_tensor: %s\n", exception.what()));
        return ExitBadInput;
    }
}
