#include "probes/heap/stack_resolver.h"

#include <string>

#include "probes/heap/python_lines.h"

namespace ttsoak {
namespace {

using namespace blackbox;

constexpr std::size_t kMostKnown = 100'000;

Frame frame_of(FrameKind kind) {
  Frame frame;
  frame.kind = kind;
  return frame;
}

bool is_unknown(const std::vector<Frame>& resolved) {
  const Frame& frame = resolved.front();
  return frame.kind != FrameKind::gap && frame.function.empty() && frame.module.empty();
}

}  // namespace

std::vector<Frame> StackResolver::frames_of(std::int64_t stack) {
  std::vector<Frame> frames;
  for (const std::uint64_t raw : tables_.frames_of(stack)) {
    if (const auto found = known_.find(raw); found != known_.end()) {
      frames.insert(frames.end(), found->second.begin(), found->second.end());
      continue;
    }
    std::vector<Frame> resolved = resolve(raw);
    frames.insert(frames.end(), resolved.begin(), resolved.end());
    if (is_unknown(resolved)) continue;  // its module may come with the next tables
    if (known_.size() >= kMostKnown) known_.clear();
    known_.emplace(raw, std::move(resolved));
  }
  return frames;
}

std::vector<Frame> StackResolver::resolve(std::uint64_t raw) {
  if ((raw & kPythonFrame) != 0) return {python(raw)};
  if (raw == kGapFrame) return {frame_of(FrameKind::gap)};
  return native(raw);
}

std::vector<Frame> StackResolver::native(std::uint64_t return_address) {
  // A return address may be that of the next line, or even of the next function: the call is right
  // before it. That holds for the innermost frame, too: it called the allocator.
  const std::uint64_t called = return_address == 0 ? 0 : return_address - 1;
  const ModuleSlot* const module = tables_.module_at(called);
  if (module == nullptr) {
    Frame frame;
    frame.address = called;
    return {frame};
  }
  return symbolizer_->frames_at(
      {printable(tables_.path_of(*module)), std::string(tables_.text(module->build_id))},
      called - module->bias);
}

Frame StackResolver::python(std::uint64_t raw) const {
  Frame frame = frame_of(FrameKind::python);
  const CodeSlot* const code =
      tables_.code_at(static_cast<std::uint32_t>((raw & ~kPythonFrame) >> 32));
  if (code == nullptr) return frame;
  frame.function = printable(tables_.text(code->name));
  frame.file = printable(tables_.text(code->file));
  const std::string_view lines = tables_.text(code->lines);
  const int line = python_line({reinterpret_cast<const std::uint8_t*>(lines.data()), lines.size()},
                               static_cast<int>(code->first_line), code->version,
                               static_cast<int>(raw & UINT32_MAX) - 1);
  frame.line = line > 0 ? line : static_cast<int>(code->first_line);
  return frame;
}

}  // namespace ttsoak
