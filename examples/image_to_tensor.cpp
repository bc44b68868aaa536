// image_to_tensor: a picture becomes a DirectML tensor in a file; read back, it is the picture again. What is about
// tensors is in Copy and Convert.

#include "dml_tensor_copy.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
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
constexpr int ExitRefused = 1;
constexpr int ExitBadInput = 2;

constexpr std::uint64_t Limit32 = 0xFFFFFFFF;

constexpr char Help[] =
    "Usage: image_to_tensor IMAGE TENSOR [--layout NCHW|NHWC] [--pad-rows ELEMENTS]\n"
    "       image_to_tensor --make-picture FILE [WIDTH HEIGHT]\n"
    "\n"
    "Copies a picture into a DirectML tensor {1, channels, height, width} and writes the bytes of its buffer to a\n"
    "file; then reads that file, copies the tensor back to pixels, and compares them with the picture.\n"
    "\n"
    "  IMAGE   binary PPM (P6) or PGM (P5). A maxval up to 255 makes it UINT8, up to 65535 UINT16, whose bytes are\n"
    "          in this machine's order in the tensor. Samples stay as they are; maxval scales nothing.\n"
    "  TENSOR  the file to write\n"
    "\n"
    "  --layout NCHW|NHWC   planes of one channel (the default), or the channels of a pixel side by side\n"
    "  --pad-rows ELEMENTS  every row starts at a multiple of so many elements; zeros are between them\n"
    "  --make-picture FILE  draw a PPM to try it with: of 320 x 240 pixels, or as given\n"
    "  --help               print this\n"
    "\n"
    "Exit code: 0 done, 1 DirectML would refuse the tensor or it came back different, 2 the input is wrong, a file\n"
    "cannot be read or written, or the memory does not suffice (one line on stderr).\n";

// Its text is the one line that stderr gets.
struct Failure : std::runtime_error
{
    Failure(const std::string& text, int code) : std::runtime_error("image_to_tensor: " + text), exitCode(code) {}

    int exitCode;
};

[[noreturn]] void Reject(const std::string& argument, const std::string& problem, int exitCode = ExitBadInput)
{
    std::string printable = argument; // the line must stay one line, whatever the argument holds
    const auto isControl = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; };
    std::replace_if(printable.begin(), printable.end(), isControl, '?');
    throw Failure((printable.empty() ? "''" : printable) + ": " + problem, exitCode);
}

// Says what takes long: nothing in the first second, then at most one line a second.
class Progress
{
public:
    void Say(const char* action, std::uint64_t done, std::uint64_t all)
    {
        const Clock::time_point now = Clock::now();
        if (done < all && now - m_last >= std::chrono::seconds(1))
        {
            m_last = now;
            const auto percent = static_cast<int>(100.0 * static_cast<double>(done) / static_cast<double>(all));
            static_cast<void>(std::fprintf(stderr, "image_to_tensor: %s, %d %%\n", action, percent));
        }
    }

private:
    Clock::time_point m_last = Clock::now();
};

//----------------------------------------------------------------------------------------------------------------------
// Files
//----------------------------------------------------------------------------------------------------------------------

constexpr std::size_t ChunkBytes = std::size_t{1} << 20; // what is read or written between two lines of progress

std::ifstream OpenToRead(const std::string& name, std::uint64_t& fileBytes)
{
    std::error_code error;
    fileBytes = std::filesystem::file_size(name, error); // refuses folders and devices, which may have no end
    std::ifstream file;
    if (!error) { file.open(name, std::ios::binary); }
    if (!file.is_open())
    {
        Reject(name, "cannot be read (" + (error ? error.message() : "opening failed") + "); name a readable file");
    }
    return file;
}

void Read(std::ifstream& file, const std::string& name, Bytes& bytes, const char* action, Progress& progress)
{
    for (std::size_t done = 0; done < bytes.size();)
    {
        const std::size_t count = (std::min)(ChunkBytes, bytes.size() - done);
        if (!file.read(reinterpret_cast<char*>(bytes.data() + done), static_cast<std::streamsize>(count)))
        {
            Reject(name, "cannot be read to its end; it may have been changed meanwhile");
        }
        done += count;
        progress.Say(action, done, bytes.size());
    }
}

void Write(const std::string& name, const Bytes& bytes, const char* action, Progress& progress)
{
    std::ofstream file(name, std::ios::binary);
    for (std::size_t done = 0; file && done < bytes.size();)
    {
        const std::size_t count = (std::min)(ChunkBytes, bytes.size() - done);
        file.write(reinterpret_cast<const char*>(bytes.data() + done), static_cast<std::streamsize>(count));
        done += count;
        progress.Say(action, done, bytes.size());
    }
    if (!file.flush()) { Reject(name, "cannot be written; name a file in a folder that can be written and has room"); }
}

