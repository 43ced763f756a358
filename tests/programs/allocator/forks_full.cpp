// Maps and allocates, and forks a child that does likewise. The child says its pid and waits.

#include <sys/mman.h>
#include <sys/wait.h>

#include <cstdlib>
#include <cstring>

#include "tests/programs/tracer_traps/checkpoint.h"

namespace {

void take_memory() {
  constexpr size_t kMapped = 16 << 20;
  memset(mmap(nullptr, kMapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 1,
         kMapped);
  for (int i = 0; i < 4000; ++i) memset(malloc(2000), 1, 2000);
  memset(malloc(4 << 20), 1, 4 << 20);
}

}  // namespace

int main() {
  take_memory();
  const pid_t child = fork();
  if (child == 0) {
    take_memory();
    // The tracer's control thread comes back with a sample, a second after the fork.
    for (int i = 0; i < 20; ++i) {
      free(memset(malloc(1 << 20), 1, 1 << 20));
      usleep(100000);
    }
    checkpoint("%d", getpid());
    _exit(0);
  }
  int status = 1;
  return waitpid(child, &status, 0) == child && status == 0 ? 0 : 1;
}
