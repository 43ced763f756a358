#pragma once

#include <stdint.h>

// The black box: one bounded file per traced process, mapped by the tracer and read by ttsoak
// without the process's help, so that it survives whatever kills the process.
//
// This header is compiled into the tracer and into ttsoak, hence: plain integers, no pointers, no
// std types, no includes but <stdint.h>. Both sides run on the same machine, so native byte order
// is fine. Any change of layout or meaning needs a new kVersion.
//
// The target's threads write with relaxed atomics and publish with a release store of the field
// named "last" below; a reader may see a free before its allocation, never a torn field.
namespace ttsoak::blackbox {

constexpr uint64_t kMagic = 0x786f626b6c426f74;  // "toBlkbox", as memory shows it
constexpr uint32_t kVersion = 3;

// A table inside the file. `capacity` counts elements.
struct Area {
  uint64_t offset;  // bytes from the start of the file, a multiple of 4096
  uint64_t capacity;
};

enum class State : uint32_t {
  starting = 0,
  tracing = 1,
  gave_up = 2,  // `note` says why; what stands in the tables is what was seen until then
  ended = 3,    // the process ended by itself
};

// What the tracer cannot see in this process; bits of Header::blind.
enum Blind : uint32_t {
  kNoNativeStacks = 1U << 0,   // no libunwind
  kOwnMalloc = 1U << 1,        // the program brings its own malloc: the heap is not seen at all
  kNoPythonFrames = 1U << 2,   // an interpreter this tracer does not know
  kNoPythonObjects = 1U << 3,  // pymalloc could not be wrapped
  kCountersOnly = 1U << 4,     // sampling is off, by wish
};

// Exact counters of one thread, or the sum of threads that ended. Bytes are usable sizes.
// Only the owner writes (the shared ones: atomic additions).
struct Counters {
  uint64_t allocated_bytes;
  uint64_t allocated_blocks;
  uint64_t freed_bytes;
  uint64_t freed_blocks;
  // Blocks of Python's own allocators. Those above 512 bytes come from malloc: figures above, too.
  uint64_t python_allocated_blocks;
  uint64_t python_freed_blocks;
  uint64_t owner;  // thread id; 0 = free
  uint64_t reserved;
};
static_assert(sizeof(Counters) == 64);

// What went wrong or was cut, each counted. All atomic additions.
struct Losses {
  uint64_t live_table_full;   // samples not kept: both buckets were full
  uint64_t stack_table_full;  // samples filed under stack 0
  uint64_t scratch_busy;      // samples filed under stack 0: too many threads sampled at once
  uint64_t on_signal_stack;   // not unwound: too little room there
  uint64_t replaced;          // an address that was freed unseen (RTLD_DEEPBIND) and came again
  uint64_t code_table_full;   // Python frames without a name
  uint64_t group_mismatches;  // native and Python frames that did not fit together
  uint64_t mapping_table_full;
};

// How ttsoak and the control thread talk. ttsoak writes command and argument, adds 1 to `request`
// and wakes it (a shared futex); the control thread writes the reply, then sets `done` to it.
struct Mailbox {
  uint32_t request;
  uint32_t done;
  uint32_t command;  // Command
  int32_t status;    // 0, or an errno
  uint64_t argument;
  uint64_t reply_bytes;  // in Header::reply
};

enum class Command : uint32_t {
  none = 0,
  allocator_figures = 1,  // reply: AllocatorFigures, then text (malloc_info's XML, jemalloc's JSON)
  trim = 2,               // malloc_trim(0); reply: none
  purge = 3,              // jemalloc: purge all arenas; reply: none

