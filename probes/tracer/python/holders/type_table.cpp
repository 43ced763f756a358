#include "probes/tracer/python/holders/type_table.h"

#include <string.h>

#include "probes/tracer/python/holders/calls.h"
#include "probes/tracer/python/interpreter.h"
#include "probes/tracer/python/python_api.h"
#include "probes/tracer/python/python_text.h"

namespace ttsoak::tracer {
namespace {

using blackbox::PythonKind;
using Length = TypeInfo::Length;

// Offsets beyond the common ones, from the sources of 3.9 to 3.13; numpy's and its fields since
// its first release.
constexpr uintptr_t kSetUsed = 24;
constexpr uintptr_t kDequeMaxlen = 64;  // _collectionsmodule.c
constexpr uintptr_t kLruCache = 72;     // _functoolsmodule.c
constexpr uintptr_t kLruMaxsize = 96;
constexpr uintptr_t kArrayDimensions = 24, kArrayShape = 32, kArrayBase = 48;

const char* raw_name(uintptr_t type) { return load<const char*>(type + 24); }

bool is_heap_type(uintptr_t type) { return (flags_of(type) & (1U << 9)) != 0; }

struct Known {
  PythonKind kind;
  Length length;
};

// Types of extension modules go by name: a class of the program's has none with a dot.
Known by_name(const char* name) {
  struct Named {
    const char* name;
    Known known;
  };
  static constexpr Named kNamed[] = {
      {"collections.deque", {PythonKind::deque, Length::at_16}},
      {"functools._lru_cache_wrapper", {PythonKind::lru, Length::lru}},
      {"_io.BytesIO", {PythonKind::bytes_like, Length::at_32}},
      {"_io.StringIO", {PythonKind::bytes_like, Length::at_32}},
      {"array.array", {PythonKind::array, Length::at_16}},
      {"numpy.ndarray", {PythonKind::ndarray, Length::ndarray}},
      {"_asyncio.Task", {PythonKind::task, Length::none}},
      {"torch._C._TensorBase", {PythonKind::tensor, Length::tensor}},
      {"torch._C.TensorBase", {PythonKind::tensor, Length::tensor}},
  };
  for (const Named& named : kNamed) {
    if (strcmp(name, named.name) == 0) return named.known;
  }
  return {PythonKind::plain, Length::none};
}

Known by_address(uintptr_t type) {
  const HolderCalls& calls = *holder_calls();
  if (type == calls.dict_type) return {PythonKind::dict, Length::at_16};
  if (type == calls.list_type) return {PythonKind::list, Length::at_16};
  if (type == calls.set_type) return {PythonKind::set, Length::at_24};
  if (type == calls.bytearray_type) return {PythonKind::bytes_like, Length::at_16};
  if (type == calls.tuple_type || type == calls.bytes_type || type == calls.text_type) {
    return {PythonKind::unchanging, Length::at_16};
  }
  return {PythonKind::plain, Length::none};
}

Known classify(uintptr_t type) {
  const auto mro = load<uintptr_t>(type + 344);
  if (mro == 0) return by_address(type);  // a type that is not ready
  for (uint64_t i = 0; i < item_count(mro); ++i) {
    const uintptr_t base = tuple_item(mro, i);
    Known known = by_address(base);
    if (known.kind == PythonKind::plain) known = by_name(raw_name(base));
    if (known.kind == PythonKind::plain) continue;
    // A tensor's methods may be the program's own, by __torch_function__.
    const bool is_foreign_tensor = known.kind == PythonKind::tensor &&
                                   strcmp(raw_name(type), "Tensor") != 0 &&
                                   strcmp(raw_name(type), "Parameter") != 0;
    if (is_foreign_tensor) return {PythonKind::plain, Length::none};
    return known;
  }
  return {PythonKind::plain, Length::none};
}

uint64_t lru_length(uintptr_t wrapper) {
  const auto size_bytes = load<uint64_t>(type_of(wrapper) + 32);
  if (size_bytes < kLruMaxsize + 8) return 0;
  const auto cache = load<uintptr_t>(wrapper + kLruCache);
  if (cache == 0 || type_of(cache) != holder_calls()->dict_type) return 0;
  return item_count(cache);
}

uint64_t ndarray_length(uintptr_t array) {
  if (load<uintptr_t>(array + kArrayBase) != 0) return 0;  // another's memory
  const auto dimensions = load<int32_t>(array + kArrayDimensions);
  const auto shape = load<uintptr_t>(array + kArrayShape);
  if (dimensions < 1 || dimensions > 64 || shape == 0) return 0;
  uint64_t elements = 1;
  for (int32_t i = 0; i < dimensions; ++i) {
    elements *= load<uint64_t>(shape + static_cast<uintptr_t>(i) * 8);
  }
  return elements;
}

}  // namespace

uint32_t TypeTable::look_up(uintptr_t type) {
  const uint32_t known = indices_.find(type);
  if (known != AddressMap::kNone) return known;
  const Known what = classify(type);
  const auto index = static_cast<uint32_t>(infos_.size());
  if (!infos_.push({type, traverse_of(type), 0, what.kind, what.length})) return 0;
  indices_.insert(type, index);
  return index;
}

uint64_t length_of(uintptr_t object, const TypeInfo& type) {
  switch (type.length) {
    case Length::at_16:
      return item_count(object);
    case Length::at_24:
      return load<uint64_t>(object + kSetUsed);
    case Length::at_32:
      return load<uint64_t>(object + 32);
    case Length::lru:
      return lru_length(object);
    case Length::ndarray:
      return ndarray_length(object);
    case Length::none:
    case Length::tensor:
      break;
  }
  return 0;
}

uint64_t bound_of(uintptr_t object, const TypeInfo& type) {
  int64_t bound = -1;
  if (type.kind == PythonKind::deque) bound = load<int64_t>(object + kDequeMaxlen);
  if (type.kind == PythonKind::lru) bound = load<int64_t>(object + kLruMaxsize);
  return bound >= 0 ? static_cast<uint64_t>(bound) : UINT64_MAX;
}

size_t name_of_type(uintptr_t type, char* name, size_t room) {
  size_t size = 0;
  const auto dict = load<uintptr_t>(type + 264);
  if (is_heap_type(type) && dict != 0 && strchr(raw_name(type), '.') == nullptr) {
    void* const module =
        python_api().PyDict_GetItemString(reinterpret_cast<void*>(dict), "__module__");
    if (module != nullptr) {
      size = copy_text(*interpreter(), reinterpret_cast<uintptr_t>(module), name, room / 2);
    }
    if (size > 0) name[size++] = '.';
  }
  const size_t length = strnlen(raw_name(type), room - size);
  memcpy(name + size, raw_name(type), length);
  return size + length;
}

}  // namespace ttsoak::tracer