//----------------------------------------------------------------------------------------------------------------------
// PPM and PGM
//----------------------------------------------------------------------------------------------------------------------

struct Image
{
    std::uint32_t channels = 0;
    std::uint32_t height = 0;
    std::uint32_t width = 0;
    dml::DML_TENSOR_DATA_TYPE dataType = dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
    std::uint64_t bytes = 0;
};

// A comment, which may stand anywhere in a header, counts as the end of its line.
int HeaderCharacter(std::istream& file)
{
    int c = file.get();
    if (c == '#')
    {
        while (c != '\n' && c != '\r' && c != std::char_traits<char>::eof()) { c = file.get(); }
    }
    return c;
}

// The next number of a header, and the one character of white space that ends it.
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

// Nothing is allocated on the word of a header: the file must be long enough for what it announces.
Image ReadHeader(std::ifstream& file, const std::string& name, std::uint64_t fileBytes)
{
    const int p = file.get();
    const int kind = file.get();
    if (p != 'P' || (kind != '5' && kind != '6') || std::isspace(HeaderCharacter(file)) == 0)
    {
        Reject(name, "begins neither with P5 nor with P6; convert it to binary PGM or PPM");
    }
    Image image;
    image.channels = kind == '6' ? 3 : 1;
    image.width = HeaderNumber(file, name, "width", Limit32);
    image.height = HeaderNumber(file, name, "height", Limit32);
    const std::uint32_t maxval = HeaderNumber(file, name, "maxval", 65535);
    image.dataType = maxval < 256 ? dml::DML_TENSOR_DATA_TYPE_UINT8 : dml::DML_TENSOR_DATA_TYPE_UINT16;

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

// The file has the more significant byte of a sample first, a tensor has the machine's order.
void ToNativeOrder(Bytes& samples)
{
    for (std::size_t i = 0; i < samples.size(); i += 2)
    {
        const auto sample = static_cast<std::uint16_t>(samples[i] << 8 | samples[i + 1]);
        std::memcpy(&samples[i], &sample, sizeof sample);
    }
}

// The sun going down behind two ranges of hills; x and y run from 0 to 1.
std::array<double, 3> Colour(double x, double y)
{
    const double backRange = 0.62 + 0.06 * std::sin(9 * x) + 0.03 * std::sin(23 * x + 1);
    const double frontRange = 0.80 + 0.08 * std::sin(5 * x + 2) + 0.02 * std::sin(31 * x);
    if (y > frontRange) { return {0.10 + 0.3 * (1 - y), 0.35 - 0.2 * y, 0.15 * x}; }
    if (y > backRange) { return {0.35, 0.20 + 0.2 * x, 0.45 - 0.1 * y}; }
    const double fromSun = std::hypot(x - 0.65, (y - 0.5) * 0.75);
    const double glow = fromSun < 0.09 ? 1 : 0.5 * std::exp(-4 * fromSun);
    return {(std::min)(0.35 + 0.6 * y + glow, 1.0), 0.25 + 0.2 * y + 0.5 * glow, 0.65 - 0.55 * y};
}

void MakePicture(const std::string& name, std::uint32_t width, std::uint32_t height, Progress& progress)
{
    const std::string header =
        "P6\n# drawn by image_to_tensor\n" + std::to_string(width) + " " + std::to_string(height) + "\n255\n";
    Bytes picture(header.begin(), header.end());
    picture.reserve(header.size() + std::size_t{width} * height * 3);
    for (std::uint32_t y = 0; y < height; ++y)
    {
        for (std::uint32_t x = 0; x < width; ++x)
        {
            for (const double intensity : Colour((x + 0.5) / width, (y + 0.5) / height))
            {
                picture.push_back(static_cast<unsigned char>(255 * intensity));
            }
        }
        progress.Say("drawing", y + 1, height);
    }
    Write(name, picture, "writing the picture", progress);
}

//----------------------------------------------------------------------------------------------------------------------
// The tensor
//----------------------------------------------------------------------------------------------------------------------

// Of zeros. Where an address has 32 bits, some tensors that DirectML takes are larger than any memory.
Bytes Allocate(std::uint64_t bytes)
{
    if (bytes > std::numeric_limits<std::size_t>::max()) { throw std::bad_alloc(); }
    return Bytes(static_cast<std::size_t>(bytes));
}

void Copy(dml::DML_TENSOR_DATA_TYPE dataType, Bytes& destination, const dml::TensorLayout& destinationLayout,
          const Bytes& source, const dml::TensorLayout& sourceLayout)
{
    const dml::Diagnosis reason =
        dml::CopyTensor(dataType, dml::Destination{destination.data(), destination.size(), destinationLayout},
                        dml::Source{source.data(), source.size(), sourceLayout});
    if (!reason.Ok()) { Reject("CopyTensor", dml::Explain(reason).c_str(), ExitRefused); }
}

// The same in slices of so many rows that a line of progress can stand between two of them.
void CopyInSlices(dml::DML_TENSOR_DATA_TYPE dataType, Bytes& destination, const dml::TensorLayout& destinationLayout,
                  const Bytes& source, const dml::TensorLayout& sourceLayout, const char* action, Progress& progress)
{
    constexpr std::uint32_t RowAxis = 2;
    constexpr std::uint64_t SliceBytes = std::uint64_t{1} << 26;
    const std::uint32_t height = sourceLayout.Sizes()[RowAxis];
    const std::uint64_t rowBytes = (std::max)(source.size(), destination.size()) / height + 1;
    const auto rows = static_cast<std::uint32_t>((std::min)(SliceBytes / rowBytes + 1, std::uint64_t{height}));
    for (std::uint32_t done = 0; done < height;)
    {
        const std::uint32_t count = (std::min)(rows, height - done);
        Copy(dataType, destination, destinationLayout.Sliced(RowAxis, done, count), source,
             sourceLayout.Sliced(RowAxis, done, count));
        done += count;
        progress.Say(action, done, height);
    }
}

template <class Call> double Seconds(int repetitions, const Call& call)
{
    const Clock::time_point start = Clock::now();
    for (int i = 0; i < repetitions; ++i) { call(); }
    return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Rates
{
    double copy; // in bytes of payload a second
    double plain;
};

constexpr int Rounds = 5;

// The medians of rounds that alternate, so that whatever else the machine does meets both.
template <class CopyCall, class PlainCall>
Rates Measure(std::size_t payload, const CopyCall& copy, const PlainCall& plain, Progress& progress)
{
    constexpr double RoundSeconds = 2e-3;
    const double once = (std::max)(Seconds(1, copy), 1e-8); // no clock can tell less
    const auto repetitions = static_cast<int>((std::max)(RoundSeconds / once, 1.0));

    std::vector<double> copySeconds;
    std::vector<double> plainSeconds;
    for (int round = 0; round < Rounds; ++round)
    {
        copySeconds.push_back(Seconds(repetitions, copy));
        plainSeconds.push_back(Seconds(repetitions, plain));
        progress.Say("measuring", static_cast<std::uint64_t>(round) + 1, Rounds);
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
    std::uint32_t padRows = 0; // 0: no padding
};

std::string Join(const dml::Dimensions& values)
{
    std::string text;
    for (const std::uint32_t value : values) { text += (text.empty() ? "" : ", ") + std::to_string(value); }
    return text;
}

void Convert(const CommandLine& commandLine, Progress& progress)
{
    const std::string& imageName = commandLine.files[0];
    const std::string& tensorName = commandLine.files[1];

    std::uint64_t fileBytes = 0;
    std::ifstream imageFile = OpenToRead(imageName, fileBytes);
    const Image image = ReadHeader(imageFile, imageName, fileBytes);

    // Sizes are in logical order whatever the memory order: the same ones describe the pixels of the file, whose
    // channels are side by side, and the tensor.
    const dml::Dimensions sizes{1, image.channels, image.height, image.width};
    const auto pixelLayout = dml::TensorLayout::Packed(sizes, dml::Layout::NHWC);
    const auto packed = dml::TensorLayout::Packed(sizes, commandLine.layout);
    const auto layout = commandLine.padRows == 0 ? packed : packed.WithStrideMultiple(2, commandLine.padRows);
    const dml::BufferTensorDesc tensor(image.dataType, layout);
    if (!tensor)
    {
        Reject(imageName, std::string("DirectML would refuse its tensor: ") + dml::Explain(tensor.Reason()).c_str(),
               ExitRefused);
    }

    std::error_code different;
    if (std::filesystem::equivalent(imageName, tensorName, different))
    {
        Reject(tensorName, "is the image itself; name another file for the tensor");
    }

    Bytes pixels = Allocate(image.bytes);
    Read(imageFile, imageName, pixels, "reading the image", progress);
    if (image.dataType == dml::DML_TENSOR_DATA_TYPE_UINT16) { ToNativeOrder(pixels); }

    // A buffer for DirectML has at least this many bytes, a multiple of 4. It starts as zeros, and CopyTensor leaves the
    // padding alone.
    Bytes buffer = Allocate(tensor.TotalTensorSizeInBytes());
    CopyInSlices(image.dataType, buffer, layout, pixels, pixelLayout, "copying into the tensor", progress);
    Write(tensorName, buffer, "writing the tensor", progress);

    std::ifstream tensorFile = OpenToRead(tensorName, fileBytes);
    Read(tensorFile, tensorName, buffer, "reading the tensor", progress);
    Bytes pixelsAgain(pixels.size());
    CopyInSlices(image.dataType, pixelsAgain, pixelLayout, buffer, layout, "copying out of the tensor", progress);
    if (fileBytes != buffer.size() || pixelsAgain != pixels)
    {
        Reject(tensorName, "what was read back is not the image", ExitRefused);
    }

    // Through a volatile pointer: the compiler must not find out that one call would do.
    void* (*volatile plainCopy)(void*, const void*, std::size_t) = std::memcpy;
    const Rates rates = Measure(
        pixels.size(), [&] { Copy(image.dataType, buffer, layout, pixels, pixelLayout); },
        [&] { plainCopy(buffer.data(), pixels.data(), pixels.size()); }, progress);

    std::printf("  sizes              %s\n", Join(layout.Sizes()).c_str());
    std::printf("  strides            %s\n", Join(layout.Strides()).c_str());
    std::printf("  data type          %s\n", dml::ToString(image.dataType));
    std::printf("  total tensor size  %s bytes\n", std::to_string(buffer.size()).c_str());
    std::printf("  pixels             %s bytes\n", std::to_string(pixels.size()).c_str());
    std::printf("  read back          equal to the image\n");
    std::printf("  copy               %.2f GB/s\n", rates.copy / 1e9);
    std::printf("  memcpy             %.2f GB/s\n", rates.plain / 1e9);
    std::printf("  10^9 bytes of pixels a second, each counted once; median of %d rounds with the same buffers\n",
                Rounds);
}

//----------------------------------------------------------------------------------------------------------------------
// The command line
//----------------------------------------------------------------------------------------------------------------------

std::uint32_t ParseNumber(const std::string& argument, const std::string& text, std::uint64_t limit)
{
    std::uint64_t number = 0;
    for (const char c : text)
    {
        const bool isDigit = c >= '0' && c <= '9';
        number = isDigit ? (std::min)(number * 10 + static_cast<std::uint64_t>(c - '0'), limit + 1) : limit + 1;
    }
    if (number < 1 || number > limit) { Reject(argument, "not a number from 1 to " + std::to_string(limit)); }
    return static_cast<std::uint32_t>(number);
}

CommandLine ParseCommandLine(const std::vector<std::string>& words)
{
    CommandLine commandLine;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        const std::string& word = words[i];
        if (word != "--layout" && word != "--pad-rows")
        {
            if (word.compare(0, 2, "--") == 0)
            {
                Reject(word, "not known here; image_to_tensor --help shows the options");
            }
            commandLine.files.push_back(word);
            continue;
        }
        if (++i == words.size()) { Reject(word, "its value is missing; image_to_tensor --help shows it"); }
        if (word == "--pad-rows") { commandLine.padRows = ParseNumber(word + " " + words[i], words[i], Limit32); }
        else if (words[i] == "NCHW" || words[i] == "NHWC")
        {
            commandLine.layout = words[i] == "NCHW" ? dml::Layout::NCHW : dml::Layout::NHWC;
        }
        else { Reject(word + " " + words[i], "unknown layout; use NCHW or NHWC"); }
    }
    if (commandLine.files.size() != 2)
    {
        throw Failure("two files are needed; write for example: image_to_tensor picture.ppm tensor.bin", ExitBadInput);
    }
    return commandLine;
}

void Run(const std::vector<std::string>& words)
{
    Progress progress;
    if (std::find(words.begin(), words.end(), "--help") != words.end()) { std::printf("%s", Help); }
    else if (!words.empty() && words[0] == "--make-picture")
    {
        if (words.size() != 2 && words.size() != 4)
        {
            Reject(words[0], "write --make-picture FILE, or --make-picture FILE WIDTH HEIGHT");
        }
        constexpr std::uint64_t MaxSide = 16384;
        const std::uint32_t width = words.size() == 4 ? ParseNumber(words[2], words[2], MaxSide) : 320;
        const std::uint32_t height = words.size() == 4 ? ParseNumber(words[3], words[3], MaxSide) : 240;
        MakePicture(words[1], width, height, progress);
    }
    else { Convert(ParseCommandLine(words), progress); }
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
        static_cast<void>(std::fputs("image_to_tensor: the memory does not suffice; use a smaller picture\n", stderr));
        return ExitBadInput;
    }
    catch (const std::exception& exception)
    {
        static_cast<void>(std::fprintf(stderr, "image_to_tensor: %s\n", exception.what()));
        return ExitBadInput;
    }
}
