#include "reports/render/frame_text.h"

#include <algorithm>
#include <cstdio>

namespace ttsoak {
namespace {

constexpr std::size_t kLongest = 160;  // bytes of a function's name in frame_line()

std::string name_or_address(const Frame& frame) {
  if (frame.kind == FrameKind::gap) return "(frames left out)";
  if (!frame.function.empty()) return frame.function;
  if (frame.kind == FrameKind::python) return "(unknown Python code)";
  const std::string_view module = last_part(frame.module);
  char address[24];
  std::snprintf(address, sizeof address, "0x%llx", static_cast<unsigned long long>(frame.address));
  return module.empty() ? std::string(address) : std::string(module) + "+" + address;
}

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return text;
}

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

std::string shortened(std::string name) {
  if (name.size() <= kLongest) return name;
  std::size_t first_end = kLongest * 2 / 3;
  std::size_t second_start = name.size() - kLongest / 3;
  while (first_end > 0 && continues_character(name[first_end])) --first_end;
  while (second_start < name.size() && continues_character(name[second_start])) ++second_start;
  return name.replace(first_end, second_start - first_end, "…");
}

}  // namespace

std::string_view last_part(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string frame_label(const Frame& frame) {
  std::string label = name_or_address(frame);
  if (frame.kind == FrameKind::python && !frame.file.empty()) {
    label += " (" + std::string(last_part(frame.file));
    if (frame.line > 0) label += ":" + std::to_string(frame.line);
    label += ")";
  }
  return one_line(std::move(label));
}

std::string frame_line(const Frame& frame) {
  std::string line = shortened(name_or_address(frame));
  if (!frame.file.empty()) {
    line += " at " + frame.file;
    if (frame.line > 0) line += ":" + std::to_string(frame.line);
  }
  if (!frame.function.empty() && !frame.module.empty()) {
    line += " in " + std::string(last_part(frame.module));
  }
  return one_line(std::move(line));
}

}  // namespace ttsoak
