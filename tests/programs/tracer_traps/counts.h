#pragma once

#include <malloc.h>

#include <cstddef>

// The program's own books: what it was given and gave back, in usable bytes.
struct Counts {
  size_t allocated_bytes = 0, allocated_blocks = 0, freed_bytes = 0, freed_blocks = 0;

  void* got(void* block) {
    if (block == nullptr) return block;
    allocated_bytes += malloc_usable_size(block);
    ++allocated_blocks;
    return block;
  }
  void* giving(void* block) {
    if (block == nullptr) return block;
    freed_bytes += malloc_usable_size(block);
    ++freed_blocks;
    return block;
  }
};
