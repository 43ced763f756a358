#include "probes/tracer/python/runtime_fields.h"

#include <string.h>

#include "probes/tracer/python/memory.h"

namespace ttsoak::tracer {
namespace {

constexpr int kSearched = 40;            // bytes of code
constexpr uintptr_t kRuntime = 1 << 20;  // _PyRuntime is not larger

// Displacements are signed and count from behind their four bytes.
uintptr_t behind(const unsigned char* displacement) {
  int32_t distance;
  memcpy(&distance, displacement, sizeof distance);
  return reinterpret_cast<uintptr_t>(displacement + 4) +
         static_cast<uintptr_t>(static_cast<intptr_t>(distance));
}

uintptr_t offset_at(const unsigned char* at) {
  uint32_t offset;
  memcpy(&offset, at, sizeof offset);
  return offset;
}

uintptr_t if_inside(uintptr_t field, uintptr_t runtime) {
  return field > runtime && field < runtime + kRuntime ? field : 0;
}

// Where the work begins: distributions build with control-flow protection, whose mark comes first.
const unsigned char* code_of(const void* function) {
  const auto* const code = static_cast<const unsigned char*>(function);
  return memcmp(code, "\xf3\x0f\x1e\xfa", 4) == 0 ? code + 4 : code;  // endbr64
}

}  // namespace

uintptr_t current_state_in(const void* function, uintptr_t runtime) {
  const unsigned char* const code = code_of(function);
  const bool starts_with_load = memcmp(code, "\x48\x8b\x05", 3) == 0;  // mov REL(%rip), %rax
  if (!starts_with_load) return 0;
  // Linked into the program: the field itself.
  if (code[7] == 0xc3) return if_inside(behind(code + 3), runtime);
  // In a library: the address of _PyRuntime from the GOT, then mov OFFSET(%rax), %rax.
  if (memcmp(code + 7, "\x48\x8b\x80", 3) != 0 || code[14] != 0xc3) return 0;
  if (load<uintptr_t>(behind(code + 3)) != runtime) return 0;
  return if_inside(runtime + offset_at(code + 10), runtime);
}

uintptr_t thread_key_in(const void* function, uintptr_t runtime) {
  const unsigned char* const code = code_of(function);
  const bool uses_got =
      memcmp(code, "\x48\x8b\x05", 3) == 0 && load<uintptr_t>(behind(code + 3)) == runtime;
  for (int i = 0; i < kSearched; ++i) {
    const unsigned char* const at = code + i;
    // lea OFFSET(%rax), %rdi or %rbx: the argument of PyThread_tss_get().
    if (uses_got && (memcmp(at, "\x48\x8d\xb8", 3) == 0 || memcmp(at, "\x48\x8d\x98", 3) == 0)) {
      return if_inside(runtime + offset_at(at + 3), runtime);
    }
    // Inlined into the program: mov REL(%rip), %edi loads the key itself, the second field.
    if (memcmp(at, "\x8b\x3d", 2) == 0) return if_inside(behind(at + 2) - 4, runtime);
    // Called by address: mov ADDRESS, %edi in a program at a fixed place, lea REL(%rip), %rdi in
    // others.
    uintptr_t field = 0;
    if (*at == 0xbf) field = if_inside(offset_at(at + 1), runtime);
    if (memcmp(at, "\x48\x8d\x3d", 3) == 0) field = if_inside(behind(at + 3), runtime);
    if (field != 0) return field;
  }
  return 0;
}

}  // namespace ttsoak::tracer
