#include "probes/tracer/python/holders/snapshot.h"

#include <errno.h>
#include <time.h>

#include "probes/tracer/python/holders/calls.h"
#include "probes/tracer/python/holders/entry.h"
#include "probes/tracer/python/holders/object_walk.h"
#include "probes/tracer/python/interpreter.h"
#include "probes/tracer/python/python_api.h"

namespace ttsoak::tracer {
namespace {

using namespace blackbox;

constexpr size_t kMostNames = 1 << 20;  // bytes

int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<int64_t>(now.tv_sec) * 1000000000 + now.tv_nsec;
}

struct Names {
  ~Names() {
    if (text != nullptr) unmap_own(text, kMostNames);
  }
  char* text = static_cast<char*>(map_own(kMostNames));
  size_t size = 0;
};

void name_types(ObjectWalk& walk, Names& names, OwnArray<PythonTypeEntry>& entries) {
  constexpr size_t kMostName = 400;
  for (uint32_t i = 0; i < walk.types.size(); ++i) {
    const TypeInfo& type = walk.types[i];
    size_t size = 0;
    if (type.objects != 0 && names.text != nullptr && names.size + kMostName < kMostNames) {
      size = name_of_type(type.address, names.text + names.size, kMostName);
    }
    entries.push({type.address, type.objects, names.size,
                  (uint64_t{size} << 8) | static_cast<uint64_t>(type.kind)});
    names.size += size;
  }
}

}  // namespace

int take_python_snapshot(ReplyFile& reply) {
  forget_most_own_bytes();
  PythonSnapshotHeader header{};
  Names names;
  OwnArray<PythonTypeEntry> types;
  ObjectWalk walk;
  if (!walk.types.prepare()) return ENOMEM;
  {
    const Entry entry;
    const int64_t start_ns = now_ns();
    if (entry.failure() != 0) return entry.failure();
    ObjectRings rings;
    if (!rings.find()) return ENOSYS;
    if (rings.are_in_use()) return EBUSY;
    walk.look_at_all(rings);
    walk.ask_tensors();
    header.tasks = walk.pending_tasks();
    name_types(walk, names, types);
    header.garbage = rings.garbage();
    header.pause_ns = static_cast<uint64_t>(now_ns() - start_ns);
  }
  header.magic = kPythonSnapshotMagic;
  header.objects = walk.objects;
  header.tracer_bytes = most_own_bytes();
  header.is_cut = walk.is_cut ? 1 : 0;
  header.python_version = interpreter()->version;
  header.types = types.size();
  header.containers = walk.containers.size();
  header.edges = walk.edges.size();
  header.bounds = walk.bounds.size();
  header.name_bytes = names.size;
  reply.append(&header, sizeof header);
  reply.append(types.data(), types.bytes());
  reply.append(walk.containers.data(), walk.containers.bytes());
  reply.append(walk.edges.data(), walk.edges.bytes());
  reply.append(walk.bounds.data(), walk.bounds.bytes());
  reply.append(names.text, names.size);
  return 0;
}

}  // namespace ttsoak::tracer
