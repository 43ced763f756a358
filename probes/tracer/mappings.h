#pragma once

#include <stddef.h>
#include <stdint.h>

#include "probes/blackbox/layout.h"

namespace ttsoak::tracer {

// The mappings the program made, with their stacks. Calls are rare (each is a system call), so a
// lock guards the table; it is never held while a stack is taken. errno is kept.

void note_mapping(void* start, size_t bytes, int protection, int flags);

// Cuts [start, start + bytes) out of whatever is known there.
void forget_mapping(void* start, size_t bytes);

void move_mapping(void* start, size_t old_bytes, void* moved, size_t new_bytes);

// An arena of pymalloc's, which is no memory of the program's beside the blocks in it.
void note_arena(void* start, size_t bytes);

// Mappings of `bytes` that were made before pymalloc was wrapped and that `is_arena` recognises
// become arenas.
void adopt_arenas(size_t bytes, bool (*is_arena)(uint64_t start, size_t bytes));

// Mappings made for the tracer itself.
void count_own_mapping(size_t bytes);
void count_own_unmapping(size_t bytes);

// Around fork().
void lock_mappings();
void unlock_mappings();

// In the child: keeps a copy of the parent's table, whose memory it has, too, while the box is
// replaced; without stacks, which are those of the parent's box.
class InheritedMappings {
 public:
  InheritedMappings();   // from the parent's box
  ~InheritedMappings();  // into the child's, where there is one
  InheritedMappings(const InheritedMappings&) = delete;
  InheritedMappings& operator=(const InheritedMappings&) = delete;

 private:
  blackbox::MappingSlot* copy_ = nullptr;
  uint32_t count_ = 0;
  uint64_t bytes_ = 0;
};

}  // namespace ttsoak::tracer
