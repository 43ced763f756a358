#include "probes/heap/box_tables.h"

#include <algorithm>

namespace ttsoak {
namespace {

using namespace blackbox;

constexpr std::size_t kMaxDepth = 1024;  // a damaged table may lead in circles

// Reads into `table`; keeps the first error.
template <typename Element>
void copy(const BoxFile& file, const Area& area, std::uint64_t used, std::vector<Element>& table,
          Status& first_error) {
  if (first_error) return;
  auto read = file.elements<Element>(area, 0, used);
  if (read.ok()) {
    table = std::move(read).value();
  } else {
    first_error = read.error();
  }
}

}  // namespace

Result<BoxTables> read_box_tables(const BoxFile& file) {
  const auto header = file.header();
  if (!header.ok()) return header.error();
  const Header& now = header.value();
  BoxTables tables;
  tables.program = printable({now.program, sizeof now.program});
  Status error;
  // Whoever refers is read before what it refers to, which was there first.
  copy(file, now.stacks, now.stacks_used, tables.stacks, error);
  const auto later = file.header();
  if (!later.ok()) return later.error();
  copy(file, now.frames, later.value().frames_used, tables.frames, error);
  copy(file, now.modules, later.value().modules_used, tables.modules, error);
  copy(file, now.codes, later.value().codes_used, tables.codes, error);
  const auto last = file.header();
  if (!last.ok()) return last.error();
  copy(file, now.bytes, last.value().bytes_used, tables.bytes, error);
  if (error) return *error;
  return tables;
}

std::vector<std::uint64_t> BoxTables::frames_of(std::int64_t stack) const {
  std::vector<std::uint64_t> found;
  if (stack <= 0 || static_cast<std::uint64_t>(stack) >= stacks.size()) return found;
  const StackSlot& slot = stacks[static_cast<std::size_t>(stack)];
  if (slot.hash == 0) return found;
  for (std::uint32_t node = slot.leaf;
       node != 0 && node < frames.size() && found.size() < kMaxDepth; node = frames[node].caller) {
    found.push_back(frames[node].frame);
  }
  return found;
}

const ModuleSlot* BoxTables::module_at(std::uint64_t address) const {
  const auto found = std::find_if(modules.rbegin(), modules.rend(), [&](const ModuleSlot& module) {
    return module.start <= address && address < module.end;
  });
  return found == modules.rend() ? nullptr : &*found;
}

std::string_view BoxTables::path_of(const ModuleSlot& module) const {
  const std::string_view path = text(module.path);
  return path.empty() ? std::string_view(program) : path;
}

const CodeSlot* BoxTables::code_at(std::uint32_t index) const {
  if (index == 0 || index >= codes.size() || codes[index].address == 0) return nullptr;
  return &codes[index];
}

}  // namespace ttsoak
