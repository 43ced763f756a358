#pragma once

#include <filesystem>
#include <optional>

namespace ttsoak {

// A version of glibc: {2, 36}.
struct GlibcVersion {
  int major = 0;
  int minor = 0;

  auto operator<=>(const GlibcVersion&) const = default;
};

// The C library below the root of a file system, a container's for instance.
struct CLibrary {
  std::optional<GlibcVersion> glibc;  // nothing: none was found
  bool musl = false;                  // musl's loader is there, and glibc is not
};
CLibrary find_c_library(const std::filesystem::path& root);

// The newest version of glibc whose symbols a library or program asks for; nothing if it asks for
// none.
std::optional<GlibcVersion> needed_glibc(const std::filesystem::path& file);

}  // namespace ttsoak
