#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "probes/base/result.h"
#include "probes/heap/box_file.h"
#include "probes/heap/resident_pages.h"
#include "probes/values/heap_snapshot.h"

namespace ttsoak {

// What the live samples of a black box stand for.
struct LiveSums {
  struct OfStack {
    double bytes = 0, blocks = 0, variance = 0;
  };
  struct OfBirth {
    double bytes = 0, blocks = 0;
  };

  std::vector<OfStack> stacks;                        // by stack
  std::unordered_map<std::uint64_t, OfBirth> births;  // by stack << 32 | cycle
  std::int64_t samples = 0;
};

// Calls `visit` with the address of every live sample of `file` and the sample, whose target goes
// on meanwhile. A place is taken as it is when two readings of it, one after the other, agree; so
// no sample is torn.
//
// Errors: as BoxFile::read().
Status visit_live_samples(
    const BoxFile& file,
    const std::function<void(std::uint64_t, const blackbox::LiveSample&)>& visit);

// Adds up the live samples of `file`. Those that name a stack of `stack_count` or more count for
// stack 0, the unknown one.
//
// Errors: as BoxFile::read().
Result<LiveSums> sum_live_samples(const BoxFile& file, std::uint32_t stack_count,
                                  std::uint64_t floor_bytes);

// Bytes of live mappings by stack, mappings in address order, as far as they are memory. Left out:
// address space that is only reserved, pymalloc's arenas, whose blocks are samples, and what was
// there before a fork.
//
// Errors: as BoxFile::read(), or the table would not hold still.
Result<std::vector<double>> sum_mappings(const BoxFile& file, std::uint32_t used,
                                         std::uint32_t stack_count, const ResidentPages& resident);

}  // namespace ttsoak
