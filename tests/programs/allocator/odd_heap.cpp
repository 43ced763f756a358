// Heaps that cannot be walked. "blocked": something lies where brk would go on, so glibc's main
// arena falls to pieces. "corrupted": the header of a block is overwritten.

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "tests/programs/tracer_traps/checkpoint.h"

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  char* const victim = static_cast<char*>(malloc(1000));
  if (strcmp(argv[1], "blocked") == 0) {
    const uintptr_t end = (reinterpret_cast<uintptr_t>(sbrk(0)) + 4095) & ~uintptr_t{4095};
    mmap(reinterpret_cast<void*>(end), 4096, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    for (int i = 0; i < 10000; ++i) memset(malloc(1000), 1, 1000);
  } else {
    malloc(1000);
    memset(victim, 0xff, 1000 + 16);  // over the end
  }
  checkpoint("ready");
  _exit(0);
}
