#include "probes/tracer/block.h"

#include "probes/tracer/occupants.h"
#include "probes/tracer/sampler.h"

namespace ttsoak::tracer {

// The block is forgotten before the call: once it has moved, its old address may be somebody
// else's before we are back.
void* recorded_realloc(void* address, size_t size) {
  const bool counting = is_counting();
  const size_t old_bytes = counting ? usable_bytes(address) : 0;
  blackbox::LiveSample sample{};
  const bool was_sampled =
      g_process == Process::tracing && may_be_sampled(address) && forget_sampled(address, sample);
  const bool leaves_hole = was_sampled && leaves_a_hole(address, sample);
  void* const moved = g_next.realloc(address, size);
  if (moved == nullptr && size != 0) {  // failed: the old block lives on
    if (was_sampled) remember_again(address, sample);
    return nullptr;
  }
  if (was_sampled) {
    book_freed(sample);
    if (leaves_hole && moved != address) note_occupant(address, sample);
  }
  if (counting) count_freed(old_bytes);
  return recorded(moved);
}

}  // namespace ttsoak::tracer
