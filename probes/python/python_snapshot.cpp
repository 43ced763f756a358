#include "probes/python/python_snapshot.h"

#include <cstring>
#include <string_view>

namespace ttsoak {
namespace {

using namespace blackbox;

// Takes entries off the front of the reply; ok() until there were too few.
class Rest {
 public:
  explicit Rest(const std::vector<char>& reply) : rest_(reply.data(), reply.size()) {}

  template <typename Entry>
  Entry take() {
    Entry entry{};
    if (sizeof entry > rest_.size()) {
      ok_ = false;
      rest_ = {};
      return entry;
    }
    std::memcpy(&entry, rest_.data(), sizeof entry);
    rest_.remove_prefix(sizeof entry);
    return entry;
  }
  // Can there be `count` of them?
  template <typename Entry>
  [[nodiscard]] bool holds(std::uint64_t count) const {
    return ok_ && count <= rest_.size() / sizeof(Entry);
  }
  [[nodiscard]] std::string_view left() const { return rest_; }
  [[nodiscard]] bool ok() const { return ok_; }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

bool read_types(Rest& rest, const PythonSnapshotHeader& header, std::string_view names,
                PythonSnapshot& snapshot) {
  if (!rest.holds<PythonTypeEntry>(header.types)) return false;
  snapshot.types.reserve(header.types);
  for (std::uint64_t i = 0; i < header.types; ++i) {
    const auto entry = rest.take<PythonTypeEntry>();
    const std::uint64_t size = entry.name_size_kind >> 8;
    if (entry.name_offset > names.size() || size > names.size() - entry.name_offset) return false;
    snapshot.types.push_back({entry.address, static_cast<std::int64_t>(entry.objects),
                              std::string(names.substr(entry.name_offset, size)),
                              static_cast<PythonKind>(entry.name_size_kind & 0xff)});
  }
  return true;
}

bool read_containers(Rest& rest, const PythonSnapshotHeader& header, PythonSnapshot& snapshot) {
  if (!rest.holds<PythonContainerEntry>(header.containers)) return false;
  snapshot.containers.reserve(header.containers);
  for (std::uint64_t i = 0; i < header.containers; ++i) {
    const auto entry = rest.take<PythonContainerEntry>();
    const auto type = static_cast<std::uint32_t>(entry.type_length >> 48);
    if (type >= snapshot.types.size()) return false;
    snapshot.containers.push_back(
        {entry.address, type, static_cast<std::int64_t>(entry.type_length & kPythonLow48)});
  }
  return true;
}

bool read_edges(Rest& rest, const PythonSnapshotHeader& header, PythonSnapshot& snapshot) {
  if (!rest.holds<PythonEdgeEntry>(header.edges)) return false;
  snapshot.edges.reserve(header.edges);
  for (std::uint64_t i = 0; i < header.edges; ++i) {
    const auto entry = rest.take<PythonEdgeEntry>();
    snapshot.edges.push_back({entry.owner, entry.ordinal_child & kPythonLow48,
                              static_cast<std::uint16_t>(entry.ordinal_child >> 48)});
  }
  return true;
}

bool read_bounds(Rest& rest, const PythonSnapshotHeader& header, PythonSnapshot& snapshot) {
  if (!rest.holds<PythonBoundEntry>(header.bounds)) return false;
  for (std::uint64_t i = 0; i < header.bounds; ++i) {
    const auto entry = rest.take<PythonBoundEntry>();
    snapshot.bounds.push_back({entry.address, static_cast<std::int64_t>(entry.bound)});
  }
  return true;
}

}  // namespace

Result<PythonSnapshot> parse_python_snapshot(const std::vector<char>& reply) {
  const Error broken{"the tracer's reply about Python's objects is not whole; ask again"};
  Rest rest(reply);
  const auto header = rest.take<PythonSnapshotHeader>();
  if (!rest.ok() || header.magic != kPythonSnapshotMagic) return broken;
  if (header.name_bytes > rest.left().size()) return broken;
  const std::string_view names = rest.left().substr(rest.left().size() - header.name_bytes);
  PythonSnapshot snapshot;
  snapshot.objects = static_cast<std::int64_t>(header.objects);
  snapshot.garbage = static_cast<std::int64_t>(header.garbage);
  snapshot.tasks = static_cast<std::int64_t>(header.tasks);
  snapshot.pause_us = static_cast<std::int64_t>(header.pause_ns / 1000);
  snapshot.tracer_bytes = static_cast<std::int64_t>(header.tracer_bytes);
  snapshot.is_cut = header.is_cut != 0;
  const bool is_whole = read_types(rest, header, names, snapshot) &&
                        read_containers(rest, header, snapshot) &&
                        read_edges(rest, header, snapshot) && read_bounds(rest, header, snapshot) &&
                        rest.left().size() == header.name_bytes;
  if (!is_whole) return broken;
  return snapshot;
}

}  // namespace ttsoak
