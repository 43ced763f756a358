#include "tests/unit/probes/python/snapshots.h"

#include <cstddef>

namespace ttsoak {
namespace {

using namespace blackbox;

template <typename Entry>
void append(std::vector<char>& reply, const Entry& entry) {
  const char* const bytes = reinterpret_cast<const char*>(&entry);
  reply.insert(reply.end(), bytes, bytes + sizeof entry);
}

}  // namespace

SnapshotOf& SnapshotOf::type(std::uint64_t address, const std::string& name, PythonKind kind,
                             std::int64_t objects) {
  snapshot_.types.push_back({address, objects, name, kind});
  return *this;
}

SnapshotOf& SnapshotOf::container(std::uint64_t address, std::int64_t length) {
  const auto type = static_cast<std::uint32_t>(snapshot_.types.size() - 1);
  snapshot_.containers.push_back({address, type, length});
  return *this;
}

SnapshotOf& SnapshotOf::edge(std::uint64_t owner, std::uint16_t ordinal, std::uint64_t child) {
  snapshot_.edges.push_back({owner, child, ordinal});
  return *this;
}

SnapshotOf& SnapshotOf::bound(std::uint64_t address, std::int64_t bound) {
  snapshot_.bounds.push_back({address, bound});
  return *this;
}

std::vector<char> SnapshotOf::reply() const {
  std::string names;
  std::vector<char> reply;
  PythonSnapshotHeader header{};
  header.magic = kPythonSnapshotMagic;
  header.objects = 5;
  header.tasks = 2;
  header.garbage = 1;
  header.pause_ns = 7'000'000;
  header.types = snapshot_.types.size();
  header.containers = snapshot_.containers.size();
  header.edges = snapshot_.edges.size();
  header.bounds = snapshot_.bounds.size();
  for (const PythonType& type : snapshot_.types) header.name_bytes += type.name.size();
  append(reply, header);
  for (const PythonType& type : snapshot_.types) {
    append(reply,
           PythonTypeEntry{type.address, static_cast<std::uint64_t>(type.objects), names.size(),
                           type.name.size() << 8 | static_cast<std::uint64_t>(type.kind)});
    names += type.name;
  }
  for (const PythonContainer& container : snapshot_.containers) {
    append(reply, PythonContainerEntry{container.address,
                                       std::uint64_t{container.type} << 48 |
                                           static_cast<std::uint64_t>(container.length)});
  }
  for (const PythonEdge& edge : snapshot_.edges) {
    append(reply, PythonEdgeEntry{edge.owner, std::uint64_t{edge.ordinal} << 48 | edge.child});
  }
  for (const PythonBound& bound : snapshot_.bounds) {
    append(reply, PythonBoundEntry{bound.address, static_cast<std::uint64_t>(bound.bound)});
  }
  reply.insert(reply.end(), names.begin(), names.end());
  return reply;
}

}  // namespace ttsoak
