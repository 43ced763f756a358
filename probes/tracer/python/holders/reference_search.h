#pragma once

#include <stdint.h>

#include "probes/tracer/python/holders/own_memory.h"
#include "probes/tracer/python/holders/rings.h"
#include "probes/tracer/python/holders/type_table.h"

namespace ttsoak::tracer {

// A search by breadth along references, that remembers by whom each object was reached first.
// Roads that lead everywhere are not taken: from an object to its class, from a class to its bases.
// With the GIL; makes no object.
class ReferenceSearch {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  void want(uintptr_t object);     // any number, before the search
  void close(uintptr_t object);    // never entered
  void reserve(uintptr_t object);  // not entered before it is a root
  void add_root(uintptr_t object);
  void run();  // until nothing more is reached

  // From tracked objects that were not reached and that nobody refers to.
  void run_from_orphans(const ObjectRings& rings);

  [[nodiscard]] bool is_complete() const { return found_ >= wanted_count_; }

  // Number of the wanted object; kNone: not reached.
  [[nodiscard]] uint32_t found(uintptr_t object) const;
  // A root that something refers to, but nothing that was reached: most of it is garbage.
  [[nodiscard]] bool is_in_circle(uint32_t root) const { return root >= first_in_circle_; }
  [[nodiscard]] uint32_t parent_of(uint32_t number) const {
    return number < nodes_.size() ? nodes_[number].parent : kNone;
  }
  [[nodiscard]] uintptr_t object_at(uint32_t number) const {
    return number < nodes_.size() ? nodes_[number].object : 0;
  }

 private:
  struct Node {
    uintptr_t object;
    uint32_t parent;
  };
  static int visit(void* child, void* search);
  static int mark(void* child, void* marks);
  void reach(uintptr_t object, uint32_t parent);

  OwnArray<Node> nodes_;  // in the order they were reached: it is the queue, too
  AddressMap seen_;       // to their numbers; kClosed and kReserved stand for none
  AddressMap wanted_;
  uint32_t wanted_count_ = 0;
  uint32_t found_ = 0;
  uint32_t next_ = 0;  // to be looked at
  uint32_t first_in_circle_ = kNone;
  bool from_type_ = false;
  bool from_namespace_ = false;
};

}  // namespace ttsoak::tracer
