#pragma once

#include <stddef.h>
#include <stdint.h>

#include "probes/blackbox/python_snapshot_layout.h"
#include "probes/tracer/python/holders/own_memory.h"
#include "probes/tracer/python/interpreter.h"
#include "probes/tracer/python/memory.h"

namespace ttsoak::tracer {

// PyObject and PyTypeObject, the same in the release headers of 3.8 to 3.14.
inline uintptr_t type_of(uintptr_t object) { return load<uintptr_t>(object + 8); }
inline uint64_t flags_of(uintptr_t type) { return load<uint64_t>(type + 168); }

using Visit = int (*)(void* object, void* argument);
using Traverse = int (*)(void* object, Visit visit, void* argument);
inline Traverse traverse_of(uintptr_t type) {
  constexpr uint64_t kHasGc = uint64_t{1} << 14;
  return (flags_of(type) & kHasGc) != 0 ? load<Traverse>(type + 184) : nullptr;
}
// The same for one object: of some types, not all objects are the collector's (static types are
// not, and refuse to be traversed). Null: it is not.
inline Traverse traverse_of_object(uintptr_t object) {
  const uintptr_t type = type_of(object);
  const auto is_gc = load<int (*)(void*)>(type + 328);
  const bool is_collected = is_gc == nullptr || is_gc(reinterpret_cast<void*>(object)) != 0;
  return is_collected ? traverse_of(type) : nullptr;
}
inline bool is_type(uintptr_t object) {
  constexpr uint64_t kTypeSubclass = uint64_t{1} << 31;
  return (flags_of(type_of(object)) & kTypeSubclass) != 0;
}
// Is the object in one of the collector's rings? Its type must have a traverse_of().
inline bool is_tracked(uintptr_t object) { return load<uintptr_t>(object - 16) != 0; }

// The number of items of what begins as PyVarObject does (list, tuple, bytes, bytearray, deque).
inline uint64_t item_count(uintptr_t object) { return load<uint64_t>(object + 16); }
inline uintptr_t tuple_item(uintptr_t tuple, uint64_t index) {
  return load<uintptr_t>(tuple + interpreter()->at.tuple_items + index * 8);
}

// What one type's objects are; each type is looked at once, by the types it derives from.
struct TypeInfo {
  uintptr_t address;
  Traverse traverse;
  uint64_t objects;
  blackbox::PythonKind kind;
  // Where the length is found, for kinds that have one.
  enum class Length : uint32_t { none, at_16, at_24, at_32, lru, ndarray, tensor } length;
};

class TypeTable {
 public:
  // Before all else. False: no memory. With it, but without more, what is new is of no kind.
  bool prepare() { return infos_.push({}); }

  // Index of `type`.
  uint32_t index_of(uintptr_t type) {
    Recent& recent = recent_[(type >> 5) & (kRecent - 1)];
    if (recent.type != type) recent = {type, look_up(type)};
    return recent.index;
  }
  TypeInfo& operator[](uint32_t index) { return infos_[index]; }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(infos_.size()); }

 private:
  static constexpr size_t kRecent = 512;
  struct Recent {
    uintptr_t type;
    uint32_t index;
  };
  uint32_t look_up(uintptr_t type);

  Recent recent_[kRecent] = {};
  AddressMap indices_;
  OwnArray<TypeInfo> infos_;
};

// Length of `object`, by its builtin type's own fields: nothing of the program's runs. A tensor
// has to be asked, see tensor_length().
uint64_t length_of(uintptr_t object, const TypeInfo& type);

// maxlen or maxsize, or UINT64_MAX.
uint64_t bound_of(uintptr_t object, const TypeInfo& type);

// Writes "module.Name" and returns its length.
size_t name_of_type(uintptr_t type, char* name, size_t room);

}  // namespace ttsoak::tracer
