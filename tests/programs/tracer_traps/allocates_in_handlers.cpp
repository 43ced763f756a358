// Allocates in signal handlers, on the thread's own stack and on the smallest alternate one there
// may be; and on threads with 16 KiB of stack. The signals come while the thread is not inside the
// allocator, so all of it is allowed, if barely.

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>

#include "checkpoint.h"

namespace {

void handle(int) {
  void* volatile block = malloc(3000);
  free(block);
}

void raise_often(int flags) {
  struct sigaction action = {};
  action.sa_handler = handle;
  action.sa_flags = flags;
  sigaction(SIGUSR1, &action, nullptr);
  for (int i = 0; i < 2000; ++i) raise(SIGUSR1);
}

void* work_on_a_small_stack(void*) {
  for (int i = 0; i < 100; ++i) {
    void* volatile block = malloc(3000);
    free(block);
  }
  return nullptr;
}

}  // namespace

int main() {
  raise_often(0);
  checkpoint("own stack");

  static char stack_memory[64 << 10];
  stack_t stack = {};
  stack.ss_sp = stack_memory;
  stack.ss_size = static_cast<size_t>(sysconf(_SC_MINSIGSTKSZ)) + 1024;
  if (sigaltstack(&stack, nullptr) != 0) return 2;
  raise_often(SA_ONSTACK);
  checkpoint("alternate stack");

  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (pthread_attr_setstacksize(&attributes, 16 << 10) != 0) return 3;
  for (int i = 0; i < 100; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, &attributes, work_on_a_small_stack, nullptr) != 0) return 4;
    pthread_join(thread, nullptr);
  }
  checkpoint("small stacks");
  return 0;
}
