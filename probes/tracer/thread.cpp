#include "probes/tracer/thread.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "probes/tracer/box.h"
#include "probes/tracer/random.h"
#include "probes/tracer/sampler.h"

namespace ttsoak::tracer {

using blackbox::Counters;

constinit thread_local ThreadState t_thread{};
Process g_process = Process::starting;

namespace {

pthread_key_t g_key;
bool g_has_key = false;

Counters* take_slot(uint64_t owner) {
  blackbox::Header& header = *g_box.header;
  const uint64_t capacity = header.counters.capacity;
  const uint32_t seen = __atomic_load_n(&header.threads_seen, __ATOMIC_RELAXED);
  for (uint64_t i = 0; i < seen; ++i) {
    uint64_t free_owner = 0;
    if (__atomic_load_n(&g_box.counters[i].owner, __ATOMIC_RELAXED) == 0 &&
        __atomic_compare_exchange_n(&g_box.counters[i].owner, &free_owner, owner, false,
                                    __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
      return &g_box.counters[i];
    }
  }
  uint32_t next = seen;
  while (next < capacity &&
         !__atomic_compare_exchange_n(&header.threads_seen, &next, next + 1, true, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED)) {
  }
  if (next >= capacity) return nullptr;
  __atomic_store_n(&g_box.counters[next].owner, owner, __ATOMIC_RELAXED);
  return &g_box.counters[next];
}

void fold(uint64_t& from, uint64_t& into) {
  __atomic_fetch_add(&into, from, __ATOMIC_RELAXED);
  __atomic_store_n(&from, 0, __ATOMIC_RELAXED);
}

// The destructor of our key, called as the thread ends. Destructors of others may still allocate
// after it, hence Mode::shared.
void end_thread(void*) {
  ThreadState& thread = t_thread;
  if (thread.mode != Mode::ready) return;
  thread.mode = Mode::shared;
  Counters& own = *thread.counters;
  Counters& retired = g_box.header->retired;
  fold(own.allocated_bytes, retired.allocated_bytes);
  fold(own.allocated_blocks, retired.allocated_blocks);
  fold(own.freed_bytes, retired.freed_bytes);
  fold(own.freed_blocks, retired.freed_blocks);
  fold(own.python_allocated_blocks, retired.python_allocated_blocks);
  fold(own.python_freed_blocks, retired.python_freed_blocks);
  thread.counters = nullptr;
  __atomic_store_n(&own.owner, 0, __ATOMIC_RELEASE);
}

uint64_t seed() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return mix(reinterpret_cast<uint64_t>(&t_thread) ^ (static_cast<uint64_t>(now.tv_nsec) << 20) ^
             static_cast<uint64_t>(now.tv_sec));
}

}  // namespace

void prepare_threads() { g_has_key = pthread_key_create(&g_key, end_thread) == 0; }

bool attach_thread() {
  ThreadState& thread = t_thread;
  if (g_process == Process::passive) thread.mode = Mode::off;  // for ever
  if (g_process != Process::tracing) return false;
  thread.mode = Mode::quiet;
  thread.random = seed();
  draw_next_sample(thread);
  thread.counters = g_has_key ? take_slot(static_cast<uint64_t>(syscall(SYS_gettid))) : nullptr;
  // May call malloc for a late key, hence quiet until here.
  if (thread.counters != nullptr) pthread_setspecific(g_key, &thread);
  thread.mode = thread.counters != nullptr ? Mode::ready : Mode::shared;
  return true;
}

void reattach_thread_after_fork() {
  ThreadState& thread = t_thread;
  if (thread.mode == Mode::unseen || g_process != Process::tracing) return;
  const Mode mode = thread.mode;
  thread.random = seed();
  draw_next_sample(thread);
  if (thread.counters != nullptr) {
    thread.counters = take_slot(static_cast<uint64_t>(syscall(SYS_gettid)));
    thread.mode = mode;
  }
}

void draw_next_sample(ThreadState& thread) {
  thread.rate = __atomic_load_n(&g_box.header->rate, __ATOMIC_RELAXED);
  if (thread.rate == 0) {
    thread.until_sample = INT64_MAX;
    return;
  }
  const double mean = static_cast<double>(1ULL << thread.rate);
  thread.until_sample = static_cast<int64_t>(exponential(thread.random) * mean);
}

void count_shared(uint64_t Counters::*bytes, uint64_t Counters::*blocks, uint64_t amount) {
  Counters& retired = g_box.header->retired;
  __atomic_fetch_add(&(retired.*bytes), amount, __ATOMIC_RELAXED);
  __atomic_fetch_add(&(retired.*blocks), 1, __ATOMIC_RELAXED);
}

}  // namespace ttsoak::tracer
