#pragma once

#include <stddef.h>
#include <stdint.h>

namespace ttsoak::tracer {

// Reads this process's memory where it may be gone the next moment: false instead of a crash.
// False, too, where process_vm_readv(2) is forbidden.
bool read_memory(uint64_t address, void* to, size_t size);

// A list that grows in a mapping of its own, since the heap is what is being measured. The address
// space is reserved at once, memory is taken as it fills. Not inherited by forks.
template <typename Element>
class Log {
 public:
  Log() = default;
  ~Log() { release(); }
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  // False: no address space.
  bool reserve(uint64_t capacity) {
    elements_ = static_cast<Element*>(map_log(capacity * sizeof(Element)));
    capacity_ = elements_ != nullptr ? capacity : 0;
    return elements_ != nullptr;
  }
  // False: full.
  bool append(const Element& element) {
    if (size_ >= capacity_) return false;
    elements_[size_++] = element;
    return true;
  }
  void shrink_to(uint64_t size) { size_ = size; }
  [[nodiscard]] uint64_t size() const { return size_; }
  [[nodiscard]] const Element* data() const { return elements_; }
  Element& operator[](uint64_t index) { return elements_[index]; }
  const Element& operator[](uint64_t index) const { return elements_[index]; }

 private:
  static void* map_log(uint64_t bytes);
  void release();

  Element* elements_ = nullptr;
  uint64_t size_ = 0;
  uint64_t capacity_ = 0;
};

void* map_log_memory(uint64_t bytes);
void unmap_log_memory(void* start, uint64_t bytes);

template <typename Element>
void* Log<Element>::map_log(uint64_t bytes) {
  return map_log_memory(bytes);
}

template <typename Element>
void Log<Element>::release() {
  if (elements_ != nullptr) unmap_log_memory(elements_, capacity_ * sizeof(Element));
}

}  // namespace ttsoak::tracer
