#include "probes/tracer/python/holders/rings.h"

#include "probes/tracer/python/holders/calls.h"
#include "probes/tracer/python/python_api.h"

namespace ttsoak::tracer {
namespace {

// struct _gc_runtime_state (pycore_gc.h of 3.9 to 3.13): generations[3] of 24 bytes each, that
// begin with their ring's head; a pointer to the first, generation0; permanent_generation; three
// numbers for each generation; int collecting; the list gc.garbage.
constexpr uintptr_t kGeneration = 24;
constexpr uintptr_t kToPointer = 3 * kGeneration;
constexpr uintptr_t kToPermanent = kToPointer + 8;
constexpr uintptr_t kToCollecting = kToPermanent + kGeneration + 3 * kGeneration;

constexpr uintptr_t kSearched = 1 << 20;  // bytes of the interpreter's state
constexpr uintptr_t kPage = 4096;

uintptr_t g_generations = 0;  // found once

// Is the last of the youngest ring the object that was just made?
bool ends_with(uintptr_t generations, uintptr_t object) {
  constexpr uintptr_t kFlags = 3;
  const uintptr_t last = load<uintptr_t>(generations + 8) & ~kFlags;
  return last == object - ObjectRings::kHeadBytes;
}

// The pointer is recognised by where it leads: to the ring a fixed distance before itself.
uintptr_t search(uintptr_t state, uintptr_t object) {
  uintptr_t page[kPage / sizeof(uintptr_t)];
  const uintptr_t first = state & ~(kPage - 1);
  for (uintptr_t at = first; at < first + kSearched; at += kPage) {
    if (!read_carefully(at, page, kPage)) return 0;
    for (uintptr_t i = 0; i < kPage / sizeof(uintptr_t); ++i) {
      const uintptr_t address = at + i * sizeof(uintptr_t);
      if (page[i] == address - kToPointer && address > state + kToPointer &&
          ends_with(page[i], object)) {
        return page[i];
      }
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
  heads_[0] = g_generations + kToPermanent;
  for (uintptr_t i = 0; i < 3; ++i) heads_[3 - i] = g_generations + i * kGeneration;
  collecting_ = g_generations + kToCollecting;
  return true;
}

bool ObjectRings::are_in_use() const { return load<int32_t>(collecting_) != 0; }

uint64_t ObjectRings::garbage() const {
  const auto list = load<uintptr_t>(collecting_ + 8);
  return list != 0 ? load<uint64_t>(list + 16) : 0;
}

}  // namespace ttsoak::tracer
