#include "probes/tracer/python/frame_walk.h"

namespace ttsoak::tracer {
namespace {

// enum _frameowner. What comes after these has no code: 3 is on the C stack in 3.12 and 3.13;
// from 3.14 on it is called the interpreter's.
constexpr char kOwnedByGenerator = 1;
constexpr char kFirstWithoutCode = 3;

}  // namespace

FrameWalk::FrameWalk(const Interpreter& python, uintptr_t state) : python_(python) {
  frame_ = load<uintptr_t>(state + python.at.state_frame);
  if (python.at.frame_is_boxed && is_plausible(frame_)) {
    frame_ = load<uintptr_t>(frame_ + python.at.cframe_frame);
  }
}

bool FrameWalk::next(PythonFrame& frame) {
  if (!is_plausible(frame_) || left_ == 0) return false;
  --left_;
  frame = PythonFrame{};
  if (python_.version < 0x030b) {
    frame.code = load<uintptr_t>(frame_ + python_.at.frame_code);
    read_old(frame);
  } else if (!read_new(frame)) {
    return false;
  }
  if (frame.code != 0 &&
      (!is_plausible(frame.code) || load<uintptr_t>(frame.code + 8) != python_.code_type)) {
    return false;
  }
  frame_ = load<uintptr_t>(frame_ + python_.at.frame_back);
  return true;
}

void FrameWalk::read_old(PythonFrame& frame) const {
  frame.ends_group = true;
  const auto position = load<int32_t>(frame_ + python_.at.frame_position);
  // Bytes, in 3.10 code units of two.
  frame.position = position >= 0 && python_.version == 0x030a ? position * 2 : position;
}

bool FrameWalk::read_new(PythonFrame& frame) const {
  const Offsets& at = python_.at;
  const auto owner = load<char>(frame_ + at.frame_owner);
  frame.ends_group = at.frame_is_entry != 0 && load<char>(frame_ + at.frame_is_entry) != 0;
  if (python_.version >= 0x030c && owner >= kFirstWithoutCode) {
    frame.ends_group = true;
    return true;
  }
  // From 3.14 on the lowest bits are a tag.
  constexpr uintptr_t kTag = 7;
  auto code = load<uintptr_t>(frame_ + at.frame_code);
  if (python_.version >= 0x030e) code &= ~kTag;
  if (!is_plausible(code) || load<uintptr_t>(code + 8) != python_.code_type) return false;
  const auto instruction = load<uintptr_t>(frame_ + at.frame_position);
  const auto position = static_cast<int64_t>(instruction - (code + at.code_instructions));
  if (position < -2 || position > INT32_MAX) return false;
  // A frame that is still being set up: Python itself does not show it (sys._getframe).
  const auto first_traceable = load<int32_t>(code + at.code_first_traceable);
  if (owner != kOwnedByGenerator && position / 2 < first_traceable) return true;
  frame.code = code;
  frame.position = position < 0 ? -1 : static_cast<int32_t>(position);
  return true;
}

}  // namespace ttsoak::tracer
