#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "probes/values/memory_split.h"

namespace ttsoak {

// The parts that RSS is made of, in the order they are told; see MemorySplit.
enum class MemoryPart : std::size_t {
  live,
  pinned,
  free,
  top,
  python_live,
  python_free,
  mapped,
  stack,
  file,
  shmem,
  tracer,
  unexplained,
};
constexpr std::size_t kMemoryParts = 12;

struct MemoryPartWords {
  std::string_view name;   // stable: "python_live"
  std::string_view words;  // for people
};
const MemoryPartWords& words_of(MemoryPart part);
std::int64_t part_of(const MemorySplit& split, MemoryPart part);

// RSS of the target at one trough, taken apart; summed over its processes.
struct Composition {
  int cycle = 0;
  bool exact = true;  // the heaps of all processes were walked
  double rss_bytes = 0;
  std::array<double, kMemoryParts> bytes{};  // by MemoryPart; add up to rss_bytes

  [[nodiscard]] double of(MemoryPart part) const {
    return bytes.at(static_cast<std::size_t>(part));
  }
};

// By cycle. `splits` stand by cycle.
std::vector<Composition> compose(const std::vector<MemorySplit>& splits);

// More than a tenth of RSS, or of its growth, is in no part: the parts then explain too little.
bool is_unreliable(const Composition& first, const Composition& last);

// What growth is counted from: the first trough after a cycle; before it the server may not even
// have loaded its model. Null if there is none.
const Composition* first_of(const std::vector<Composition>& compositions);

}  // namespace ttsoak
