#pragma once

#include <stdint.h>

#include "probes/tracer/python/memory.h"

namespace ttsoak::tracer {

// The collector's lists of tracked objects: rings through the 16 bytes before each object
// (PyGC_Head), one for each generation, and one for those that gc.freeze() set aside. Walking them
// takes neither memory nor, unlike gc.get_objects(), references. CPython 3.9 to 3.14 with a GIL.
class ObjectRings {
 public:
  // With the GIL. False: they are not where they should be (another kind of collector).
  bool find();

  // The collector is at work in another thread, which lets go of the GIL in a finaliser: what it
  // looks at is in no ring meanwhile.
  [[nodiscard]] bool are_in_use() const;

  // Length of gc.garbage, whether or not the program has imported gc.
  [[nodiscard]] uint64_t garbage() const;

  // Calls see(object) for each, oldest generation first; with the GIL, which is not let go of.
  // `see` must not make or free objects that the collector tracks.
  template <typename See>
  void for_each(See see) const {
    constexpr uint64_t kFlags = 3;
    for (const uintptr_t head : heads_) {
      uintptr_t node = load<uintptr_t>(head) & ~kFlags;
      while (node != head) {
        const uintptr_t next = load<uintptr_t>(node) & ~kFlags;
        __builtin_prefetch(reinterpret_cast<const void*>(next));
        see(node + kHeadBytes);
        node = next;
      }
    }
  }

  static constexpr uintptr_t kHeadBytes = 16;

 private:
  uintptr_t heads_[4] = {};  // frozen, oldest, middle, youngest
  uintptr_t collecting_ = 0;
};

}  // namespace ttsoak::tracer
