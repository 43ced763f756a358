// process_holds_memory MIB MAPPINGS: holds MIB of touched memory in that many separate mappings,
// says "ready" and waits for the end of its input.

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>

#include "tests/programs/process_wait_for_end.h"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::size_t mappings = std::strtoul(argv[2], nullptr, 10);
  if (mappings == 0) return 2;
  constexpr std::size_t kPage = 4096;
  const std::size_t bytes = (std::strtoul(argv[1], nullptr, 10) << 20U) / mappings / kPage * kPage;

  for (std::size_t i = 0; i < mappings; ++i) {
    void* const address = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (address == MAP_FAILED) return 1;
    // Small pages, as a fragmented heap has them, and each touched.
    ::madvise(address, bytes, MADV_NOHUGEPAGE);
    for (std::size_t at = 0; at < bytes; at += kPage) static_cast<char*>(address)[at] = 1;
    // The kernel merges neighbours of equal rights into one mapping.
    if (i % 2 == 1) ::mprotect(address, bytes, PROT_READ);
  }
  std::puts("ready");
  std::fflush(stdout);
  wait_for_end_of_input();
}
