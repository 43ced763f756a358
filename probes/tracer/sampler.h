#pragma once

#include <stddef.h>
#include <stdint.h>

#include "probes/blackbox/layout.h"

namespace ttsoak::tracer {

// A block is about to go: forgets it if it was sampled. One load where it was not.
void forget_block(void* address);

enum class Mode : uint8_t;

// While one of these lives, allocations of this thread are not ours to record: they are made by an
// allocator on behalf of a block that is recorded already or, with Mode::inside, by the tracer.
class Quiet {
 public:
  Quiet();
  explicit Quiet(Mode mode);
  ~Quiet();
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  Mode saved_;
};

}  // namespace ttsoak::tracer
