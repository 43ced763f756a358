#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <string_view>

#include "probes/base/result.h"

namespace ttsoak {

// What a run was made on, for the record: "kernel", "libc", "cpu", "cores", "memory_bytes", "thp"
// (transparent huge pages), "cgroup" (v1, v2 or hybrid), "overcommit" (0, 1 or 2; man 5 proc).
// A fact that this machine does not tell is absent.
std::map<std::string, std::string> describe_machine();

// The choice of a file like /sys/kernel/mm/transparent_hugepage/enabled, which reads
// "always [madvise] never"; empty if none is marked.
std::string marked_choice(std::string_view text);

// What a process was started as: "command", "exe" and its environment at start, each variable as
// "env.NAME". Values that do not tell how it runs are masked (is_runtime_name() in secrets.h), the
// others cut at 200 characters.
//
// Another user's executable and environment may not be read; then "exe" or "env" says why.
// Errors: no such process.
Result<std::map<std::string, std::string>> describe_process(pid_t pid);

// The "env.NAME" entries of the text of /proc/<pid>/environ (NAME=value, each ended by NUL). What
// is not of that shape, left by programs that write over their environment, is dropped.
std::map<std::string, std::string> masked_environment(std::string_view environ);

}  // namespace ttsoak
