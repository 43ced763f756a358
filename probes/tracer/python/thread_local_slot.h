#pragma once

#include <stdint.h>

namespace ttsoak::tracer {

// A thread-local word of another library, read without calling __tls_get_addr(): that may allocate
// (it grows the thread's vector of modules), and we may be inside an allocation.
struct ThreadLocalSlot {
  enum class Where : uint32_t { nowhere, at_thread_pointer, in_module };
  Where where = Where::nowhere;
  int64_t offset = 0;   // from the thread pointer, or into the module's block
  uint64_t module = 0;  // the loader's number of it
};

// The slot that a function returns whose whole body is "return the_thread_local;".
// x86-64; general dynamic, initial exec and local exec models. nowhere: not understood.
ThreadLocalSlot find_thread_local(const void* function);

// The calling thread's value; 0 if this thread has no block of that module yet.
uintptr_t read_thread_local(const ThreadLocalSlot& slot);

}  // namespace ttsoak::tracer
