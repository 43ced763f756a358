#include "probes/tracer/python/memory.h"

#include <errno.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace ttsoak::tracer {

bool read_carefully(uintptr_t address, void* copy, size_t bytes) {
  const int before = errno;
  const iovec here{copy, bytes};
  const iovec there{reinterpret_cast<void*>(address), bytes};
  const long copied = syscall(SYS_process_vm_readv, getpid(), &here, 1, &there, 1, 0);
  errno = before;
  return copied == static_cast<long>(bytes);
}

}  // namespace ttsoak::tracer
