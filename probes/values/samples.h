#pragma once

#include <cstdint>
#include <string>

#include "probes/base/clock.h"

namespace ttsoak {

// Resident memory of one process, 10 times a second. Recorded only when it differs from the
// sample before, so each one holds until the next of the same process.
struct RssSample {
  int process = 0;  // ProcessInfo::index
  RunTime at{0};
  std::int64_t rss_bytes = 0;  // field 2 of /proc/<pid>/statm
};

// Memory of one process as the kernel accounts it in /proc/<pid>/status, once a second.
struct StatusSample {
  int process = 0;
  RunTime at{0};
  std::int64_t rss_bytes = 0;        // VmRSS = RssAnon + RssFile + RssShmem
  std::int64_t rss_anon_bytes = 0;   // heap, stacks, private mappings: where leaks show
  std::int64_t rss_file_bytes = 0;   // mapped files, e.g. model weights
  std::int64_t rss_shmem_bytes = 0;  // tmpfs, shm, shared anonymous mappings
  std::int64_t swap_bytes = 0;       // VmSwap: a leak that is swapped out leaves RSS flat
  std::int64_t threads = 0;          // count
  std::int64_t cpu_ms = 0;           // user + system time since the process started
};

// What one process holds at a quiesce: too dear to read under load, or meaningless there.
struct ResourceSnapshot {
  int process = 0;
  int cycle = 0;  // the cycle just ended, from 1; 0 = before the first request
  RunTime at{0};
  std::int64_t pss_bytes = 0;  // smaps_rollup; shared pages counted once over their sharers
  std::int64_t private_dirty_bytes = 0;
  std::int64_t anonymous_bytes = 0;
  std::int64_t anon_huge_bytes = 0;  // transparent huge pages
  std::int64_t fds_file = 0;         // regular files and directories
  std::int64_t fds_deleted = 0;      // regular files already unlinked; not in fds_file
  std::int64_t fds_socket = 0;
  std::int64_t fds_pipe = 0;
  std::int64_t fds_other = 0;  // eventfd, epoll, inotify, devices, memfd...
};

// What happened to the target or to the run, other than a number.
enum class EventKind {
  process_appeared,
  process_ended,     // a child; normal in servers that fork
  target_ended,      // the root is gone, for a reason not known
  target_crashed,    // the root was ended by a signal, or exited while under load
  target_restarted,  // another process took the root's place
  sampling_gap,      // no sample for much longer than the interval: machine stalled or suspended
  probe_failed,      // a figure could not be read any more
  look,              // the trend was judged on the way: see `detail`
  run_interrupted,   // Ctrl-C or SIGTERM
  note,
};

struct Event {
  RunTime at{0};
  EventKind kind = EventKind::note;
  int process = -1;  // ProcessInfo::index, or -1 for the whole run
  std::string detail;
  RunTime lasted{0};  // of a sampling_gap: how long; otherwise zero
};

}  // namespace ttsoak
