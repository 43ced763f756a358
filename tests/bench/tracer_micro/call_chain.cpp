#include "tests/bench/tracer_micro/call_chain.h"

#include <pthread.h>

#include <cstdlib>

namespace {

struct Call {
  int depth;
  void (*last)(void*);
  void* argument;
};

void* run(void* data) {
  const Call& call = *static_cast<Call*>(data);
  call_through(call.depth, call.last, call.argument);
  asm volatile("" : : : "memory");  // not a tail call: this frame has to be on the stack
  return nullptr;
}

}  // namespace

// Not to be inlined into itself: that makes one frame of several.
[[gnu::noipa]] void call_through(int depth, void (*last)(void*), void* argument) {
  if (depth <= 1) {
    last(argument);
  } else {
    call_through(depth - 1, last, argument);
  }
  asm volatile("" : : : "memory");
}

void call_through_on_new_thread(int depth, void (*last)(void*), void* argument) {
  Call call{depth, last, argument};
  pthread_t thread;
  if (pthread_create(&thread, nullptr, run, &call) != 0) std::abort();
  pthread_join(thread, nullptr);
}
