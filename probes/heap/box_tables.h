#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "probes/base/result.h"
#include "probes/blackbox/layout.h"
#include "probes/heap/box_file.h"

namespace ttsoak {

// The tables of a black box that say what a stack is, copied at one moment. They only grow while
// the process lives, so what was found once stays true.
struct BoxTables {
  std::string program;  // path of the program itself
  std::vector<blackbox::StackSlot> stacks;
  std::vector<blackbox::FrameNode> frames;
  std::vector<blackbox::ModuleSlot> modules;
  std::vector<blackbox::CodeSlot> codes;
  std::vector<char> bytes;

  // The frames of `stack` as blackbox::FrameNode::frame has them, innermost first. Empty for
  // stack 0, one that does not exist, and one that is just being made.
  [[nodiscard]] std::vector<std::uint64_t> frames_of(std::int64_t stack) const;

  // The module that holds `address`, or null. The later one wins where two overlap: the earlier
  // one was unloaded. Its path is `program` where the loader has none.
  [[nodiscard]] const blackbox::ModuleSlot* module_at(std::uint64_t address) const;
  [[nodiscard]] std::string_view path_of(const blackbox::ModuleSlot& module) const;

  // Null where a frame names a code object that is not there.
  [[nodiscard]] const blackbox::CodeSlot* code_at(std::uint32_t index) const;

  [[nodiscard]] std::string_view text(const blackbox::Text& text) const {
    return text_in(bytes, text);
  }
};

// Errors: as BoxFile::read().
Result<BoxTables> read_box_tables(const BoxFile& file);

}  // namespace ttsoak
