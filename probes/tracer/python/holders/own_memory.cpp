#include "probes/tracer/python/holders/own_memory.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ttsoak::tracer {
namespace {

uint64_t g_now = 0, g_most = 0;

void* counted(long result, uint64_t before, uint64_t bytes) {
  if (result == -1) return nullptr;
  g_now += bytes - before;
  if (g_now > g_most) g_most = g_now;
  return reinterpret_cast<void*>(result);
}

}  // namespace

void* map_own(size_t bytes) {
  return counted(
      syscall(SYS_mmap, nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      0, bytes);
}

void* remap_own(void* block, size_t before, size_t bytes) {
  return counted(syscall(SYS_mremap, block, before, bytes, MREMAP_MAYMOVE), before, bytes);
}

void unmap_own(void* block, size_t bytes) {
  syscall(SYS_munmap, block, bytes);
  g_now -= bytes;
}

uint64_t own_bytes() { return g_now; }
uint64_t most_own_bytes() { return g_most; }
void forget_most_own_bytes() { g_most = g_now; }

AddressMap::~AddressMap() {
  if (slots_ != nullptr) unmap_own(slots_, (mask_ + 1) * sizeof(Slot));
}

bool AddressMap::insert(uintptr_t address, uint32_t number) {
  if (slots_ == nullptr || used_ * 2 > mask_) {
    if (!grow()) return false;
  }
  size_t i = place(address);
  for (; slots_[i].address != 0; i = (i + 1) & mask_) {
    if (slots_[i].address == address) return false;
  }
  slots_[i] = {address, number};
  ++used_;
  return true;
}

void AddressMap::set(uintptr_t address, uint32_t number) {
  if (insert(address, number)) return;
  for (size_t i = 0; slots_ != nullptr && i <= mask_; ++i) {
    Slot& slot = slots_[(place(address) + i) & mask_];
    if (slot.address == 0) return;
    if (slot.address == address) {
      slot.number = number;
      return;
    }
  }
}

bool AddressMap::grow() {
  constexpr size_t kFirst = 8192;
  const size_t old_size = slots_ == nullptr ? 0 : mask_ + 1;
  const size_t size = old_size == 0 ? kFirst : 2 * old_size;
  auto* const fresh = static_cast<Slot*>(map_own(size * sizeof(Slot)));
  if (fresh == nullptr) return false;
  Slot* const old = slots_;
  slots_ = fresh;
  mask_ = size - 1;
  for (size_t k = 0; k < old_size; ++k) {
    if (old[k].address == 0) continue;
    size_t i = place(old[k].address);
    while (slots_[i].address != 0) i = (i + 1) & mask_;
    slots_[i] = old[k];
  }
  if (old != nullptr) unmap_own(old, old_size * sizeof(Slot));
  return true;
}

}  // namespace ttsoak::tracer
