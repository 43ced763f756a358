#include "probes/tracer/stack_table.h"

#include "probes/tracer/box.h"
#include "probes/tracer/random.h"

namespace ttsoak::tracer {

using namespace blackbox;

namespace {

constexpr uint32_t kProbes = 64;  // then the table counts as full

// Both tables are filled from the front and found through an open-addressing index of element
// numbers. `matches(id)` compares; `make()` fills a fresh element and returns its id, or 0.
// Two threads that add the same at once: one element is wasted.
template <typename Matches, typename Make>
uint32_t intern(uint32_t* index, uint64_t capacity, uint64_t hash, Matches matches, Make make) {
  uint32_t made = 0;
  for (uint32_t i = 0; i < kProbes; ++i) {
    uint32_t& place = index[(hash + i) & (capacity - 1)];
    uint32_t id = __atomic_load_n(&place, __ATOMIC_ACQUIRE);
    if (id == 0) {
      if (made == 0) made = make();
      if (made == 0) return 0;
      if (__atomic_compare_exchange_n(&place, &id, made, false, __ATOMIC_RELEASE,
                                      __ATOMIC_ACQUIRE)) {
        return made;
      }
    }
    if (matches(id)) return id;
  }
  return 0;
}

// The node of `frame` called by `caller`; 0 = no room.
uint32_t intern_frame(uint64_t frame, uint32_t caller) {
  Header& header = *g_box.header;
  const uint64_t hash = mix(frame ^ (uint64_t{caller} << 40) ^ caller);
  return intern(
      g_box.frame_index, header.frame_index.capacity, hash,
      [&](uint32_t id) {
        return g_box.frames[id].frame == frame && g_box.frames[id].caller == caller;
      },
      [&] {
        const uint32_t id = take_element(&header.frames_used, header.frames.capacity);
        if (id != 0) {
          g_box.frames[id].caller = caller;
          __atomic_store_n(&g_box.frames[id].frame, frame, __ATOMIC_RELEASE);
        }
        return id;
      });
}

uint64_t hash_frames(const uint64_t* frames, uint32_t count) {
  uint64_t hash = count;
  for (uint32_t i = 0; i < count; ++i) {
    hash = (hash ^ frames[i]) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 29;
  }
  hash = mix(hash);
  return hash != 0 ? hash : 1;  // 0 means "being filled"
}

uint32_t make_stack(const uint64_t* frames, uint32_t count, uint64_t hash) {
  Header& header = *g_box.header;
  uint32_t node = 0;
  for (uint32_t i = count; i > 0; --i) {
    node = intern_frame(frames[i - 1], node);
    if (node == 0) return 0;
  }
  const uint32_t id = take_element(&header.stacks_used, header.stacks.capacity);
  if (id == 0) return 0;
  StackSlot& slot = g_box.stacks[id];
  slot.leaf = node;
  slot.depth = count;
  __atomic_store_n(&slot.hash, hash, __ATOMIC_RELEASE);
  return id;
}

// To the nearest; llround() is in libm, which the tracer does not link.
uint64_t rounded(double x) {
  const auto whole = static_cast<uint64_t>(x);
  return x - static_cast<double>(whole) < 0.5 ? whole : whole + 1;
}

}  // namespace

uint32_t intern_stack(const uint64_t* frames, uint32_t count, bool& fresh) {
  Header& header = *g_box.header;
  const uint64_t hash = hash_frames(frames, count);
  fresh = false;
  const uint32_t id = intern(
      g_box.stack_index, header.stack_index.capacity, hash,
      [&](uint32_t candidate) { return g_box.stacks[candidate].hash == hash; },
      [&] {
        fresh = true;
        return make_stack(frames, count, hash);
      });
  if (id == 0) count_loss(&header.losses.stack_table_full);
  return id;
}

void add_allocated(uint32_t stack, uint64_t bytes, double weight) {
  StackSlot& slot = g_box.stacks[stack];
  __atomic_fetch_add(&slot.allocated_bytes, rounded(static_cast<double>(bytes) * weight),
                     __ATOMIC_RELAXED);
  __atomic_fetch_add(&slot.allocated_blocks, rounded(weight), __ATOMIC_RELAXED);
}

void add_freed(uint32_t stack, uint64_t bytes, double weight) {
  StackSlot& slot = g_box.stacks[stack];
  __atomic_fetch_add(&slot.freed_bytes, rounded(static_cast<double>(bytes) * weight),
                     __ATOMIC_RELAXED);
  __atomic_fetch_add(&slot.freed_blocks, rounded(weight), __ATOMIC_RELAXED);
}

}  // namespace ttsoak::tracer
