#pragma once

#include <stddef.h>
#include <stdint.h>

#include "probes/blackbox/layout.h"
#include "probes/blackbox/weight.h"
#include "probes/tracer/filter.h"
#include "probes/tracer/thread.h"

namespace ttsoak::tracer {

// Copies of Header's figures, close at hand for the hot path. Constant once tracing.
extern uint64_t g_floor_bytes;
extern uint64_t g_always_bytes;

// Records the block with its stack, and draws the next sample. errno is kept.
void take_sample(void* address, size_t bytes, blackbox::Kind kind);

// The hot path: a new block of `bytes` counts towards the next sample of this thread.
// Precondition: is_recording().
inline void sample_if_due(void* address, size_t bytes, blackbox::Kind kind) {
  if (__builtin_expect(bytes < g_always_bytes, 1)) {
    const uint64_t floor_bytes =
        kind == blackbox::Kind::python ? blackbox::kPythonFloorBytes : g_floor_bytes;
    const uint64_t counted = bytes < floor_bytes ? floor_bytes : bytes;
    t_thread.until_sample -= static_cast<int64_t>(counted);
    if (__builtin_expect(t_thread.until_sample > 0, 1)) return;
  }
  take_sample(address, bytes, kind);
}

// Takes the block out of the live table. False: it was not sampled.
bool forget_sampled(void* address, blackbox::LiveSample& sample);

// Puts it back: a realloc failed, the block lives on.
void remember_again(void* address, const blackbox::LiveSample& sample);

// Books a block taken out as freed.
void book_freed(const blackbox::LiveSample& sample);

}  // namespace ttsoak::tracer
