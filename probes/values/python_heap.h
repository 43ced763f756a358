#pragma once

#include <cstdint>
#include <string>

#include "probes/base/clock.h"

namespace ttsoak {

// Python's objects in one process at one trough. -1 = not known.
struct PythonHeap {
  int process = 0;
  int cycle = 0;
  RunTime at{0};
  std::int64_t objects = -1;  // that the collector tracks
  std::int64_t garbage = -1;  // length of gc.garbage
  std::int64_t tasks = -1;    // asyncio tasks that are not done
  std::int64_t cuda_allocated_bytes = -1, cuda_reserved_bytes = -1;  // torch.cuda, all devices
  std::int64_t pause_us = 0;      // longest time the GIL was held for this
  std::int64_t tracer_bytes = 0;  // resident memory that looking took in the target
  std::string note;               // why something is not known, for people
};

// Objects of one type at one trough.
struct PythonTypeCount {
  int process = 0;
  int cycle = 0;
  std::string type;  // module.qualname
  std::int64_t objects = 0;
};

// A Python container that grew: where it hangs and how it grew. Recorded at the end of a run, or
// again when more is known; the newest of a path counts.
struct PythonHolder {
  int process = 0;
  std::string path;  // `services.audio.AudioService._writers`, from a module, frame or task
  std::string type;  // dict, list, collections.deque, functools._lru_cache_wrapper...
  int first_cycle = 0, last_cycle = 0;             // looked at from, to
  int looks = 0;                                   // troughs at which its length was read
  int grew = 0;                                    // intervals between them in which it grew
  std::int64_t first_length = 0, last_length = 0;  // elements; bytes of a bytearray or BytesIO
  std::int64_t bound = -1;                         // maxsize or maxlen: it is filling; -1 = none
  double bytes_per_cycle = -1;                     // kept by what was added; -1 = not known
  bool bytes_are_bound = true;  // bytes_per_cycle is an upper bound: shared objects count in full
  std::string newest;           // what the newest elements are: "str -> bytes, 64 KiB"
};

}  // namespace ttsoak
