#pragma once

#include <stdint.h>

#include "probes/blackbox/layout.h"

namespace ttsoak::tracer {

enum class Mode : uint8_t {
  unseen = 0,  // never came by, or the process is not traced
  ready = 1,   // has its own counters: the fast path
  quiet = 2,   // an allocator works for a block that is recorded already
  shared = 3,  // no counters of its own (too many threads, or the thread is ending)
  off = 4,     // the process is not traced
  inside = 5,  // inside the tracer: blocks are counted, since others may free them, not sampled
};

// What the hooks need of a thread. Initial-exec, because the default TLS model may call malloc on
// a thread's first access, which is exactly where we are called from.
struct ThreadState {
  int64_t until_sample;  // bytes
  blackbox::Counters* counters;
  uint64_t random;
  uint32_t rate;  // the one `until_sample` was drawn with
  Mode mode;
  uint8_t recorded;  // blocks so far, modulo 256: has a call within a call recorded one?
};
extern constinit thread_local ThreadState t_thread __attribute__((tls_model("initial-exec")));

enum class Process : uint32_t {
  starting = 0,  // before the constructor, or resolving symbols
  tracing = 1,
  passive = 2,  // passes every call on
};
extern Process g_process;

// Gives this thread counters. False while the process is not traced.
bool attach_thread();

// After a fork, in the child: the only thread starts anew in the new box.
void reattach_thread_after_fork();

// Registers what folds a thread's counters in when it ends. At start-up, once.
void prepare_threads();

// Draws how many bytes lie before this thread's next sample.
void draw_next_sample(ThreadState& thread);

// True if this thread's allocations are to be counted and sampled now.
inline bool is_recording() {
  const Mode mode = t_thread.mode;
  if (__builtin_expect(mode == Mode::ready, 1)) return true;
  if (mode == Mode::quiet || mode == Mode::off || mode == Mode::inside) return false;
  return mode == Mode::shared || attach_thread();
}

inline bool is_counting() { return is_recording() || t_thread.mode == Mode::inside; }

// Counters are written by their owner alone: a plain load and a relaxed store, no locked cycle.
inline void add(uint64_t& counter, uint64_t amount) {
  __atomic_store_n(&counter, counter + amount, __ATOMIC_RELAXED);
}

void count_shared(uint64_t blackbox::Counters::*bytes, uint64_t blackbox::Counters::*blocks,
                  uint64_t amount);

inline void count(uint64_t blackbox::Counters::*bytes, uint64_t blackbox::Counters::*blocks,
                  uint64_t amount) {
  if (__builtin_expect(t_thread.mode != Mode::ready, 0)) return count_shared(bytes, blocks, amount);
  blackbox::Counters& counters = *t_thread.counters;
  add(counters.*bytes, amount);
  add(counters.*blocks, 1);
}

inline void count_allocated(uint64_t bytes) {
  count(&blackbox::Counters::allocated_bytes, &blackbox::Counters::allocated_blocks, bytes);
}
inline void count_freed(uint64_t bytes) {
  count(&blackbox::Counters::freed_bytes, &blackbox::Counters::freed_blocks, bytes);
}

}  // namespace ttsoak::tracer
