#pragma once

#include <stdint.h>

namespace ttsoak::tracer {

// Says of almost every block that it was not sampled, at the price of one load: how many sampled
// blocks there are for each hash of an address. 255 sticks: such a place says "maybe" for ever.
constexpr uint32_t kFilterBits = 17;
extern uint8_t g_filter[1U << kFilterBits];

// Neighbours in memory are neighbours in the filter, so that the part of it that a loop over a few
// blocks needs stays in the first-level cache; blocks 2 MiB apart are spread by their upper bits.
inline uint8_t& filter_place(const void* address) {
  const uint64_t block = reinterpret_cast<uint64_t>(address) >> 4;  // blocks are 16-aligned
  const uint64_t upper = block >> kFilterBits;
  return g_filter[(block + upper * 0x9e35) & ((1U << kFilterBits) - 1)];
}

inline bool may_be_sampled(const void* address) {
  return __atomic_load_n(&filter_place(address), __ATOMIC_RELAXED) != 0;
}

inline void filter_add(const void* address) {
  uint8_t& place = filter_place(address);
  uint8_t count = __atomic_load_n(&place, __ATOMIC_RELAXED);
  while (count != 255 && !__atomic_compare_exchange_n(&place, &count, count + 1, true,
                                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

inline void filter_remove(const void* address) {
  uint8_t& place = filter_place(address);
  uint8_t count = __atomic_load_n(&place, __ATOMIC_RELAXED);
  while (count != 255 && count != 0 &&
         !__atomic_compare_exchange_n(&place, &count, count - 1, true, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED)) {
  }
}

}  // namespace ttsoak::tracer
