#include "probes/tracer/box.h"
#include "probes/tracer/python/chores.h"
#include "probes/tracer/python/code_table.h"
#include "probes/tracer/python/frame_walk.h"
#include "probes/tracer/python/proof.h"
#include "probes/tracer/python/python.h"
#include "probes/tracer/python/thread_state.h"

namespace ttsoak::tracer {
namespace {

struct Frames {
  uint64_t* frames;
  uint32_t capacity;
  uint32_t used = 0;

  void add(uint64_t frame) {
    if (used < capacity) frames[used++] = frame;
  }
};

void add_python_frame(const Interpreter& python, const PythonFrame& frame, Frames& out) {
  const uint64_t slot = code_slot(python, frame.code);
  if (slot == 0) count_loss(&g_box.header->losses.code_table_full);
  out.add(blackbox::kPythonFrame | (slot << 32) | static_cast<uint32_t>(frame.position + 1));
}

// The Python frames that one C frame of the evaluation function runs; there may be none, just
// before or after its code. False: the chain had ended already.
bool add_group(const Interpreter& python, FrameWalk& walk, Frames& out) {
  PythonFrame frame;
  bool any = false;
  while (walk.next(frame)) {
    any = true;
    if (frame.code != 0) add_python_frame(python, frame, out);
    if (frame.ends_group) break;
  }
  return any;
}

// Frames that no C frame was there for. Returns how many.
uint32_t add_rest(const Interpreter& python, FrameWalk& walk, Frames& out) {
  uint32_t rest = 0;
  PythonFrame frame;
  while (walk.next(frame)) {
    if (frame.code == 0) continue;
    add_python_frame(python, frame, out);
    ++rest;
  }
  return rest;
}

}  // namespace

uint32_t merge_python_frames(const uintptr_t* ips, uint32_t count, bool complete, uint64_t* frames,
                             uint32_t capacity) {
  Frames out{frames, capacity};
  const Interpreter* const python = interpreter();
  if (python == nullptr) {
    for (uint32_t i = 0; i < count; ++i) out.add(ips[i]);
    return out.used;
  }
  const OwnState state(*python);
  if (state.address() == 0 || !are_offsets_proven(*python, state.address())) {
    for (uint32_t i = 0; i < count; ++i) out.add(ips[i]);
    return out.used;
  }
  if (are_chores_wanted() && state.is_attached()) ask_for_chores(*python);
  FrameWalk walk(*python, state.address());
  bool fits = true;
  for (uint32_t i = 0; i < count; ++i) {
    if (python->eval.has_call_at(ips[i]) && add_group(*python, walk, out)) continue;
    // Left over: it belongs to an outer interpreter's frames, if there is one.
    if (python->eval.has_call_at(ips[i])) fits = false;
    out.add(ips[i]);
  }
  // A stack that was cut has its outermost Python frames missing. A whole one has none left.
  if (add_rest(*python, walk, out) > 0 && complete) fits = false;
  if (!fits && !python->runs_many()) count_loss(&g_box.header->losses.group_mismatches);
  return out.used;
}

}  // namespace ttsoak::tracer
