#include "tests/integration/process_allocations.h"

#include <cstdlib>
#include <new>

namespace {

thread_local std::int64_t t_allocations = 0;

}  // namespace

void* operator new(std::size_t size) {
  ++t_allocations;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace ttsoak {

std::int64_t allocations_of_this_thread() { return t_allocations; }

}  // namespace ttsoak
