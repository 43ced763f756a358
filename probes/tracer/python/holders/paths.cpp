#include "probes/tracer/python/holders/paths.h"

#include <stddef.h>
#include <stdint.h>

#include "probes/tracer/python/holders/calls.h"
#include "probes/tracer/python/holders/own_memory.h"
#include "probes/tracer/python/holders/reference_search.h"
#include "probes/tracer/python/holders/rings.h"
#include "probes/tracer/python/holders/type_table.h"
#include "probes/tracer/python/python_api.h"

namespace ttsoak::tracer {
namespace {

constexpr uint32_t kLongestPath = 400;
constexpr size_t kFirst = 4, kLast = 64;

uintptr_t list_item(uintptr_t list, uint64_t index) {
  return load<uintptr_t>(load<uintptr_t>(list + 24) + index * 8);
}

bool is_list(uintptr_t object) { return type_of(object) == holder_calls()->list_type; }

uintptr_t address_in(uintptr_t number) {
  const auto address = reinterpret_cast<uintptr_t>(
      holder_calls()->PyLong_AsVoidPtr(reinterpret_cast<void*>(number)));
  python_api().PyErr_Clear();
  return address;
}

// Appends `item` to `list`, which keeps a reference of its own.
void append(void* list, uintptr_t item) {
  holder_calls()->PyList_Append(list, reinterpret_cast<void*>(item));
}

void append_path(void* paths, const ReferenceSearch& search, uint32_t end) {
  void* const path = holder_calls()->PyList_New(0);
  OwnArray<uint32_t> nodes;
  for (uint32_t at = end; at != ReferenceSearch::kNone; at = search.parent_of(at)) nodes.push(at);
  const size_t length = nodes.size();
  if (length != 0 && search.is_in_circle(nodes[length - 1])) {
    append(path, reinterpret_cast<uintptr_t>(python_api().none));
  }
  for (size_t i = 0; i < length && i < kLongestPath; ++i) {
    append(path, search.object_at(nodes[length - 1 - i]));
  }
  append(paths, reinterpret_cast<uintptr_t>(path));
  python_api().Py_DecRef(path);
}

bool are_lists(uintptr_t arguments, uint64_t count) {
  if (item_count(arguments) != count) return false;
  for (uint64_t i = 0; i < count; ++i) {
    if (!is_list(tuple_item(arguments, i))) return false;
  }
  return true;
}

void* none() {
  python_api().Py_IncRef(python_api().none);
  return python_api().none;
}

void* paths_to(void*, void* arguments_) {
  const auto arguments = reinterpret_cast<uintptr_t>(arguments_);
  ObjectRings rings;
  if (!are_lists(arguments, 3) || !rings.find() || rings.are_in_use()) return none();
  const uintptr_t phases = tuple_item(arguments, 0), closed = tuple_item(arguments, 1),
                  ids = tuple_item(arguments, 2);
  ReferenceSearch search;
  for (uint64_t i = 0; i < item_count(closed); ++i) search.close(list_item(closed, i));
  for (uint64_t i = 0; i < item_count(ids); ++i) search.want(address_in(list_item(ids, i)));
  // Roots of later phases are not entered from earlier ones: what is a module's is named by it.
  for (uint64_t i = 0; i < item_count(phases); ++i) {
    const uintptr_t phase = list_item(phases, i);
    for (uint64_t k = 0; is_list(phase) && k < item_count(phase); ++k) {
      search.reserve(list_item(phase, k));
    }
  }
  for (uint64_t i = 0; i < item_count(phases); ++i) {
    const uintptr_t phase = list_item(phases, i);
    for (uint64_t k = 0; is_list(phase) && k < item_count(phase); ++k) {
      search.add_root(list_item(phase, k));
    }
    search.run();
  }
  if (!search.is_complete()) search.run_from_orphans(rings);
  void* const paths = holder_calls()->PyList_New(0);
  for (uint64_t i = 0; i < item_count(ids); ++i) {
    append_path(paths, search, search.found(address_in(list_item(ids, i))));
  }
  return paths;
}

// The first and the last objects of one type that come by.
struct Some {
  uintptr_t first[kFirst];
  uintptr_t last[kLast];
  uint64_t count;
};

void* some_of(void*, void* arguments_) {
  const auto arguments = reinterpret_cast<uintptr_t>(arguments_);
  ObjectRings rings;
  if (!are_lists(arguments, 1) || !rings.find() || rings.are_in_use()) return none();
  const uintptr_t ids = tuple_item(arguments, 0);
  AddressMap wanted;
  OwnArray<Some> found;
  for (uint64_t i = 0; i < item_count(ids); ++i) {
    wanted.insert(address_in(list_item(ids, i)), static_cast<uint32_t>(i));
    if (!found.push(Some{})) return none();
  }
  rings.for_each([&](uintptr_t object) {
    const uint32_t index = wanted.find(type_of(object));
    if (index >= found.size()) return;  // not wanted
    Some& some = found[index];
    if (some.count < kFirst) {
      some.first[some.count] = object;
    } else {
      some.last[(some.count - kFirst) % kLast] = object;
    }
    ++some.count;
  });
  void* const lists = holder_calls()->PyList_New(0);
  for (size_t i = 0; i < found.size(); ++i) {
    void* const list = holder_calls()->PyList_New(0);
    const Some& some = found[i];
    for (uint64_t k = 0; k < some.count && k < kFirst; ++k) append(list, some.first[k]);
    for (uint64_t k = 0; k < kLast && k + kFirst < some.count; ++k) append(list, some.last[k]);
    append(lists, reinterpret_cast<uintptr_t>(list));
    python_api().Py_DecRef(list);
  }
  return lists;
}

// PyMethodDef.
struct Method {
  const char* name;
  void* (*call)(void*, void*);
  int flags;
  const char* doc;
};
constexpr int kArguments = 1;  // METH_VARARGS
Method g_methods[] = {{"paths_to", paths_to, kArguments, nullptr},
                      {"some_of", some_of, kArguments, nullptr}};

}  // namespace

bool add_path_functions(void* globals) {
  const PythonApi& api = python_api();
  for (Method& method : g_methods) {
    void* const function = api.PyCFunction_NewEx(&method, nullptr, nullptr);
    const bool is_added = function != nullptr &&
                          holder_calls()->PyDict_SetItemString(globals, method.name, function) == 0;
    api.Py_DecRef(function);
    if (!is_added) return false;
  }
  return true;
}

}  // namespace ttsoak::tracer