  // Their replies are files beside the box, "<box>.reply"; in the mailbox is the file's length, a
  // uint64_t.
  walk = 4,             // every block of the heap
  python_snapshot = 5,  // what Python's interpreter holds
  python_run = 6,       // runs Python code in the interpreter
  python_collect = 7,   // gc.collect()
};

// struct mallinfo2 of the C library, whether or not it is the allocator in use.
struct AllocatorFigures {
  uint64_t arena_bytes;     // mallinfo2.arena: from brk and non-main heaps
  uint64_t mmapped_bytes;   // .hblkhd
  uint64_t mmapped_blocks;  // .hblks
  uint64_t in_use_bytes;    // .uordblks
  uint64_t free_bytes;      // .fordblks
  uint64_t free_chunks;     // .ordblks
  uint64_t top_bytes;       // .keepcost
  uint64_t jemalloc_active_bytes, jemalloc_allocated_bytes, jemalloc_resident_bytes,
      jemalloc_mapped_bytes;  // 0 without jemalloc
};

struct Header {
  uint64_t magic;  // last: set when everything else of the header is there
  uint32_t version;
  uint32_t header_bytes;
  uint64_t file_bytes;
  uint64_t started_ns;  // CLOCK_BOOTTIME
  int32_t pid;          // as the process sees itself: inside its pid namespace
  int32_t parent_pid;
  uint32_t state;           // State
  uint32_t blind;           // bits of Blind
  uint32_t python_version;  // PY_VERSION_HEX >> 16, e.g. 0x030b; 0 = no Python seen
  uint32_t forked;          // 1 = made by fork: its figures begin there, its heap does not

  // Sampling. The mean distance of samples is 2^rate bytes.
  uint32_t base_rate;     // as configured; 0 = off
  uint32_t rate;          // now: raised while there are too many samples
  uint64_t floor_bytes;   // smaller blocks are sampled as if they had this size
  uint64_t always_bytes;  // blocks of this size and more are all kept
  uint64_t samples;       // taken so far
  uint64_t rate_changes;

  // Written by ttsoak: the cycle that a block is born in. 0 before the first.
  uint32_t cycle;

  // Written by ttsoak: 1 = it no longer waits for an answer to its last question. It then removes
  // the reply file that is there, and the tracer, which looks here when it is done, a later one.
  uint32_t abandoned;

  // What the tracer itself takes, beside the pages of this file.
  uint64_t own_mapped_bytes;  // mappings made while the tracer worked (libunwind's caches)
  uint64_t own_heap_bytes;    // blocks from the target's allocator, made for the tracer

  Counters retired;  // of threads that ended, and of those for which there was no slot
  Losses losses;
  Mailbox mailbox;

  Area counters;     // Counters
  Area live;         // LiveBucket
  Area stacks;       // StackSlot; 0 is "unknown"
  Area stack_index;  // uint32_t
  Area frames;       // FrameNode; 0 is the root
  Area frame_index;  // uint32_t
  Area mappings;     // MappingSlot
  Area modules;      // ModuleSlot
  Area codes;        // CodeSlot; 0 is unused
  Area code_index;   // uint32_t
  Area bytes;        // names, line tables, build-ids: referred to by Text
  Area reply;        // bytes of the mailbox
  Area occupants;    // Occupant; its capacity is a power of two

  // Elements in use of the areas that are filled from the front.
  uint32_t stacks_used, frames_used, mappings_used, modules_used, codes_used;
  uint32_t bytes_used;
  uint32_t threads_seen;  // slots handed out so far
  uint32_t reserved2;
  uint64_t occupants_noted;  // stores into that area so far

