#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "probes/base/result.h"
#include "probes/base/unique_fd.h"
#include "probes/process/proc_file.h"
#include "probes/values/samples.h"

namespace ttsoak {

// Who a process is; ProcessInfo without what it is to a run. As of the moment it was opened.
struct ProcessIdentity {
  pid_t pid = 0;
  pid_t parent_pid = 0;
  std::uint64_t start_ticks = 0;  // clock ticks since boot
  std::string command;            // argv joined by spaces, secrets masked; "[comm]" without argv
};

// Whether `child` can be a child of `parent`. A process that merely got the pid of a child that
// has ended has another parent; one whose parent merely got the old parent's pid is older than it.
bool is_child_of(const ProcessIdentity& child, const ProcessIdentity& parent);

// One process, opened once and read for as long as it lives.
//
// All reading goes through descriptors bound to the process (see ProcFile), so a newcomer with the
// same pid is never mistaken for it: reads fail from the moment the process ends.
//
// One thread at a time.
class ProcessWatch {
 public:
  // Errors: no such process, a zombie, a kernel thread, or `pid` names a thread of a process.
  static Result<ProcessWatch> open(pid_t pid);

  [[nodiscard]] const ProcessIdentity& identity() const { return identity_; }

  // The directory /proc/<pid>, bound to the process like everything else here.
  [[nodiscard]] int directory() const { return directory_.get(); }

  // Neither gone nor a zombie.
  bool alive();

  // RssSample::rss_bytes. Errors: the process has ended.
  Result<std::int64_t> read_rss_bytes();

  // Everything but StatusSample::process and ::at. Errors: the process has ended.
  Result<StatusSample> read_status();

  // Everything but ResourceSnapshot::process, ::cycle and ::at. Takes the target's mmap lock; see
  // smaps_rollup.h. Figures that may not be read stay 0; take_refusals() names them.
  // Errors: the process has ended.
  Result<ResourceSnapshot> read_resources();

  // The figures that read_resources() found unreadable since the last call, with reason and
  // remedy. Each is told once: permission seldom comes back.
  std::vector<Error> take_refusals() { return std::exchange(refusals_, {}); }

 private:
  ProcessWatch(UniqueFd directory, std::filesystem::path path, ProcFile stat, ProcFile statm,
               ProcFile status);

  Status read_identity(pid_t pid);
  Status read_smaps_rollup(ResourceSnapshot& snapshot) const;
  Status read_fds(ResourceSnapshot& snapshot) const;
  void refuse(bool& told, const Error& reason);

  UniqueFd directory_;
  std::filesystem::path path_;
  ProcFile stat_;
  ProcFile statm_;
  ProcFile status_;
  ProcessIdentity identity_;
  std::vector<Error> refusals_;
  bool told_smaps_ = false;
  bool told_fds_ = false;
};

}  // namespace ttsoak
