// Reads files whole, and writes files that are complete or not there: after a failure, such as a full disk, the file that
// had the name before is unchanged, and no other file is left.

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <ios>
#include <random>
#include <string>
#include <system_error>
#include <vector>

namespace files
{

using Bytes = std::vector<unsigned char>;

// Reads a file. Returns why it cannot be read; empty if it was read.
inline std::string Read(const std::string& name, Bytes& bytes)
{
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(name, error); // fails for folders and devices
    std::ifstream file;
    if (!error) { file.open(name, std::ios::binary); }
    const std::string reason = error ? error.message() : "opening failed";
    if (!file.is_open()) { return "cannot be read (" + reason + "); name a readable file"; }
    bytes.resize(static_cast<std::size_t>(size));
    const bool isRead =
        size == 0 || file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
    return isRead ? "" : "cannot be read to its end; it may have been changed meanwhile";
}

constexpr char CannotBeWritten[] = "cannot be written; name a file in a folder that can be written and has room";

// Writes beside the named file, under a name of its own, and replaces the named file at the end. A target that
// is not a regular file, such as a pipe, is written directly.
class File
{
public:
    explicit File(const std::string& name) : m_target(name)
    {
        constexpr int MaxLinks = 40; // more are a loop
        std::error_code error;
        std::filesystem::file_status status = std::filesystem::symlink_status(m_target, error);
        for (int i = 0; i < MaxLinks && std::filesystem::is_symlink(status); ++i)
        {
            m_target = m_target.parent_path() / std::filesystem::read_symlink(m_target, error);
            status = std::filesystem::symlink_status(m_target, error);
        }
        if (!std::filesystem::exists(status)) { OpenBeside(); }
        else if (!std::filesystem::is_regular_file(status)) { m_stream.open(m_target, std::ios::binary); }
        else if (std::ofstream(m_target, std::ios::binary | std::ios::in)) // a protected file is not replaced
        {
            OpenBeside();
            std::filesystem::permissions(m_written, status.permissions(), error);
        }
        m_isGood = m_stream.is_open();
    }

    ~File()
    {
        m_stream.close();
        std::error_code ignored;
        if (!m_written.empty()) { std::filesystem::remove(m_written, ignored); }
    }

    File(const File&) = delete;
    File& operator=(const File&) = delete;

    // Returns whether everything could be written so far.
    bool Write(const void* data, std::size_t bytes)
    {
        m_isGood = m_isGood && m_stream.write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
        return m_isGood;
    }

    // Ends the file. Returns whether it is complete.
    bool Finish()
    {
        m_stream.close();
        std::error_code error;
        if (m_isGood && m_stream && !m_written.empty()) { std::filesystem::rename(m_written, m_target, error); }
        m_isGood = m_isGood && m_stream && !error;
        if (m_isGood) { m_written.clear(); }
        return m_isGood;
    }

private:
    // The name begins as the target's does, such as map.svg.unfinished123, because a program that is interrupted leaves
    // this file. The beginning of a long name leaves room for the rest, because systems limit the length of names.
    void OpenBeside()
    {
        constexpr std::size_t MaxLength = 100;
        std::filesystem::path::string_type beginning = m_target.filename().native();
        if (beginning.size() > MaxLength) { beginning.resize(MaxLength); }
        m_written = m_target.parent_path() / beginning;
        m_written += ".unfinished" + std::to_string(std::random_device()());
        m_stream.open(m_written, std::ios::binary);
    }

    std::filesystem::path m_target;
    std::filesystem::path m_written; // empty if the target itself is written, or the file is finished
    std::ofstream m_stream;
    bool m_isGood = false;
};

// Returns whether the file could be written completely.
inline bool Write(const std::string& name, const std::string& text)
{
    File file(name);
    return file.Write(text.data(), text.size()) && file.Finish();
}

} // namespace files
