#include "probes/tracer/python/blindness.h"

#include "probes/tracer/box.h"

namespace ttsoak::tracer {
namespace {

uint32_t g_bits = 0;

}  // namespace

void admit_blindness(uint32_t bits, const char* why) {
  __atomic_fetch_or(&g_bits, bits, __ATOMIC_RELAXED);
  __atomic_fetch_or(&g_box.header->blind, bits, __ATOMIC_RELAXED);
  note(why);
}

void admit_again_after_fork() { g_box.header->blind |= __atomic_load_n(&g_bits, __ATOMIC_RELAXED); }

}  // namespace ttsoak::tracer
