#pragma once

#include <stdint.h>

#include "probes/blackbox/layout.h"

namespace ttsoak::tracer {

// The sampled blocks that live now. Each address has two buckets it may lie in, so both calls are
// bounded; a thread only ever touches addresses that belong to it, so neither needs a lock.

inline uint64_t hash_address(const void* address) {
  return (reinterpret_cast<uint64_t>(address) >> 4) * 0x9e3779b97f4a7c15;  // Knuth's
}

// False: both buckets are full. An entry that is there already (freed unseen) comes back in
// `replaced`, otherwise its stack is 0.
bool insert_live(uint64_t hash, void* address, const blackbox::LiveSample& sample,
                 blackbox::LiveSample& replaced);

// False: it was not sampled.
bool remove_live(uint64_t hash, void* address, blackbox::LiveSample& removed);

// Samples in the table, about.
extern uint32_t g_live_samples;

void reset_live_after_fork();

}  // namespace ttsoak::tracer
