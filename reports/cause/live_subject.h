#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reports/cause/finding.h"
#include "reports/cause/heap_ledger.h"
#include "reports/cause/traffic.h"
#include "reports/record/run_record.h"

namespace ttsoak {

// Live memory that grows on behalf of one line of code, or in one Python container.
struct LiveSubject {
  std::vector<std::size_t> stacks;  // into HeapRecord::stacks; empty: only the container is known
  std::string owner;     // "Voice.load at /app/tts.py:17 in libtorch_cpu.so"; may be empty
  std::string function;  // that allocated for it, of a library; may be empty
  const PythonHolder* holder = nullptr;  // the container that keeps it, or null
  Rate rate;                // bytes per request, of late ones since then; all zero where not known
  double change_bytes = 0;  // since the first trough after a cycle
  double blocks_per_request = 0;  // of native stacks; elements where only a container is
  double block_bytes = 0;         // mean size of a native block of the newest of its stacks
  double mapped_share = 0;        // of change_bytes, how much is mappings
  bool python_objects = false;    // in pymalloc or the like, not in memory of a library
  GrowthShape shape = GrowthShape::linear;
  std::size_t born_cycles = 0, possible_cycles = 0;  // in how many of them survivors were born
  Cause cause = Cause::live_leak;                    // one of the causes of live growth
};

// The growing stacks of the ledger by owner, each with the growing Python container that fits it,
// and the growing containers that fit none. The steepest first, each with its cause:
// - once per aborted stream, or per failed request: its blocks or elements come in their numbers,
//   and those of requests do not fit as well;
// - keyed cache: it is called a cache, by its container or by a function that allocates;
// - filling cache: it slows down, or the container has a bound;
// - late, rare: by the shape of its course, by the births of its survivors; else a live leak.
std::vector<LiveSubject> live_subjects(const RunRecord& record, const HeapLedger& ledger,
                                       const Traffic& traffic);

// A container grew if it did so at most looks; one that got its five entries and kept them did not.
bool grew(const PythonHolder& holder);
double elements_per_cycle(const PythonHolder& holder);

// Who a stack belongs to: its owner's line and the library that allocated for it.
std::string owner_in_words(const std::vector<Frame>& frames);

// The innermost function of a library or of the program below all Python, by its bare name: what
// that line had done. Empty if there is none.
std::string native_function(const std::vector<Frame>& frames);

}  // namespace ttsoak
