#include "harness/target/c_library.h"

#include <charconv>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace ttsoak {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// "2.36" at the beginning of `text`.
std::optional<GlibcVersion> parse_version(std::string_view text) {
  GlibcVersion version;
  const char* const end = text.data() + text.size();
  const auto major = std::from_chars(text.data(), end, version.major);
  if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.') return std::nullopt;
  const auto minor = std::from_chars(major.ptr + 1, end, version.minor);
  if (minor.ec != std::errc()) return std::nullopt;
  return version;
}

// The newest of the versions that follow `mark` anywhere in a file.
std::optional<GlibcVersion> newest_after(const fs::path& path, std::string_view mark) {
  const std::string content = read_file(path);
  std::optional<GlibcVersion> newest;
  for (std::size_t at = 0; (at = content.find(mark, at)) != std::string::npos;) {
    at += mark.size();
    const auto version = parse_version(std::string_view(content).substr(at, 16));
    if (version && (!newest || *version > *newest)) newest = version;
  }
  return newest;
}

}  // namespace

CLibrary find_c_library(const fs::path& root) {
  CLibrary found;
  // Symbolic links in a container's tree may be absolute, and would lead out of it: every place
  // where the file itself may be.
  for (const char* folder : {"usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu", "usr/lib64",
                             "lib64", "usr/lib", "lib"}) {
    // What it says when it is run: "GNU C Library (Debian GLIBC 2.36-9) stable release
    // version 2.36."
    found.glibc = newest_after(root / folder / "libc.so.6", " release version ");
    if (found.glibc) return found;
  }
  std::error_code ignored;
  found.musl = fs::exists(root / "lib/ld-musl-x86_64.so.1", ignored);
  return found;
}

// The names of the versions are in the file's string table (man 5 elf, symbol versions).
std::optional<GlibcVersion> needed_glibc(const fs::path& file) {
  return newest_after(file, "GLIBC_");
}

}  // namespace ttsoak
