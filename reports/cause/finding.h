#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reports/cause/stack_trend.h"

namespace ttsoak {

// Why memory, or something else that a server can run out of, became more.
enum class Cause {
  live_leak,             // blocks in use become more, steadily
  leak_on_abort,         // the same, once for every stream that the client hung up on
  leak_on_error,         // the same, once for every request that failed
  late_leak,             // live growth that set in late
  rare_leak,             // live growth in few cycles
  keyed_cache,           // a cache without bound, one entry for each new key
  filling_cache,         // live growth that slows down, or a cache with a bound: sound
  warm_up,               // rose at first, flat since: sound
  high_water,            // free pages kept since a peak, flat since: sound
  allocator_retention,   // free pages that the allocator keeps, and more of them all the time
  pinned_fragmentation,  // free rests of pages that blocks in use keep
  pymalloc,              // arenas of Python's allocator
  python_cycles,         // garbage that only gc.collect() frees
  direct_mmap,           // anonymous memory mapped by the program itself
  temp_files,
  tmpfs_or_shm,
  page_cache,  // files in memory: given back under pressure, or mapped
  deleted_open_files,
  fd_leak,
  socket_leak,
  thread_leak,
  process_leak,
  child_growth,  // where: the growth is in a child process
  gpu_memory,
  degraded_service,  // slower and slower
  level_shift,       // one jump
  unknown,           // what no other cause explains
};

enum class EvidenceLevel {
  proven,      // an experiment decided, or the things themselves were counted
  consistent,  // what was seen fits, and something else might, too
  unknown,
};

// A cause and what speaks for it. Rates are per completed request.
struct Finding {
  Cause cause = Cause::unknown;
  EvidenceLevel evidence = EvidenceLevel::consistent;
  bool leak = true;      // false: sound behaviour that explains growth
  bool resident = true;  // part of RSS; others are files on disks, descriptors, seconds
  std::optional<Rate> bytes_per_request;
  std::optional<Rate> count_per_request;
  // Of the growth of RSS between the first trough and the last; absent where that is not known or
  // RSS did not grow. The parts of different causes may overlap.
  std::optional<double> share;
  std::string sentence;    // for people, without the cause's name
  std::string experiment;  // what would decide; empty where nothing is open
  std::vector<std::pair<std::string, double>> figures;  // the numbers behind it, units in the names
};

// Stable names: "live_leak"; "proven".
std::string_view cause_name(Cause cause);
std::string_view evidence_name(EvidenceLevel evidence);

}  // namespace ttsoak
