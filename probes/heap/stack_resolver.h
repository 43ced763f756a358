#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "probes/heap/box_tables.h"
#include "probes/heap/symbolizer.h"
#include "probes/values/heap_snapshot.h"

namespace ttsoak {

// The stacks of one black box as frames for people: Python frames with function, file and line,
// native ones by `symbolizer`, gaps where frames were dropped. An address in no module (vdso, code
// made at run time) has an empty module and itself as its address.
//
// One thread at a time.
class StackResolver {
 public:
  // `symbolizer` is for the same process, outlives *this, and may serve one resolver after another.
  explicit StackResolver(Symbolizer& symbolizer) : symbolizer_(&symbolizer) {}

  // Takes in newer tables of the same box. What a stack once resolved to stays, even if its library
  // was unloaded since.
  void update(BoxTables tables) { tables_ = std::move(tables); }

  // Innermost first; inlined functions are frames of their own. Empty for stack 0 and for one that
  // is not in the tables (yet).
  std::vector<Frame> frames_of(std::int64_t stack);

 private:
  std::vector<Frame> resolve(std::uint64_t raw);
  std::vector<Frame> native(std::uint64_t return_address);
  [[nodiscard]] Frame python(std::uint64_t raw) const;

  Symbolizer* symbolizer_;
  BoxTables tables_;
  std::unordered_map<std::uint64_t, std::vector<Frame>> known_;  // by raw frame
};

}  // namespace ttsoak
