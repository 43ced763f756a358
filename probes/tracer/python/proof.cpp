#include "probes/tracer/python/proof.h"

#include "probes/blackbox/layout.h"
#include "probes/tracer/python/blindness.h"

namespace ttsoak::tracer {
namespace {

enum Verdict : uint32_t { kOpen, kProven, kWrong };
uint32_t g_verdict = kOpen;

uintptr_t read_pointer(uintptr_t at) {
  uintptr_t pointer = 0;
  return read_carefully(at, pointer) && is_plausible(pointer) ? pointer : 0;
}

bool is_a(uintptr_t type, uintptr_t object) {
  return object != 0 && read_pointer(object + 8) == type;
}

// Compact, of a kind that exists, and ended by a zero where its length says.
bool is_text(const Interpreter& python, uintptr_t object) {
  if (!is_a(python.text_type, object)) return false;
  uint64_t length = 0;
  uint32_t state = 0, end = 1;
  if (!read_carefully(object + 16, length) || !read_carefully(object + 32, state)) return false;
  const uint32_t kind = (state >> 2) & 7;
  const bool is_compact = (state & 0x20) != 0, is_ascii = (state & 0x40) != 0;
  if (!is_compact || (kind != 1 && kind != 2 && kind != 4) || length > 65536) return false;
  const uint32_t data = is_ascii ? python.at.ascii_data : python.at.compact_data;
  return read_carefully(object + data + length * kind, &end, kind) &&
         (kind == 4 ? end : end & ((1U << (8 * kind)) - 1)) == 0;
}

bool is_code(const Interpreter& python, uintptr_t code) {
  const Offsets& at = python.at;
  int32_t first_line = -1;
  return is_a(python.code_type, code) && is_text(python, read_pointer(code + at.code_file)) &&
         is_text(python, read_pointer(code + at.code_name)) &&
         (at.code_qualified_name == 0 ||
          is_text(python, read_pointer(code + at.code_qualified_name))) &&
         is_a(python.bytes_type, read_pointer(code + at.code_lines)) &&
         read_carefully(code + at.code_first_line, first_line) && first_line >= 0 &&
         first_line < 10'000'000;
}

// Open: this thread runs no Python code just now.
Verdict judge(const Interpreter& python, uintptr_t state) {
  constexpr int kFrames = 8;
  const Offsets& at = python.at;
  uintptr_t frame = 0;
  if (!read_carefully(state + at.state_frame, frame)) return kWrong;
  if (at.frame_is_boxed && !read_carefully(frame + at.cframe_frame, frame)) return kWrong;
  Verdict verdict = kOpen;
  for (int i = 0; i < kFrames && frame != 0; ++i) {
    if (!is_plausible(frame)) return kWrong;
    char owner = 0;
    if (at.frame_owner != 0 && !read_carefully(frame + at.frame_owner, owner)) return kWrong;
    if (owner < 3) {
      uintptr_t code = 0;
      if (!read_carefully(frame + at.frame_code, code)) return kWrong;
      if (python.version >= 0x030e) code &= ~uintptr_t{7};
      if (!is_code(python, code)) return kWrong;
      verdict = kProven;
    }
    if (!read_carefully(frame + at.frame_back, frame)) return kWrong;
  }
  return verdict;
}

}  // namespace

bool are_offsets_proven(const Interpreter& python, uintptr_t state) {
  const uint32_t known = __atomic_load_n(&g_verdict, __ATOMIC_RELAXED);
  if (__builtin_expect(known == kProven, 1)) return true;
  if (known == kWrong) return false;
  const Verdict verdict = judge(python, state);
  if (verdict == kOpen) return false;
  uint32_t expected = kOpen;
  if (__atomic_compare_exchange_n(&g_verdict, &expected, verdict, false, __ATOMIC_RELAXED,
                                  __ATOMIC_RELAXED) &&
      verdict == kWrong) {
    admit_blindness(blackbox::kNoPythonFrames,
                    "this Python's frames are not where they should be, or process_vm_readv(2) "
                    "is forbidden here: native frames only");
  }
  return __atomic_load_n(&g_verdict, __ATOMIC_RELAXED) == kProven;
}

}  // namespace ttsoak::tracer
