#include "reports/render/stack_text.h"

#include <algorithm>

#include "reports/render/frame_role.h"
#include "reports/render/frame_text.h"

namespace ttsoak {
namespace {

using Frames = std::vector<Frame>;
using Place = Frames::const_iterator;

bool is_python(const Frame& frame) { return frame.kind == FrameKind::python; }

Place find_owner(const Frames& frames) {
  const auto own_python = [](const Frame& frame) {
    return is_python(frame) && role_of(frame) == FrameRole::own;
  };
  const auto native = [](const Frame& frame) {
    const FrameRole role = role_of(frame);
    return !is_python(frame) && (role == FrameRole::own || role == FrameRole::library);
  };
  auto found = std::find_if(frames.begin(), frames.end(), own_python);
  if (found == frames.end()) found = std::find_if(frames.begin(), frames.end(), native);
  if (found == frames.end()) found = std::find_if(frames.begin(), frames.end(), is_python);
  return found == frames.end() ? frames.begin() : found;
}

std::string find_holder(const Frames& frames, const Frame& owner) {
  const auto python = std::find_if(frames.begin(), frames.end(), is_python);
  if (python == frames.end()) return owner_of(owner);
  // The innermost: of torch calling oneDNN it is oneDNN that keeps the memory.
  for (auto frame = frames.begin(); frame != python; ++frame) {
    const FrameRole role = role_of(*frame);
    if (role == FrameRole::own || role == FrameRole::library) return owner_of(*frame);
  }
  return "";
}

// The frames from `frame` on that are told as one: of the same library, and not the owner.
Place end_of_run(Place frame, Place end, Place owner) {
  const auto foldable = [&](Place at) {
    const FrameRole role = role_of(*at);
    return at != owner && (role == FrameRole::library || role == FrameRole::plumbing);
  };
  if (!foldable(frame)) return frame + 1;
  Place last = frame + 1;
  while (last != end && foldable(last) && owner_of(*last) == owner_of(*frame)) ++last;
  return last;
}

std::string told_as_one(Place frame, Place end) {
  const std::string whose = owner_of(*frame);
  return "… " + std::to_string(end - frame) + " frames of " +
         (whose.empty() ? "unknown code" : whose) + " …";
}

}  // namespace

StackText stack_text(const Frames& frames, StackDetail detail) {
  StackText text;
  if (frames.empty()) {
    text.owner_line = "(unknown: the stack could not be taken)";
    return text;
  }
  const Place owner = find_owner(frames);
  text.owner = *owner;
  text.owner_line = frame_line(*owner);
  text.holder_module = find_holder(frames, *owner);
  for (Place frame = frames.begin(); frame != frames.end();) {
    const Place end =
        detail == StackDetail::full ? frame + 1 : end_of_run(frame, frames.end(), owner);
    text.lines.push_back(end - frame == 1 ? frame_line(*frame) : told_as_one(frame, end));
    frame = end;
  }
  return text;
}

std::string StackText::text() const {
  std::string all = owner_line;
  if (!holder_module.empty() && holder_module != last_part(owner.module)) {
    all += ", in memory of " + holder_module;
  }
  all += "\n";
  for (const std::string& line : lines) all += "    " + line + "\n";
  return all;
}

}  // namespace ttsoak
