#include "reports/render/folded.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "reports/render/frame_text.h"

namespace ttsoak {
namespace {

std::string folded_frame(const Frame& frame) {
  std::string label = frame_label(frame);
  std::replace(label.begin(), label.end(), ';', ',');
  return label;
}

bool has_several_processes(const HeapProfile& profile) {
  return std::any_of(profile.stacks.begin(), profile.stacks.end(), [&](const ProfiledStack& each) {
    return each.stack.process != profile.stacks.front().stack.process;
  });
}

}  // namespace

std::string folded_stacks(const HeapProfile& profile) {
  const bool several = has_several_processes(profile);
  std::map<std::string, double> bytes_by_path;
  for (const auto& [stack, figures] : profile.stacks) {
    std::string path;
    if (several) path = "process " + std::to_string(stack.process) + ";";
    for (auto frame = stack.frames.rbegin(); frame != stack.frames.rend(); ++frame) {
      path += folded_frame(*frame) + ";";
    }
    if (stack.frames.empty()) path += "(unknown stack);";
    path.pop_back();
    bytes_by_path[path] += figures.live_bytes;
  }
  std::string folded;
  for (const auto& [path, bytes] : bytes_by_path) {
    const long long rounded = std::llround(bytes);
    if (rounded > 0) folded += path + " " + std::to_string(rounded) + "\n";
  }
  return folded;
}

}  // namespace ttsoak
