#include "probes/tracer/python/holders/object_walk.h"

#include <string.h>

#include "probes/tracer/python/holders/calls.h"
#include "probes/tracer/python/python_api.h"

namespace ttsoak::tracer {
namespace {

using blackbox::kPythonLow48;
using blackbox::PythonKind;

constexpr uint64_t kLargeOwner = 5000;      // references
constexpr uint64_t kMostEntries = 4 << 20;  // 64 MiB of each
constexpr uint64_t kMostCalls = 20000;
constexpr int kMostDepth = 3;  // of what is not tracked inside what is not tracked

// Shorter ones are everywhere, and little is gained by watching them.
bool is_worth_watching(const TypeInfo& type, uint64_t length) {
  if (type.kind != PythonKind::unchanging) return length != 0 || type.kind == PythonKind::tensor;
  return length >= (type.address == holder_calls()->tuple_type ? 16 : 512);
}

bool is_container(PythonKind kind) { return kind != PythonKind::plain && kind != PythonKind::task; }

// A method of the type or of what it derives from, as its dictionary has it: asked of the object
// itself, it could be the program's own.
void* find_method(uintptr_t type, const char* name, const char* of) {
  const auto mro = load<uintptr_t>(type + 344);
  for (uint64_t i = 0; mro != 0 && i < item_count(mro); ++i) {
    const uintptr_t base = tuple_item(mro, i);
    const auto dict = load<uintptr_t>(base + 264);
    if (dict == 0 || strncmp(load<const char*>(base + 24), of, strlen(of)) != 0) continue;
    void* const method =
        python_api().PyDict_GetItemString(reinterpret_cast<void*>(dict), name);  // borrowed
    if (method != nullptr) return method;
  }
  return nullptr;
}

// What method(object) says, as `convert` reads it; `otherwise` if it fails.
template <typename Convert>
long ask(void* method, uintptr_t object, Convert convert, long otherwise) {
  if (method == nullptr) return otherwise;
  const PythonApi& api = python_api();
  void* const said =
      api.PyObject_CallFunctionObjArgs(method, reinterpret_cast<void*>(object), nullptr);
  const long value = said != nullptr ? static_cast<long>(convert(said)) : otherwise;
  api.Py_DecRef(said);
  api.PyErr_Clear();
  return value;
}

}  // namespace

struct ObjectWalk::Frame {
  ObjectWalk& walk;
  uintptr_t owner;
  bool is_large;
  int depth;
  uint64_t ordinal;
};

void ObjectWalk::look_at_all(const ObjectRings& rings) {
  rings.for_each([this](uintptr_t object) { look_at(object); });
}

void ObjectWalk::look_at(uintptr_t object) {
  ++objects;
  const uint32_t index = types.index_of(type_of(object));
  TypeInfo& type = types[index];
  ++type.objects;
  if (type.kind == PythonKind::task && tasks_.size() < kMostCalls) tasks_.push(object);
  const Traverse traverse = type.traverse;
  uint64_t length = 0;
  if (is_container(type.kind)) {
    length = length_of(object, type);
    if (type.kind != PythonKind::unchanging) {
      note_container(object, index);
    } else if (type.address != holder_calls()->tuple_type) {
      length = 0;
    }
  }
  if (traverse != nullptr) look_at_references(object, traverse, length > kLargeOwner, 0);
}

void ObjectWalk::look_at_references(uintptr_t owner, Traverse traverse, bool is_large, int depth) {
  Frame frame{*this, owner, is_large, depth, 0};
  traverse(reinterpret_cast<void*>(owner), visit, &frame);
}

int ObjectWalk::visit(void* child_, void* frame_) {
  Frame& frame = *static_cast<Frame*>(frame_);
  ObjectWalk& walk = frame.walk;
  const uint64_t ordinal = frame.ordinal++;
  const auto child = reinterpret_cast<uintptr_t>(child_);
  const uint32_t index = walk.types.index_of(type_of(child));
  const TypeInfo& type = walk.types[index];
  if (!is_container(type.kind)) return 0;
  const bool is_in_ring = type.traverse != nullptr && is_tracked(child);
  if (!is_worth_watching(type, length_of(child, type))) return 0;
  if (!is_in_ring || type.kind == PythonKind::unchanging) {
    // Insertion fails for what was seen.
    if (walk.untracked_.insert(child, 0)) {
      if (!is_in_ring) ++walk.types[index].objects;
      walk.note_container(child, index);
      const bool has_more =
          !is_in_ring && type.kind == PythonKind::dict && type.traverse != nullptr;
      if (has_more && frame.depth < kMostDepth) {
        const bool is_large = length_of(child, type) > kLargeOwner;
        walk.look_at_references(child, type.traverse, is_large, frame.depth + 1);
      }
    }
  }
  constexpr uint64_t kMostOrdinal = 0xffff;
  if (frame.is_large || ordinal > kMostOrdinal) return 0;
  if (walk.edges.size() >= kMostEntries ||
      !walk.edges.push({frame.owner, (ordinal << 48) | (child & kPythonLow48)})) {
    walk.is_cut = true;
  }
  return 0;
}

void ObjectWalk::note_container(uintptr_t object, uint32_t type_index) {
  const TypeInfo& type = types[type_index];
  const uint64_t length = length_of(object, type);
  if (!is_worth_watching(type, length)) return;
  if (containers.size() >= kMostEntries || type_index > 0xffff) {
    is_cut = true;
    return;
  }
  if (type.kind == PythonKind::tensor && tensors_.size() < kMostCalls) {
    tensors_.push(static_cast<uint32_t>(containers.size()));
  }
  const uint64_t bound = bound_of(object, type);
  if (bound != UINT64_MAX) bounds.push({object, bound});
  is_cut |= !containers.push({object, (uint64_t{type_index} << 48) | (length & kPythonLow48)});
}

void ObjectWalk::ask_tensors() {
  for (size_t i = 0; i < tensors_.size(); ++i) {
    blackbox::PythonContainerEntry& entry = containers[tensors_[i]];
    void* const numel = find_method(type_of(entry.address), "numel", "torch._C.");
    const long elements = ask(numel, entry.address, holder_calls()->PyLong_AsLong, 0);
    if (elements > 0) entry.type_length |= static_cast<uint64_t>(elements) & kPythonLow48;
  }
}

uint64_t ObjectWalk::pending_tasks() {
  uint64_t pending = 0;
  for (size_t i = 0; i < tasks_.size(); ++i) {
    void* const done = find_method(type_of(tasks_[i]), "done", "_asyncio.");
    if (ask(done, tasks_[i], holder_calls()->PyObject_IsTrue, 0) == 0) ++pending;
  }
  return pending;
}

}  // namespace ttsoak::tracer
