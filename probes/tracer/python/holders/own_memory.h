#pragma once

#include <stddef.h>
#include <stdint.h>

namespace ttsoak::tracer {

// Memory that is neither the target's heap nor seen by our hooks: taken by system call and given
// back whole. Large blocks from malloc would raise glibc's mmap threshold when they are freed.

void* map_own(size_t bytes);                                // null: there is none
void* remap_own(void* block, size_t before, size_t bytes);  // null: there is none, it stays
void unmap_own(void* block, size_t bytes);
uint64_t own_bytes();       // mapped now
uint64_t most_own_bytes();  // since forget_most_own_bytes()
void forget_most_own_bytes();

// Grows at its end; elements are plain data. One thread.
template <typename Element>
class OwnArray {
 public:
  OwnArray() = default;
  ~OwnArray() {
    if (elements_ != nullptr) unmap_own(elements_, capacity_ * sizeof(Element));
  }
  OwnArray(const OwnArray&) = delete;
  OwnArray& operator=(const OwnArray&) = delete;

  // False: no memory.
  bool push(const Element& element) {
    if (size_ == capacity_ && !grow()) return false;
    elements_[size_++] = element;
    return true;
  }
  Element& operator[](size_t index) { return elements_[index]; }
  const Element& operator[](size_t index) const { return elements_[index]; }
  [[nodiscard]] size_t size() const { return elements_ != nullptr ? size_ : 0; }
  [[nodiscard]] const Element* data() const { return elements_; }
  [[nodiscard]] size_t bytes() const { return size_ * sizeof(Element); }

 private:
  bool grow() {
    const size_t wanted = capacity_ == 0 ? 65536 / sizeof(Element) : 2 * capacity_;
    void* const moved = elements_ == nullptr ? map_own(wanted * sizeof(Element))
                                             : remap_own(elements_, capacity_ * sizeof(Element),
                                                         wanted * sizeof(Element));
    if (moved == nullptr) return false;
    elements_ = static_cast<Element*>(moved);
    capacity_ = wanted;
    return true;
  }

  Element* elements_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

// From addresses to numbers. One thread.
class AddressMap {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  AddressMap() = default;
  ~AddressMap();
  AddressMap(const AddressMap&) = delete;
  AddressMap& operator=(const AddressMap&) = delete;

  [[nodiscard]] uint32_t find(uintptr_t address) const {
    if (slots_ == nullptr) return kNone;
    for (size_t i = place(address);; i = (i + 1) & mask_) {
      if (slots_[i].address == address) return slots_[i].number;
      if (slots_[i].address == 0) return kNone;
    }
  }
  // False: it is there already, or there is no memory.
  bool insert(uintptr_t address, uint32_t number);
  // The same, but replaces the number of one that is there.
  void set(uintptr_t address, uint32_t number);

 private:
  struct Slot {
    uintptr_t address;  // 0 = free
    uint32_t number;
  };
  [[nodiscard]] size_t place(uintptr_t address) const {
    return (address * 0x9e3779b97f4a7c15 >> 20) & mask_;
  }
  bool grow();

  Slot* slots_ = nullptr;
  size_t mask_ = 0;
  size_t used_ = 0;
};

}  // namespace ttsoak::tracer
