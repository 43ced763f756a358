#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "probes/python/python_snapshot.h"

namespace ttsoak {

// Snapshots made by hand: containers by address and length, edges by owner.
class SnapshotOf {
 public:
  SnapshotOf& type(std::uint64_t address, const std::string& name, blackbox::PythonKind kind,
                   std::int64_t objects);
  // Of the type added last.
  SnapshotOf& container(std::uint64_t address, std::int64_t length);
  SnapshotOf& edge(std::uint64_t owner, std::uint16_t ordinal, std::uint64_t child);
  SnapshotOf& bound(std::uint64_t address, std::int64_t bound);

  [[nodiscard]] const PythonSnapshot& made() const { return snapshot_; }
  // As the tracer sends it.
  [[nodiscard]] std::vector<char> reply() const;

 private:
  PythonSnapshot snapshot_;
};

}  // namespace ttsoak
