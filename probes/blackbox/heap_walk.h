#pragma once

#include <stdint.h>

// The reply to Command::walk: every block of glibc's heap, as its arenas have it. In the file, or
// of an outline in the mailbox, one after the other: WalkHeader, WalkArena[arenas],
// WalkRegion[regions], uint32_t[blocks], uint64_t[cached], WalkMapped[mapped].
//
// Any change here needs a new kVersion of the layout.
namespace ttsoak::blackbox {

constexpr uint64_t kWalkMagic = 0x6b6c61776b616f73;  // "soakwalk", as memory shows it

// Bits of Mailbox::argument.
constexpr uint64_t kWalkOutline = 1;  // arenas, regions and mapped blocks; no blocks, no caches

enum class WalkOutcome : uint32_t {
  complete = 0,
  other_allocator = 1,  // malloc is not glibc's
  unknown_version = 2,  // of glibc: its structures may be others
  arena_not_found = 3,  // nothing in glibc's data looks like the main arena
  unknown_heaps = 4,    // heaps of another size or place (glibc.malloc.hugetlb)
  not_contiguous = 5,   // brk was blocked or moved by others: the main arena lies in pieces
  corrupted = 6,        // `where`: a block whose header cannot be; overwritten by the program
  busy = 7,             // an arena was locked for too long
  too_large = 8,        // a block of 32 GiB, or more blocks than there was room for
  no_memory = 9,        // for the list of blocks
};

// Bits of WalkHeader::unread: what could not be looked into. It counts as live.
constexpr uint32_t kUnreadCaches = 1U << 0;  // process_vm_readv is forbidden (seccomp)
constexpr uint32_t kUnreadMapped = 1U << 1;  // likewise, or there is no /proc

struct WalkHeader {
  uint64_t magic;
  uint32_t outcome;  // WalkOutcome; nothing follows unless complete
  uint32_t unread;
  uint64_t where;
  uint64_t longest_lock_ns;  // an arena was held for this long at most
  uint64_t arenas, regions, blocks, cached, mapped;

  // Figures of jemalloc, where `outcome` is other_allocator and it is that; else 0.
  uint64_t jemalloc_allocated_bytes, jemalloc_active_bytes, jemalloc_metadata_bytes,
      jemalloc_dirty_bytes, jemalloc_muzzy_bytes, jemalloc_resident_bytes;
  char allocator[64];  // "glibc 2.36", "jemalloc 5.3.0-0-g54eaed1d"; empty = not known
};

struct WalkArena {
  uint64_t address;
  uint64_t system_bytes;  // that it has from the system, by its own account
  uint64_t is_main;
};

// A piece of an arena without gaps: what brk gave, or one heap.
struct WalkRegion {
  uint64_t start;  // of the arena's own structures, where they are here
  uint64_t first;  // block
  uint64_t top;    // where the blocks end and the arena's top begins; `end` if it is not here
  uint64_t end;
  uint32_t arena;  // index
  uint32_t reserved;
  uint64_t first_block;  // index
  uint64_t blocks;
};

// A block: its size with header, in units of 16 bytes; the rest of the region follows at once.
// "In use" as the arena sees it: also of blocks that wait in a cache to be handed out again. Those
// are listed under `cached`, by the address of their header.
constexpr uint32_t kBlockInUse = 1U << 31;
constexpr uint32_t block_units(uint32_t block) { return block & ~kBlockInUse; }
constexpr uint64_t kBlockUnit = 16;
constexpr uint64_t kCachedByTrim = 1;  // bit of `cached`: a fastbin, which malloc_trim empties

// A block with a mapping of its own.
struct WalkMapped {
  uint64_t start;  // of the mapping
  uint64_t end;
};

}  // namespace ttsoak::blackbox
