#include "probes/tracer/walk/tcaches.h"

#include <string.h>

#include "probes/tracer/walk/glibc_heap.h"

namespace ttsoak::tracer {
namespace {

using namespace blackbox;

constexpr int kLists = 64;

struct Lists {
  uint16_t counts[kLists];
  uint64_t first[kLists];
};
static_assert(sizeof(Lists) == 640);

// Before 2.30.
struct NarrowLists {
  uint8_t counts[kLists];
  uint64_t first[kLists];
};
static_assert(sizeof(NarrowLists) == 576);

bool is_wide() { return glibc_version() >= kGlibcOfWideTcache; }

Lists widened(const NarrowLists& narrow) {
  Lists lists{};
  for (int i = 0; i < kLists; ++i) lists.counts[i] = narrow.counts[i];
  memcpy(lists.first, narrow.first, sizeof lists.first);
  return lists;
}

bool read_lists(uint64_t address, Lists& lists) {
  if (is_wide()) return read_memory(address, &lists, sizeof lists);
  NarrowLists narrow{};
  if (!read_memory(address, &narrow, sizeof narrow)) return false;
  lists = widened(narrow);
  return true;
}

// What stands before and at the start of a free block's memory.
struct FreeBlock {
  uint64_t previous_bytes, word, next;
};

// Appends the `count` blocks from `first` on. False, and nothing appended: they do not hang
// together.
bool list_one(uint64_t first, uint64_t count, uint64_t bytes, bool mixed, HeapLog& log) {
  const uint64_t size_before = log.cached.size();
  uint64_t address = first;
  for (uint64_t i = 0; i < count; ++i) {
    FreeBlock block{};
    if (address % kUnitBytes != 0 || address < 16 || log.region_at(address - 16) == nullptr ||
        !read_memory(address - 16, &block, sizeof block) || (block.word & kSizeBits) != bytes ||
        !log.cached.append(address - 16)) {
      log.cached.shrink_to(size_before);
      return false;
    }
    address = mixed ? block.next ^ (address >> 12) : block.next;
  }
  return true;
}

}  // namespace

uint64_t tcache_block_bytes() { return (is_wide() ? sizeof(Lists) : sizeof(NarrowLists)) + 16; }

bool looks_like_tcache(uint64_t address) {
  Lists lists{};
  if (is_wide()) {
    memcpy(&lists, reinterpret_cast<const void*>(address), sizeof lists);
  } else {
    lists = widened(*reinterpret_cast<const NarrowLists*>(address));
  }
  bool holds_something = false;
  for (int i = 0; i < kLists; ++i) {
    if ((lists.counts[i] == 0) != (lists.first[i] == 0) || lists.first[i] % kUnitBytes != 0) {
      return false;
    }
    holds_something = holds_something || lists.counts[i] != 0;
  }
  return holds_something;
}

void list_tcaches(HeapLog& log) {
  const bool mixed = glibc_version() >= kGlibcOfSafeLinking;
  for (uint64_t i = 0; i < log.tcaches.size(); ++i) {
    Lists lists{};
    if (!read_lists(log.tcaches[i] + 16, lists)) {
      log.header.unread |= kUnreadCaches;
      return;
    }
    for (uint64_t list = 0; list < kLists; ++list) {
      if (lists.counts[list] == 0) continue;
      list_one(lists.first[list], lists.counts[list], 32 + 16 * list, mixed, log);
    }
  }
}

}  // namespace ttsoak::tracer
