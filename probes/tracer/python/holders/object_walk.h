#pragma once

#include <stdint.h>

#include "probes/tracer/python/holders/rings.h"
#include "probes/tracer/python/holders/type_table.h"

namespace ttsoak::tracer {

// One pass over all tracked objects and what they refer to. With the GIL; makes no object.
class ObjectWalk {
 public:
  void look_at_all(const ObjectRings& rings);

  // Lengths of tensors, and which tasks are done: those have to be called, after the pass, since a
  // call may make objects.
  void ask_tensors();
  [[nodiscard]] uint64_t pending_tasks();

  TypeTable types;
  OwnArray<blackbox::PythonContainerEntry> containers;
  OwnArray<blackbox::PythonEdgeEntry> edges;
  OwnArray<blackbox::PythonBoundEntry> bounds;
  uint64_t objects = 0;
  bool is_cut = false;

 private:
  struct Frame;  // what visit() needs to know of the owner

  void look_at(uintptr_t object);
  void look_at_references(uintptr_t owner, Traverse traverse, bool is_large, int depth);
  static int visit(void* child, void* frame);
  void note_container(uintptr_t object, uint32_t type_index);

  AddressMap untracked_;        // seen
  OwnArray<uint32_t> tensors_;  // indices of containers
  OwnArray<uintptr_t> tasks_;
};

}  // namespace ttsoak::tracer
