#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "probes/base/result.h"
#include "probes/blackbox/python_snapshot_layout.h"

namespace ttsoak {

struct PythonType {
  std::uint64_t address = 0;
  std::int64_t objects = 0;
  std::string name;  // module.Name
  blackbox::PythonKind kind = blackbox::PythonKind::plain;
};

struct PythonContainer {
  std::uint64_t address = 0;
  std::uint32_t type = 0;  // index into PythonSnapshot::types
  std::int64_t length = 0;
};

// `owner` refers to the container `child`, by its reference number `ordinal`.
struct PythonEdge {
  std::uint64_t owner = 0;
  std::uint64_t child = 0;
  std::uint16_t ordinal = 0;
};

struct PythonBound {
  std::uint64_t address = 0;
  std::int64_t bound = 0;
};

// What Python's interpreter held at one moment; see blackbox/python_snapshot_layout.h.
struct PythonSnapshot {
  std::int64_t objects = 0;
  std::int64_t garbage = -1;
  std::int64_t tasks = 0;
  std::int64_t pause_us = 0;
  std::int64_t tracer_bytes = 0;
  bool is_cut = false;
  std::vector<PythonType> types;
  std::vector<PythonContainer> containers;
  std::vector<PythonEdge> edges;
  std::vector<PythonBound> bounds;
};

// Errors: it is shorter or longer than it says, or refers to what is not there.
Result<PythonSnapshot> parse_python_snapshot(const std::vector<char>& reply);

}  // namespace ttsoak
