#pragma once

#include <stdint.h>

namespace ttsoak::tracer {

// What the environment asks for.
//   TTSOAK_DIR           where black boxes go; unset = do nothing but pass calls on
//   TTSOAK_SAMPLE        mean distance of samples in bytes, a power of two; 0 = counters only
//   TTSOAK_FLOOR         smaller blocks are sampled as if they had this size
//   TTSOAK_BUDGET        samples a second above which the mean distance doubles
//   TTSOAK_EXCLUDE       names of programs that are not traced, separated by ':'; by default
//                        shells and what else stands before a server in its start script
struct Options {
  const char* directory;
  uint32_t rate;  // log2 of the mean distance; 0 = off
  uint64_t floor_bytes;
  uint64_t always_bytes;
  uint64_t samples_per_second;
};
extern Options g_options;

// Reads the environment. False: this program is not to be traced.
bool read_options();

}  // namespace ttsoak::tracer
