#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "probes/base/result.h"

namespace ttsoak {

// Who a process is and how it fares: /proc/<pid>/stat. Source: man 5 proc, section /proc/pid/stat.
struct ProcStat {
  pid_t pid = 0;
  std::string command_name;  // the first 15 bytes of the program's name; a program may change it
  char state = '?';          // R, S, D, T, t, I; Z = zombie, X = dead
  pid_t parent_pid = 0;      // 1 or a subreaper once the parent has ended
  std::uint64_t user_ticks = 0;  // all threads, also ended ones; sysconf(_SC_CLK_TCK) a second
  std::uint64_t system_ticks = 0;
  std::uint64_t start_ticks = 0;  // since boot; (pid, start_ticks) tells a recycled pid

  // Ended, whether or not its parent has noticed.
  [[nodiscard]] bool has_ended() const { return state == 'Z' || state == 'X'; }
};

// Parses the text of /proc/<pid>/stat. The name, in parentheses, may itself contain spaces and
// parentheses; it ends at the last ")".
//
// Errors: a field is missing (a truncated text) or not a number; the message names it.
Result<ProcStat> parse_proc_stat(std::string_view text);

}  // namespace ttsoak
