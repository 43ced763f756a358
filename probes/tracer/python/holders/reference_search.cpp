#include "probes/tracer/python/holders/reference_search.h"

#include "probes/tracer/python/holders/calls.h"

namespace ttsoak::tracer {
namespace {

constexpr uint32_t kMostNodes = 6 << 20;  // 200 MiB with the map, given back at once
constexpr uint32_t kClosed = UINT32_MAX - 1;
constexpr uint32_t kReserved = UINT32_MAX - 2;

bool is_namespace(uintptr_t object) {
  constexpr uint64_t kListSubclass = uint64_t{1} << 25, kTupleSubclass = uint64_t{1} << 26,
                     kDictSubclass = uint64_t{1} << 29;
  return (flags_of(type_of(object)) & (kListSubclass | kTupleSubclass | kDictSubclass)) != 0;
}

}  // namespace

void ReferenceSearch::want(uintptr_t object) {
  if (object != 0 && wanted_.insert(object, wanted_count_)) ++wanted_count_;
}

void ReferenceSearch::close(uintptr_t object) { seen_.insert(object, kClosed); }

void ReferenceSearch::reserve(uintptr_t object) { seen_.insert(object, kReserved); }

void ReferenceSearch::add_root(uintptr_t object) {
  if (seen_.find(object) != kReserved) return;
  reach(object, kNone);
}

void ReferenceSearch::reach(uintptr_t object, uint32_t parent) {
  const auto number = static_cast<uint32_t>(nodes_.size());
  if (number >= kMostNodes || !nodes_.push({object, parent})) return;
  seen_.set(object, number);
  if (wanted_.find(object) != AddressMap::kNone) ++found_;
}

int ReferenceSearch::visit(void* child_, void* search_) {
  ReferenceSearch& search = *static_cast<ReferenceSearch*>(search_);
  const auto child = reinterpret_cast<uintptr_t>(child_);
  const bool is_wanted = search.wanted_.find(child) != AddressMap::kNone;
  const bool leads_on = traverse_of_object(child) != nullptr;
  if (!leads_on && !is_wanted) return 0;
  if (!is_wanted) {
    // A class's tuple of bases, its mro; a class of anything but a namespace.
    if (search.from_type_ && type_of(child) == holder_calls()->tuple_type) return 0;
    if (!search.from_namespace_ && is_type(child)) return 0;
  }
  if (search.seen_.find(child) == AddressMap::kNone) search.reach(child, search.next_);
  return 0;
}

void ReferenceSearch::run() {
  for (; next_ < nodes_.size() && !is_complete(); ++next_) {
    const uintptr_t object = nodes_[next_].object;
    const Traverse traverse = traverse_of_object(object);
    if (traverse == nullptr) continue;
    from_type_ = is_type(object);
    from_namespace_ = is_namespace(object);
    traverse(reinterpret_cast<void*>(object), visit, this);
  }
}

int ReferenceSearch::mark(void* child, void* marks) {
  static_cast<AddressMap*>(marks)->insert(reinterpret_cast<uintptr_t>(child), 0);
  return 0;
}

void ReferenceSearch::run_from_orphans(const ObjectRings& rings) {
  AddressMap referred;
  rings.for_each([&](uintptr_t object) {
    if (seen_.find(object) != AddressMap::kNone) return;
    if (const Traverse traverse = traverse_of_object(object)) {
      traverse(reinterpret_cast<void*>(object), mark, &referred);
    }
  });
  rings.for_each([&](uintptr_t object) {
    const bool is_orphan =
        seen_.find(object) == AddressMap::kNone && referred.find(object) == AddressMap::kNone;
    if (is_orphan) reach(object, kNone);
  });
  run();
  first_in_circle_ = static_cast<uint32_t>(nodes_.size());
  // What is left hangs in circles that nobody refers to.
  rings.for_each([&](uintptr_t object) {
    if (seen_.find(object) == AddressMap::kNone && !is_complete()) {
      reach(object, kNone);
      run();
    }
  });
}

uint32_t ReferenceSearch::found(uintptr_t object) const {
  const uint32_t number = seen_.find(object);
  return number < nodes_.size() ? number : kNone;
}

}  // namespace ttsoak::tracer
