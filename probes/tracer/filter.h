#pragma once

#include <stdint.h>

namespace ttsoak::tracer {

// Says of almost every block that it was not sampled, at the price of one load: how many sampled
// blocks there are for each hash of an address. 255 sticks: such a place says "maybe" for ever.
constexpr uint32_t kFilterBits = 17;
extern uint8_t g_filter[1U << kFilterBits];

inline uint64_t hash_address(const void* address) {
  // Blocks are 16-aligned. One multiplication (Knuth's) spreads neighbours over the table.
  return (reinterpret_cast<uint64_t>(address) >> 4) * 0x9e3779b97f4a7c15;
}

inline uint8_t& filter_place(uint64_t hash) { return g_filter[hash >> (64 - kFilterBits)]; }

inline bool may_be_sampled(const void* address) {
  return __atomic_load_n(&filter_place(hash_address(address)), __ATOMIC_RELAXED) != 0;
}

inline void filter_add(uint64_t hash) {
  uint8_t& place = filter_place(hash);
  uint8_t count = __atomic_load_n(&place, __ATOMIC_RELAXED);
  while (count != 255 && !__atomic_compare_exchange_n(&place, &count, count + 1, true,
                                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

inline void filter_remove(uint64_t hash) {
  uint8_t& place = filter_place(hash);
  uint8_t count = __atomic_load_n(&place, __ATOMIC_RELAXED);
  while (count != 255 && count != 0 &&
         !__atomic_compare_exchange_n(&place, &count, count - 1, true, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED)) {
  }
}

}  // namespace ttsoak::tracer