  char program[256];  // /proc/self/exe
  char note[512];     // for people: why it gave up, or what it cannot see
};
static_assert(sizeof(Header) <= 4096);

// Bytes in Header::bytes.
struct Text {
  uint32_t offset;
  uint32_t size;
};

// What a sample is of. A block is in exactly one.
enum class Kind : uint32_t {
  heap = 0,     // malloc family, operator new
  mapping = 1,  // unused in LiveSample; mappings have their own table
  python = 2,   // pymalloc
};

// One live block that was sampled.
struct LiveSample {
  uint32_t stack;
  uint32_t cycle;   // born in
  uint64_t packed;  // usable bytes, 48 bits; Kind, 8 bits; rate then, 8 bits (0 = always kept)
};

constexpr uint64_t pack_sample(uint64_t bytes, Kind kind, uint32_t rate) {
  return (bytes & 0xffffffffffff) | (uint64_t{static_cast<uint32_t>(kind)} << 48) |
         (uint64_t{rate} << 56);
}
constexpr uint64_t sample_bytes(uint64_t packed) { return packed & 0xffffffffffff; }
constexpr Kind sample_kind(uint64_t packed) { return static_cast<Kind>((packed >> 48) & 0xff); }
constexpr uint32_t sample_rate(uint64_t packed) { return static_cast<uint32_t>(packed >> 56); }

// Eight places of a hash table without chains or tombstones: an address lives in one of two
// buckets or not at all, so that finding and removing it is bounded and needs no lock.
constexpr uint32_t kBucketPlaces = 8;
constexpr uint64_t kBusyAddress = 1;  // being filled
struct LiveBucket {
  uint64_t addresses[kBucketPlaces];  // 0 = free; last
  LiveSample samples[kBucketPlaces];
};
static_assert(sizeof(LiveBucket) == 192);

// Whose block lay last in a granule of the heap: a map of space, since old holes are the ones that
// nobody uses again, and a list of the last frees forgets them first. Written when a sampled block
// of kLeastOccupant bytes or more is freed, for the granules that it covered by half or more; for
// the one that holds its middle, if there is none. Two 64-bit stores: a reader may see the halves
// of two.
struct Occupant {
  uint32_t granule;  // address / kGranuleBytes, the lower 32 bits
  uint32_t stack;
  uint32_t cycle;  // in which it was freed
  uint32_t pages;  // of the block, of 4096 bytes, rounded down; 0 = nothing noted here
};
static_assert(sizeof(Occupant) == 16);
constexpr uint64_t kGranuleBytes = 16 << 10;
constexpr uint64_t kLeastOccupant = 4096;
constexpr uint64_t kMostGranules = 4096;  // of one block: 64 MiB

constexpr uint64_t occupant_index(uint64_t granule, uint64_t capacity) {
  return (granule * 0x9e3779b97f4a7c15 >> 32) & (capacity - 1);
}

// One call stack and what was allocated and freed there. Estimates: each sample counts for the
// bytes and blocks it stands for.
struct StackSlot {
  uint64_t hash;  // last; 0 = being filled
  uint32_t leaf;  // its innermost FrameNode
  uint32_t depth;
  uint64_t allocated_bytes;
  uint64_t allocated_blocks;
  uint64_t freed_bytes;
  uint64_t freed_blocks;
};
static_assert(sizeof(StackSlot) == 48);

// A frame and the one that called it: stacks share their outer frames.
//   native: the return address; the innermost one lies in who called the tracer's hook
//   Python: kPythonFrame | CodeSlot << 32 | lasti + 1 (bytes into the code; 0 = not started)
//   kGapFrame: frames were dropped here
struct FrameNode {
  uint64_t frame;   // last
  uint32_t caller;  // FrameNode; 0 = outermost
  uint32_t reserved;
};
constexpr uint64_t kPythonFrame = 1ULL << 63;
constexpr uint64_t kGapFrame = 1ULL << 62;

// A mapping the program asked for (not the allocator's own). Guarded by a lock in the tracer; a
// reader takes two equal readings.
struct MappingSlot {
  uint64_t start;  // 0 = free
  uint64_t end;
  uint32_t stack;
  uint32_t cycle;
  uint32_t flags;  // bits below
  uint32_t reserved;
};
constexpr uint32_t kMappingOfFile = 1U << 0;
constexpr uint32_t kMappingReserved = 1U << 1;  // PROT_NONE: address space, not memory
constexpr uint32_t kMappingShared = 1U << 2;
constexpr uint32_t kMappingOfPymalloc = 1U << 3;  // an arena: its blocks are counted as Python's
constexpr uint32_t kMappingInherited = 1U << 4;   // from before the fork: not in its figures

// An executable segment, as dl_iterate_phdr shows it. Append-only: a later one wins where they
// overlap (dlclose and dlopen).
struct ModuleSlot {
  uint64_t start;  // of the executable segment, in memory
  uint64_t end;
  uint64_t bias;  // memory address minus ELF virtual address
  Text path;      // as the loader knows it; empty = the program itself
  Text build_id;  // raw bytes
};

// A Python code object, copied at first sight.
struct CodeSlot {
  uint64_t address;  // last; of the code object. Only to find it again, it may be re-used
  uint64_t check;    // hash of what tells a re-used address
  Text file;         // UTF-8
  Text name;         // qualified from 3.11 on
  Text lines;        // co_lnotab (3.8, 3.9) or co_linetable
  uint32_t first_line;
  uint32_t version;  // the interpreter's, as Header::python_version
};

}  // namespace ttsoak::blackbox
