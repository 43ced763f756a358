#pragma once

#include <cstddef>
#include <cstdint>

namespace ttsoak {

// What a block of `size` bytes costs in glibc's heap: a header of 8 bytes, rounded up to 16, and
// never below 32. This is what mallinfo2().uordblks grows by. For blocks below the mmap threshold,
// 128 KiB at start. Source: comments in glibc's malloc/malloc.c, "chunk".
constexpr std::int64_t heap_bytes(std::size_t size) {
  const std::size_t chunk = (size + 8 + 15) / 16 * 16;
  return static_cast<std::int64_t>(chunk < 32 ? 32 : chunk);
}

// What a node of std::map holds beside key and value: colour, parent and two children.
inline constexpr std::size_t kMapNodeBytes = 32;

// What std::make_shared puts before the value: two counts and a virtual table.
inline constexpr std::size_t kSharedHeaderBytes = 16;

}  // namespace ttsoak
