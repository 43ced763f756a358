#pragma once

#include <stddef.h>
#include <stdint.h>

#include "probes/blackbox/layout.h"

namespace ttsoak::tracer {

// The black box of this process, as pointers. Constant from create_box() on, except across fork.
struct Box {
  blackbox::Header* header;
  blackbox::Counters* counters;
  blackbox::LiveBucket* live;
  uint64_t live_mask;
  blackbox::StackSlot* stacks;
  uint32_t* stack_index;
  blackbox::FrameNode* frames;
  uint32_t* frame_index;
  blackbox::MappingSlot* mappings;
  blackbox::ModuleSlot* modules;
  blackbox::CodeSlot* codes;
  uint32_t* code_index;
  char* bytes;
  char* reply;
  blackbox::Occupant* occupants;
};
extern Box g_box;

// Makes and maps the file. All its blocks are reserved at once: on a full disk a store into a
// hole of a mapped file would kill the target with SIGBUS. Returns null, or why it failed.
const char* create_box(const char* directory);

// In the child of a fork: leaves the parent's file alone and makes one for this process.
const char* recreate_box_after_fork();

// True in a copy of the process that nobody announced (clone by system call, without the handlers
// of fork()): what it has mapped is its parent's box. Not true of a child that shares its parent's
// memory (vfork). Linux 4.14; never true before.
bool is_unannounced_copy();

// Lets go of the parent's box in such a copy, or where the child of a fork cannot have its own:
// the parent's figures must not change any more by what this process does.
void leave_box();

// Path of its file.
const char* box_path();

// Removes the file; the mapping stays.
void remove_box();

// Copies `size` bytes into the box for ever; empty when that area is full. Lock-free.
blackbox::Text append_bytes(const void* bytes, size_t size);

// Takes out of the target's memory what only ttsoak reads, and reads from the file: names, line
// tables, replies. For the control thread, which no copy of the process has.
void put_away_what_is_read_from_the_file();

// Adds a text for people to the header's note.
void note(const char* text);

// `used` counts the elements in use of an area of `capacity`. Returns the index of a fresh element,
// or 0 when there is none left (element 0 is never handed out).
uint32_t take_element(uint32_t* used, uint64_t capacity);

inline void count_loss(uint64_t* loss) { __atomic_fetch_add(loss, 1, __ATOMIC_RELAXED); }

}  // namespace ttsoak::tracer
