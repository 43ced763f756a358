#include "probes/tracer/occupants.h"

#include <string.h>

#include "probes/tracer/box.h"
#include "probes/tracer/next.h"

namespace ttsoak::tracer {
namespace {

using namespace blackbox;

void store(uint64_t granule, const LiveSample& sample, uint32_t cycle, uint32_t pages) {
  const Occupant occupant{static_cast<uint32_t>(granule), sample.stack, cycle, pages};
  uint64_t halves[2];
  memcpy(halves, &occupant, sizeof halves);
  const uint64_t capacity = g_box.header->occupants.capacity;
  Occupant& slot = g_box.occupants[occupant_index(granule, capacity)];
  auto* const to = reinterpret_cast<uint64_t*>(&slot);
  __atomic_store_n(&to[0], halves[0], __ATOMIC_RELAXED);
  __atomic_store_n(&to[1], halves[1], __ATOMIC_RELAXED);
}

bool has_own_mapping(const void* address) {
  return g_reads_block_headers && (*(static_cast<const size_t*>(address) - 1) & 2) != 0;
}

}  // namespace

bool leaves_a_hole(const void* address, const LiveSample& sample) {
  return sample_bytes(sample.packed) >= kLeastOccupant &&
         sample_kind(sample.packed) == Kind::heap && !has_own_mapping(address);
}

void note_occupant(const void* address, const LiveSample& sample) {
  const uint64_t bytes = sample_bytes(sample.packed);
  const auto start = reinterpret_cast<uint64_t>(address);
  const uint64_t half = kGranuleBytes / 2;
  uint64_t first = (start + half - 1) / kGranuleBytes;
  uint64_t end = (start + bytes + half) / kGranuleBytes;
  if (end <= first) {
    first = (start + bytes / 2) / kGranuleBytes;
    end = first + 1;
  }
  if (end - first > kMostGranules) end = first + kMostGranules;
  Header& header = *g_box.header;
  const uint32_t cycle = __atomic_load_n(&header.cycle, __ATOMIC_RELAXED);
  const auto pages = static_cast<uint32_t>(bytes / 4096);
  for (uint64_t granule = first; granule < end; ++granule) store(granule, sample, cycle, pages);
  __atomic_fetch_add(&header.occupants_noted, end - first, __ATOMIC_RELAXED);
}

}  // namespace ttsoak::tracer
