#include "probes/tracer/walk/own_memory.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace ttsoak::tracer {

bool read_memory(uint64_t address, void* to, size_t size) {
  const iovec ours{to, size};
  const iovec theirs{reinterpret_cast<void*>(address), size};
  return syscall(SYS_process_vm_readv, getpid(), &ours, 1UL, &theirs, 1UL, 0UL) ==
         static_cast<long>(size);
}

// By system call: mmap() is one of our own hooks.
void* map_log_memory(uint64_t bytes) {
  const long start = syscall(SYS_mmap, nullptr, bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == -1) return nullptr;
  void* const memory = reinterpret_cast<void*>(start);
  madvise(memory, bytes, MADV_DONTFORK);
  madvise(memory, bytes, MADV_NOHUGEPAGE);
  return memory;
}

void unmap_log_memory(void* start, uint64_t bytes) { syscall(SYS_munmap, start, bytes); }

}  // namespace ttsoak::tracer
