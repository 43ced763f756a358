#include "probes/heap/own_memory.h"

#include <algorithm>

namespace ttsoak {
namespace {

using namespace blackbox;

constexpr std::uint64_t kPage = 4096;

std::uint64_t pages(std::uint64_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

// Of a table that is filled from the front.
std::uint64_t front(const Area& area, std::uint64_t used, std::uint64_t element_bytes) {
  return pages(std::min(used, area.capacity) * element_bytes);
}

// Of a hash table with `used` keys: at most a page for each.
std::uint64_t scattered(const Area& area, std::uint64_t used, std::uint64_t element_bytes) {
  return std::min(pages(area.capacity * element_bytes), used * kPage);
}

}  // namespace

std::int64_t own_memory_bytes(const Header& header) {
  std::uint64_t bytes = kPage;
  bytes += front(header.counters, header.threads_seen, sizeof(Counters));
  // Looking for an address that is not there touches its two buckets, too.
  if (header.samples > 0) bytes += pages(header.live.capacity * sizeof(LiveBucket));
  bytes += front(header.stacks, header.stacks_used, sizeof(StackSlot));
  bytes += scattered(header.stack_index, header.stacks_used, sizeof(std::uint32_t));
  bytes += front(header.frames, header.frames_used, sizeof(FrameNode));
  bytes += scattered(header.frame_index, header.frames_used, sizeof(std::uint32_t));
  bytes += front(header.mappings, header.mappings_used, sizeof(MappingSlot));
  bytes += front(header.modules, header.modules_used, sizeof(ModuleSlot));
  bytes += front(header.codes, header.codes_used, sizeof(CodeSlot));
  bytes += scattered(header.code_index, header.codes_used, sizeof(std::uint32_t));
  bytes += scattered(header.occupants, header.occupants_noted, sizeof(Occupant));
  // Header::bytes and the reply are put away as soon as they are written.
  // Bounded, so that a damaged header adds up to nonsense rather than to an overflow.
  constexpr std::uint64_t kMost = 1ULL << 48;
  bytes += std::min(header.own_mapped_bytes, kMost) + std::min(header.own_heap_bytes, kMost);
  return static_cast<std::int64_t>(bytes);
}

}  // namespace ttsoak
