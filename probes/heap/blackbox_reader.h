#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "probes/base/result.h"
#include "probes/blackbox/layout.h"
#include "probes/heap/box_file.h"
#include "probes/heap/box_tables.h"
#include "probes/values/heap_snapshot.h"

namespace ttsoak {

// Who wrote a black box, and how it does. Of the moment it was read.
struct BlackboxInfo {
  std::filesystem::path path;
  int pid = 0;                   // as the process sees itself: inside its pid namespace
  int parent_pid = 0;            // likewise
  std::uint64_t started_ns = 0;  // CLOCK_BOOTTIME: since the machine was booted
  blackbox::State state = blackbox::State::starting;
  std::uint32_t blind = 0;           // bits of blackbox::Blind
  std::uint32_t python_version = 0;  // e.g. 0x030b; 0 = no Python seen
  bool forked = false;               // its heap from before the fork is not in its figures
  std::int64_t base_mean_bytes = 0;  // mean distance of samples as configured; 0 = counters only
  std::string program;
  std::string note;
};

// The reader's end of a black box: what the heap of a process holds, without the process's help,
// while it runs, after it was killed, or after ttsoak was.
//
// One thread at a time.
class BlackboxReader {
 public:
  // Errors: see BoxFile::open(). "not finished yet" and "too short" pass by themselves.
  static Result<BlackboxReader> open(const std::filesystem::path& path);

  // Errors, here and below: the file was cut short, or an I/O error.
  [[nodiscard]] Result<BlackboxInfo> info() const;

  // The heap now. HeapSnapshot::cycle is the one set by set_cycle(); ::process and ::at are the
  // caller's. The target goes on meanwhile, so read it while the target is at rest.
  // `host_pid`: the writer as seen from here, to tell how much of its mappings is memory; 0 = not
  // known, or ended: then they count in full.
  [[nodiscard]] Result<HeapSnapshot> snapshot(int host_pid = 0) const;

  // The tables that call stacks are made of; see StackResolver.
  [[nodiscard]] Result<BoxTables> tables() const { return read_box_tables(file_); }

  // The cycle that blocks are born in from now on; 0 = before the first.
  // Errors: the file may only be read.
  Status set_cycle(std::uint32_t cycle);

  [[nodiscard]] const BoxFile& file() const { return file_; }

 private:
  explicit BlackboxReader(BoxFile file) : file_(std::move(file)) {}

  BoxFile file_;
};

}  // namespace ttsoak
