#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "probes/heap/blackbox_reader.h"

namespace ttsoak {

// What a program's stacks hold and have allocated, by the names of its own functions, innermost
// first, as in "make_block < load_voices < main". Estimated bytes.
struct Holding {
  double live_bytes = 0;
  double allocated_bytes = 0;
};
using Holdings = std::map<std::string, Holding>;

// As jemalloc's profiler has it: `profile` is a file that it dumped (format heap_v2), `program` one
// linked to a fixed address. The names come from binutils' addr2line. Aborts on what it cannot
// read.
Holdings read_jemalloc_profile(const std::filesystem::path& profile,
                               const std::filesystem::path& program);

// As the tracer has it.
Holdings read_black_box(const BlackboxReader& box, const std::filesystem::path& program);

// The names, those with most bytes first, as far as they have at least `bytes`.
std::vector<std::string> names_by(const Holdings& holdings, double Holding::*what, double bytes);

}  // namespace ttsoak
