#include "probes/tracer/walk/mapped_blocks.h"

#include <string.h>

#include "probes/tracer/box.h"
#include "probes/tracer/walk/glibc_heap.h"
#include "probes/tracer/walk/own_maps.h"

namespace ttsoak::tracer {
namespace {

using namespace blackbox;

constexpr uint64_t kMostPages = 1 << 17;  // looked into: what is left after arenas and mappings
constexpr uint64_t kLeastBytes = 2 * kPageBytes;

uint64_t round_up(uint64_t bytes) { return (bytes + kPageBytes - 1) & ~(kPageBytes - 1); }

// The end of what is known at `address`, or 0: it is not known.
uint64_t end_of_known(uint64_t address, const HeapLog& log) {
  for (uint64_t i = 0; i < log.regions.size(); ++i) {
    const WalkRegion& region = log.regions[i];
    if (address >= region.start && address < region.end) return round_up(region.end);
  }
  const uint32_t used = g_box.header->mappings_used;
  for (uint32_t i = 0; i < used; ++i) {
    const MappingSlot& slot = g_box.mappings[i];
    const uint64_t start = __atomic_load_n(&slot.start, __ATOMIC_RELAXED);
    const uint64_t end = __atomic_load_n(&slot.end, __ATOMIC_RELAXED);
    if (start != 0 && address >= start && address < end) return round_up(end);
  }
  return 0;
}

// The header of a block with its own mapping says how far behind the mapping's start it lies (0, or
// more where it was aligned) and how long it is; together that is whole pages. `at`: where in its
// page the header is.
bool is_header(const char* page, uint64_t at, uint64_t address, const OwnMaps::Mapping& within,
               WalkMapped& block) {
  uint64_t before = 0;
  uint64_t word = 0;
  memcpy(&before, page + at, sizeof before);
  memcpy(&word, page + at + 8, sizeof word);
  const uint64_t bytes = word & kSizeBits;
  if ((word & 7) != kMapped || bytes < kLeastBytes - before % kPageBytes ||
      before % kPageBytes != at || before > address - within.start ||
      bytes > within.end - address - at || (bytes + before) % kPageBytes != 0) {
    return false;
  }
  block.start = address + at - before;
  block.end = address + at + bytes;
  return true;
}

// Where headers can be in a page: at its start, or 16 bytes before an alignment (man 3
// posix_memalign) of 64 to 4096.
bool find_header(const char* page, uint64_t address, const OwnMaps::Mapping& within,
                 WalkMapped& block) {
  if (is_header(page, 0, address, within, block)) return true;
  for (uint64_t alignment = 64; alignment <= kPageBytes; alignment *= 2) {
    if (is_header(page, alignment - 16, address, within, block)) return true;
  }
  return false;
}

}  // namespace

void list_mapped_blocks(HeapLog& log) {
  OwnMaps maps;
  OwnPages pages;
  uint64_t looked = 0;
  if (!maps.opened() || !pages.opened()) log.header.unread |= kUnreadMapped;
  OwnMaps::Mapping mapping{};
  while (maps.opened() && pages.opened() && maps.next(mapping)) {
    if (!mapping.is_plain) continue;
    for (uint64_t at = mapping.start; at < mapping.end;) {
      const uint64_t known = end_of_known(at, log);
      if (known != 0) {
        at = known;
        continue;
      }
      char page[kPageBytes];
      WalkMapped block{};
      const bool is_present = pages.is_present(at);
      if (is_present && (++looked > kMostPages || !read_memory(at, page, sizeof page))) {
        log.header.unread |= kUnreadMapped;
        if (looked > kMostPages) return;
        break;
      }
      if (is_present && find_header(page, at, mapping, block)) {
        log.mapped.append(block);
        at = block.end;
      } else {
        at += kPageBytes;
      }
    }
  }
}

}  // namespace ttsoak::tracer
