#include "probes/tracer/python/holders/rings.h"

#include "probes/tracer/python/holders/calls.h"
#include "probes/tracer/python/interpreter.h"
#include "probes/tracer/python/python_api.h"

namespace ttsoak::tracer {
namespace {

// struct _gc_runtime_state (pycore_gc.h of 3.9 to 3.14): generations[3] of 24 bytes each, that
// begin with their ring's head (3.14.0 calls them young and old[2], where others have the youngest
// first, too); up to 3.13 a pointer to the first; permanent_generation; three numbers for each
// generation; int collecting; the list gc.garbage.
constexpr uintptr_t kGeneration = 24;
uintptr_t to_permanent() { return 3 * kGeneration + (interpreter()->version < 0x030e ? 8 : 0); }
uintptr_t to_collecting() { return to_permanent() + kGeneration + 3 * kGeneration; }

constexpr uintptr_t kFlags = 3;           // bits of the links
constexpr uintptr_t kSearched = 1 << 20;  // bytes of the interpreter's state
constexpr uintptr_t kPage = 4096;

uintptr_t g_generations = 0;  // found once

// Do its neighbours know it for theirs? An empty ring is its own neighbour.
bool is_ring(uintptr_t head) {
  uintptr_t links[2] = {}, of_next[2] = {}, of_last[2] = {};
  return read_carefully(head, links, sizeof links) &&
         read_carefully(links[0] & ~kFlags, of_next, sizeof of_next) &&
         read_carefully(links[1] & ~kFlags, of_last, sizeof of_last) &&
         (of_next[1] & ~kFlags) == head && (of_last[0] & ~kFlags) == head;
}

bool are_rings(uintptr_t generations) {
  return is_ring(generations) && is_ring(generations + kGeneration) &&
         is_ring(generations + 2 * kGeneration) && is_ring(generations + to_permanent());
}

// The youngest ring is recognised by its last object, the one that was just made.
uintptr_t search(uintptr_t state, uintptr_t object) {
  uintptr_t page[kPage / sizeof(uintptr_t)];
  const uintptr_t first = state & ~(kPage - 1);
  for (uintptr_t at = first; at < first + kSearched; at += kPage) {
    if (!read_carefully(at, page, kPage)) return 0;
    for (uintptr_t i = 0; i < kPage / sizeof(uintptr_t); ++i) {
      const bool is_last = (page[i] & ~kFlags) == object - ObjectRings::kHeadBytes;
      const uintptr_t generations = at + (i - 1) * sizeof(uintptr_t);
      if (is_last && generations > state && are_rings(generations)) return generations;
    }
  }
  return 0;
}

}  // namespace

bool ObjectRings::find() {
  const HolderCalls& calls = *holder_calls();
  if (g_generations == 0) {
    // A new object is tracked at once, unless it comes from a free list of the interpreter's and
    // is in the ring all the same: the last one.
    void* const list = calls.PyList_New(0);
    if (list == nullptr) return false;
    g_generations = search(reinterpret_cast<uintptr_t>(calls.PyInterpreterState_Get()),
                           reinterpret_cast<uintptr_t>(list));
    python_api().Py_DecRef(list);
  }
  if (g_generations == 0) return false;
  heads_[0] = g_generations + to_permanent();
  for (uintptr_t i = 0; i < 3; ++i) heads_[3 - i] = g_generations + i * kGeneration;
  collecting_ = g_generations + to_collecting();
  return true;
}

bool ObjectRings::are_in_use() const { return load<int32_t>(collecting_) != 0; }

uint64_t ObjectRings::garbage() const {
  const auto list = load<uintptr_t>(collecting_ + 8);
  return list != 0 ? load<uint64_t>(list + 16) : 0;
}

}  // namespace ttsoak::tracer
