#include "probes/tracer/walk/walk_arena.h"

#include "probes/tracer/walk/arena_lock.h"
#include "probes/tracer/walk/tcaches.h"

namespace ttsoak::tracer {
namespace {

using namespace blackbox;

constexpr uint64_t kMostHeaps = 1 << 20;

uint64_t units(uint64_t bytes) { return bytes / kUnitBytes; }

uint64_t size_at(uint64_t block) { return load(block + 8) & kSizeBits; }

bool append_block(uint64_t bytes, bool in_use, HeapLog& log) {
  const uint64_t size = units(bytes);
  return size < kBlockInUse &&
         log.blocks.append(static_cast<uint32_t>(size) | (in_use ? kBlockInUse : 0));
}

// Lists the blocks from region.first to region.top, every one checked before the next is looked
// at. Where the top is elsewhere, the region ends with fenceposts: a block of 16 bytes, and a size
// of 0.
bool walk_region(WalkRegion& region, bool is_main, HeapLog& log) {
  const bool has_top = region.top != region.end;
  const uint64_t tcache_bytes = tcache_block_bytes();
  uint64_t last_bytes = 0;
  region.first_block = log.blocks.size();
  for (uint64_t block = region.first; block != region.top;) {
    if (region.end - block < 16) return log.fail(WalkOutcome::corrupted, block);
    const uint64_t word = load(block + 8);
    const uint64_t bytes = word & kSizeBits;
    if (bytes == 0 && !has_top && region.end - block <= 2 * kUnitBytes) {
      if (!append_block(region.end - block, true, log)) return log.fail(WalkOutcome::too_large);
      break;
    }
    // What sbrk() gave others lies behind two fenceposts.
    if (is_main && bytes == kUnitBytes && last_bytes == kUnitBytes) {
      return log.fail(WalkOutcome::not_contiguous, block);
    }
    const bool possible = bytes >= kUnitBytes && bytes % kUnitBytes == 0 &&
                          bytes <= region.end - block && region.end - block - bytes >= 16 &&
                          (has_top ? bytes <= region.top - block : true) && (word & kMapped) == 0;
    if (!possible) {
      // Rather not where its blocks begin, than damage to the very first one.
      const bool is_lost = is_main && block == region.first;
      return log.fail(is_lost ? WalkOutcome::not_contiguous : WalkOutcome::corrupted, block);
    }
    const uint64_t next = block + bytes;
    const bool in_use = (load(next + 8) & kPreviousInUse) != 0;
    // A free block repeats its size at its end.
    if (!in_use && load(next) != bytes) return log.fail(WalkOutcome::corrupted, block);
    if (!append_block(bytes, in_use, log)) return log.fail(WalkOutcome::too_large, block);
    if (in_use && bytes == tcache_bytes && looks_like_tcache(block + 16)) log.tcaches.append(block);
    last_bytes = bytes;
    block = next;
  }
  region.blocks = log.blocks.size() - region.first_block;
  return true;
}

bool list_main_region(const Arena& arena, HeapLog& log) {
  if ((arena.flags & kNotContiguous) != 0) return log.fail(WalkOutcome::not_contiguous);
  WalkRegion region{};
  region.top = arena.top;
  region.end = arena.top + size_at(arena.top);
  if (arena.top % kUnitBytes != 0 || region.end - arena.system_bytes > arena.top) {
    return log.fail(WalkOutcome::not_contiguous);
  }
  region.start = region.end - arena.system_bytes;
  region.first = (region.start + kUnitBytes - 1) & ~(kUnitBytes - 1);
  region.arena = static_cast<uint32_t>(log.arenas.size());
  return log.regions.append(region) || log.fail(WalkOutcome::too_large);
}

// The heaps of an arena hang together from the newest, which holds the top, to the oldest, which
// holds the arena itself.
bool list_heaps(const Arena& arena, HeapLog& log) {
  const auto address = reinterpret_cast<uint64_t>(&arena);
  const uint64_t info_bytes = glibc_version() >= kGlibcOfLongHeapInfo ? 48 : sizeof(HeapInfo);
  uint64_t covered = 0;
  uint64_t heap = arena.top & ~(kHeapBytes - 1);
  for (uint64_t i = 0; heap != 0; ++i) {
    HeapInfo info{};
    // Not by a plain load: with other sizes of heaps this is no heap, or nowhere.
    if (i == kMostHeaps || heap % kHeapBytes != 0 || !read_memory(heap, &info, sizeof info) ||
        info.arena != address || info.bytes > kHeapBytes || info.bytes % kPageBytes != 0) {
      return log.fail(WalkOutcome::unknown_heaps, heap);
    }
    WalkRegion region{};
    region.start = heap;
    region.end = heap + info.bytes;
    const bool is_first = info.previous == 0;
    if (is_first && address != heap + info_bytes) return log.fail(WalkOutcome::unknown_heaps, heap);
    const uint64_t begin = is_first ? address + sizeof(Arena) : heap + info_bytes;
    // Blocks are aligned by what follows their header.
    region.first = (begin + kUnitBytes - 1) & ~(kUnitBytes - 1);
    region.top = i == 0 ? arena.top : region.end;
    if (region.top < region.first || region.top > region.end) {
      return log.fail(WalkOutcome::corrupted, heap);
    }
    region.arena = static_cast<uint32_t>(log.arenas.size());
    if (!log.regions.append(region)) return log.fail(WalkOutcome::too_large);
    covered += info.bytes;
    heap = info.previous;
  }
  return covered == arena.system_bytes || log.fail(WalkOutcome::unknown_heaps, address);
}

// Free blocks that the arena itself holds back. Others push onto these lists without the lock, but
// only we could take off them now.
bool list_fastbins(const Arena& arena, HeapLog& log) {
  const bool mixed = glibc_version() >= kGlibcOfSafeLinking;
  const uint64_t most = units(arena.system_bytes);
  uint64_t seen = 0;
  for (const uint64_t& bin : arena.fastbins) {
    const uint64_t bin_bytes = 32 + 16 * static_cast<uint64_t>(&bin - arena.fastbins);
    for (uint64_t block = __atomic_load_n(&bin, __ATOMIC_ACQUIRE); block != 0;) {
      if (block % kUnitBytes != 0 || log.region_at(block) == nullptr ||
          size_at(block) != bin_bytes || ++seen > most) {
        return log.fail(WalkOutcome::corrupted, block);
      }
      if (!log.cached.append(block | kCachedByTrim)) return log.fail(WalkOutcome::too_large);
      const uint64_t place = block + 16;
      block = mixed ? load(place) ^ (place >> 12) : load(place);
    }
  }
  return true;
}

}  // namespace

bool walk_arena(Arena& arena, bool is_main, bool outline, HeapLog& log) {
  ArenaLock lock(&arena.mutex);
  if (!lock.held()) return log.fail(WalkOutcome::busy);
  const uint64_t first_region = log.regions.size();
  bool good = is_main ? list_main_region(arena, log) : list_heaps(arena, log);
  for (uint64_t i = first_region; good && !outline && i < log.regions.size(); ++i) {
    good = walk_region(log.regions[i], is_main, log);
  }
  good = good && (outline || list_fastbins(arena, log));
  const uint64_t system_bytes = arena.system_bytes;
  lock.release();
  if (lock.held_ns() > log.header.longest_lock_ns) log.header.longest_lock_ns = lock.held_ns();
  if (!good) return false;
  return log.arenas.append({reinterpret_cast<uint64_t>(&arena), system_bytes, is_main ? 1U : 0U}) ||
         log.fail(WalkOutcome::too_large);
}

}  // namespace ttsoak::tracer
