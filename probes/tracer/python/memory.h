#pragma once

#include <stddef.h>
#include <stdint.h>

namespace ttsoak::tracer {

// Reads of the interpreter's memory. Atomic, because others may be writing: a value may be old,
// never half of one and half of another.
template <typename Value>
inline Value load(uintptr_t address) {
  return __atomic_load_n(reinterpret_cast<const Value*>(address), __ATOMIC_RELAXED);
}

// Could this be an object of an interpreter? Cheap: no guarantee that it can be read.
inline bool is_plausible(uintptr_t pointer) {
  return (pointer & 7) == 0 && pointer > (1 << 16) && pointer < (uintptr_t{1} << 47);
}

// Copies memory that may not be there, by way of the kernel (process_vm_readv(2)). False: not
// there, or the system forbids it. errno is kept.
bool read_carefully(uintptr_t address, void* copy, size_t bytes);

template <typename Value>
inline bool read_carefully(uintptr_t address, Value& value) {
  return read_carefully(address, &value, sizeof value);
}

}  // namespace ttsoak::tracer
