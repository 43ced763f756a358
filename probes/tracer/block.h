#pragma once

#include "probes/tracer/next.h"
#include "probes/tracer/sampler.h"
#include "probes/tracer/sampling.h"
#include "probes/tracer/thread.h"

namespace ttsoak::tracer {

// Counts and samples a block of the heap that has just been made. Returns it.
inline void* recorded(void* address) {
  if (__builtin_expect(address != nullptr && is_recording(), 1)) {
    const size_t bytes = usable_bytes(address);
    count_allocated(bytes);
    ++t_thread.recorded;
    sample_if_due(address, bytes, blackbox::Kind::heap);
  } else if (address != nullptr && t_thread.mode == Mode::inside) {
    count_allocated(usable_bytes(address));
  }
  return address;
}

// Counts a block of the heap that is about to be freed, and forgets it.
inline void forget(void* address) {
  if (__builtin_expect(is_counting(), 1)) count_freed(usable_bytes(address));
  if (__builtin_expect(may_be_sampled(address), 0)) forget_block(address);
}

// realloc() of a live block.
void* recorded_realloc(void* address, size_t size);

}  // namespace ttsoak::tracer
