#include "probes/tracer/python/thread_local_slot.h"

#include <link.h>
#include <string.h>

#include "probes/tracer/python/memory.h"

namespace ttsoak::tracer {
namespace {

constexpr int kSearched = 32;  // bytes of code: a prologue and the load

uintptr_t thread_pointer() {
  uintptr_t pointer;
  asm("mov %%fs:0, %0" : "=r"(pointer));
  return pointer;
}

int32_t displacement(const unsigned char* at) {
  int32_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

struct Block {
  uint64_t module;
  int64_t from_thread_pointer;  // 0: not known
};

int find_block(dl_phdr_info* info, size_t, void* wanted) {
  Block& block = *static_cast<Block*>(wanted);
  if (info->dlpi_tls_modid != block.module) return 0;
  const auto data = reinterpret_cast<uintptr_t>(info->dlpi_tls_data);
  if (data != 0) block.from_thread_pointer = static_cast<int64_t>(data - thread_pointer());
  return 1;
}

// A library that was there at start-up has its block at the same distance from every thread's
// pointer, just below it. One that came later may have it anywhere.
ThreadLocalSlot settle(uint64_t module, uint64_t offset) {
  constexpr int64_t kStaticBlocks = 64 << 10;
  Block block{module, 0};
  dl_iterate_phdr(find_block, &block);
  const auto at = static_cast<int64_t>(offset);
  if (block.from_thread_pointer < 0 && block.from_thread_pointer > -kStaticBlocks) {
    return {ThreadLocalSlot::Where::at_thread_pointer, block.from_thread_pointer + at, 0};
  }
  return {ThreadLocalSlot::Where::in_module, at, module};
}

}  // namespace

ThreadLocalSlot find_thread_local(const void* function) {
  const auto* const code = static_cast<const unsigned char*>(function);
  for (int i = 0; i < kSearched; ++i) {
    const unsigned char* const at = code + i;
    // data16 lea INDEX(%rip), %rdi; ...; call __tls_get_addr
    if (memcmp(at, "\x66\x48\x8d\x3d", 4) == 0) {
      const auto index = reinterpret_cast<uintptr_t>(at + 8 + displacement(at + 4));
      return settle(load<uint64_t>(index), load<uint64_t>(index + 8));
    }
    // mov %fs:OFFSET, %rax
    if (memcmp(at, "\x64\x48\x8b\x04\x25", 5) == 0) {
      return {ThreadLocalSlot::Where::at_thread_pointer, displacement(at + 5), 0};
    }
    // mov OFFSET@GOTTPOFF(%rip), %rax; mov %fs:(%rax), %rax
    if (memcmp(at, "\x48\x8b\x05", 3) == 0 && memcmp(at + 7, "\x64\x48\x8b\x00", 4) == 0) {
      const auto offset = reinterpret_cast<uintptr_t>(at + 7 + displacement(at + 3));
      return {ThreadLocalSlot::Where::at_thread_pointer, load<int64_t>(offset), 0};
    }
    if (*at == 0xc3) break;  // ret
  }
  return {};
}

uintptr_t read_thread_local(const ThreadLocalSlot& slot) {
  const uintptr_t pointer = thread_pointer();
  if (slot.where == ThreadLocalSlot::Where::at_thread_pointer) {
    return load<uintptr_t>(pointer + static_cast<uintptr_t>(slot.offset));
  }
  if (slot.where == ThreadLocalSlot::Where::nowhere) return 0;
  // glibc's dtv: 16 bytes a module, before it its length.
  const auto modules = load<uintptr_t>(pointer + sizeof(uintptr_t));
  if (slot.module > load<uint64_t>(modules - 16)) return 0;
  const auto block = load<uintptr_t>(modules + slot.module * 16);
  if (block == 0 || block == UINTPTR_MAX) return 0;  // not allocated yet for this thread
  return load<uintptr_t>(block + static_cast<uintptr_t>(slot.offset));
}

}  // namespace ttsoak::tracer
