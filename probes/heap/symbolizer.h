#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "probes/values/heap_snapshot.h"

namespace ttsoak {

// A library or program as the traced process knows it.
struct ModuleName {
  std::string path;
  std::string build_id;  // raw bytes of its GNU build-id; empty = not known
};

// Addresses to functions and lines, by libdw: DWARF if there is some (in the file, beside it, under
// /usr/lib/debug by build-id, or from the servers in DEBUGINFOD_URLS), else symbol tables.
//
// Memory is bounded: the modules used least lately are closed, and results are forgotten when
// there are too many. One thread at a time.
class Symbolizer {
 public:
  // `root` is where the process sees "/": "/proc/<pid>/root", or "/" once it is gone.
  explicit Symbolizer(std::filesystem::path root);
  Symbolizer(Symbolizer&&) noexcept;
  Symbolizer& operator=(Symbolizer&&) noexcept;
  ~Symbolizer();

  // The frames at an ELF virtual address: the functions inlined there, innermost first, then the
  // one they were inlined into. There is always at least one; what is not known about it stays
  // empty. Where the file on disk is not the build that runs, the function says so instead of
  // lying.
  std::vector<Frame> frames_at(const ModuleName& module, std::uint64_t address);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace ttsoak
