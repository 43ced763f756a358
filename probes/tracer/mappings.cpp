#include "probes/tracer/mappings.h"

#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "probes/tracer/box.h"
#include "probes/tracer/capture.h"
#include "probes/tracer/thread.h"

namespace ttsoak::tracer {
namespace {

using namespace blackbox;

constexpr uint64_t kPageMask = 4095;

uint32_t g_lock = 0;

// Quiet while it lives: a signal handler that maps must not wait for the lock its thread holds.
class Locked {
 public:
  Locked() : errno_(errno), mode_(t_thread.mode) {
    t_thread.mode = Mode::inside;
    lock_mappings();
  }
  ~Locked() {
    unlock_mappings();
    t_thread.mode = mode_;
    errno = errno_;
  }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  int errno_;
  Mode mode_;
};

void put(MappingSlot mapping) {
  Header& header = *g_box.header;
  const uint32_t used = header.mappings_used;
  for (uint32_t i = 0; i < used; ++i) {
    if (g_box.mappings[i].start != 0) continue;
    g_box.mappings[i] = mapping;
    return;
  }
  if (used >= header.mappings.capacity) {
    count_loss(&header.losses.mapping_table_full);
    return;
  }
  g_box.mappings[used] = mapping;
  __atomic_store_n(&header.mappings_used, used + 1, __ATOMIC_RELEASE);
}

// Cuts [start, end) out of the table; the first piece that went comes back in `first`.
void cut(uint64_t start, uint64_t end, MappingSlot& first) {
  const uint32_t used = g_box.header->mappings_used;
  for (uint32_t i = 0; i < used; ++i) {
    MappingSlot& slot = g_box.mappings[i];
    if (slot.start == 0 || slot.start >= end || slot.end <= start) continue;
    if (first.start == 0) first = slot;
    const MappingSlot whole = slot;
    if (whole.start < start) {
      slot.end = start;
    } else {
      slot.start = 0;
    }
    if (whole.end > end) {
      MappingSlot rest = whole;
      rest.start = end;
      put(rest);
    }
  }
}

uint32_t flags_of(int protection, int flags) {
  uint32_t bits = 0;
  if ((flags & MAP_ANONYMOUS) == 0) bits |= kMappingOfFile;
  if (protection == PROT_NONE) bits |= kMappingReserved;
  if ((flags & MAP_SHARED) != 0) bits |= kMappingShared;
  return bits;
}

bool has_own_box() { return g_box.header != nullptr && g_box.header->pid == getpid(); }
bool is_ours() { return g_process == Process::tracing && has_own_box(); }

}  // namespace

void lock_mappings() {
  while (__atomic_exchange_n(&g_lock, 1, __ATOMIC_ACQUIRE) != 0) sched_yield();
}

void unlock_mappings() { __atomic_store_n(&g_lock, 0, __ATOMIC_RELEASE); }

void note_mapping(void* start, size_t bytes, int protection, int flags) {
  if (!is_recording()) {
    // Made while the tracer, or an allocator for it, was at work: its own price.
    if (t_thread.mode == Mode::inside) count_own_mapping(bytes);
    return;
  }
  const Mode mode = t_thread.mode;
  const int kept_errno = errno;
  t_thread.mode = Mode::inside;
  if (is_ours()) {
    MappingSlot mapping{};
    mapping.start = reinterpret_cast<uint64_t>(start);
    mapping.end = mapping.start + ((bytes + kPageMask) & ~kPageMask);
    mapping.stack = capture_stack();
    mapping.cycle = __atomic_load_n(&g_box.header->cycle, __ATOMIC_RELAXED);
    mapping.flags = flags_of(protection, flags);
    const Locked lock;
    MappingSlot replaced{};
    cut(mapping.start, mapping.end, replaced);  // MAP_FIXED
    put(mapping);
  }
  t_thread.mode = mode;
  errno = kept_errno;
}

// Neighbours become one: a large Python heap must not fill the table.
void note_arena(void* start, size_t bytes) {
  if (!is_ours()) return;
  const Locked lock;
  MappingSlot arena{};
  arena.start = reinterpret_cast<uint64_t>(start);
  arena.end = arena.start + bytes;
  arena.flags = kMappingOfPymalloc;
  arena.cycle = __atomic_load_n(&g_box.header->cycle, __ATOMIC_RELAXED);
  MappingSlot replaced{};
  cut(arena.start, arena.end, replaced);
  for (uint32_t i = 0; i < g_box.header->mappings_used; ++i) {
    MappingSlot& slot = g_box.mappings[i];
    if (slot.start == 0 || (slot.flags & ~kMappingInherited) != kMappingOfPymalloc) {
      continue;
    }
    if (slot.end == arena.start) {
      slot.end = arena.end;
      return;
    }
    if (slot.start == arena.end) {
      slot.start = arena.start;
      return;
    }
  }
  put(arena);
}

void adopt_arenas(size_t bytes, bool (*is_arena)(uint64_t start, size_t bytes)) {
  if (!is_ours()) return;
  const Locked lock;
  for (uint32_t i = 0; i < g_box.header->mappings_used; ++i) {
    MappingSlot& slot = g_box.mappings[i];
    if (slot.start == 0 || slot.flags != 0 || slot.end - slot.start != bytes) continue;
    if (is_arena(slot.start, bytes)) slot.flags = kMappingOfPymalloc;
  }
}

// From the time on that there is a box: the first stack is taken before tracing begins.
void count_own_mapping(size_t bytes) {
  if (!has_own_box()) return;
  __atomic_fetch_add(&g_box.header->own_mapped_bytes, bytes, __ATOMIC_RELAXED);
}

void count_own_unmapping(size_t bytes) {
  if (!has_own_box()) return;
  __atomic_fetch_sub(&g_box.header->own_mapped_bytes, bytes, __ATOMIC_RELAXED);
}

void forget_mapping(void* start, size_t bytes) {
  const auto begin = reinterpret_cast<uint64_t>(start);
  if (!is_recording() || !is_ours() || (begin & kPageMask) != 0 || bytes == 0) return;
  const Locked lock;
  MappingSlot gone{};
  cut(begin, begin + ((bytes + kPageMask) & ~kPageMask), gone);
}

void move_mapping(void* start, size_t old_bytes, void* moved, size_t new_bytes) {
  if (!is_recording() || !is_ours()) return;
  const auto begin = reinterpret_cast<uint64_t>(start);
  const Locked lock;
  MappingSlot mapping{};
  cut(begin, begin + ((old_bytes + kPageMask) & ~kPageMask), mapping);
  if (mapping.start == 0) return;  // was not seen coming
  mapping.start = reinterpret_cast<uint64_t>(moved);
  mapping.end = mapping.start + ((new_bytes + kPageMask) & ~kPageMask);
  MappingSlot replaced{};
  cut(mapping.start, mapping.end, replaced);
  put(mapping);
}

// By system call: mmap() is one of our own hooks. The parent goes on and may change the table while
// it is copied; what comes of that is a mapping more or less in an account of memory.
InheritedMappings::InheritedMappings() {
  const uint32_t used = __atomic_load_n(&g_box.header->mappings_used, __ATOMIC_ACQUIRE);
  bytes_ = used * sizeof(MappingSlot);
  if (used == 0) return;
  const long copy = syscall(SYS_mmap, nullptr, bytes_, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == -1) return;
  copy_ = reinterpret_cast<MappingSlot*>(copy);
  memcpy(copy_, g_box.mappings, bytes_);
  count_ = used;
}

InheritedMappings::~InheritedMappings() {
  if (copy_ == nullptr) return;
  for (uint32_t i = 0; is_ours() && i < count_; ++i) {
    MappingSlot& slot = copy_[i];
    if (slot.start == 0 || slot.end <= slot.start) continue;
    slot.flags |= kMappingInherited;
    slot.stack = 0;
    slot.cycle = 0;
    put(slot);
  }
  syscall(SYS_munmap, copy_, bytes_);
}

}  // namespace ttsoak::tracer
