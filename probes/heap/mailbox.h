#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "probes/base/result.h"
#include "probes/blackbox/layout.h"
#include "probes/heap/box_file.h"

namespace ttsoak {

// Asks the control thread of the process behind `file` for `command` and waits for its reply.
//
// `host_pid` is the process as seen from here, or 0 where it is not known; it serves to say why
// there is no answer. One question at a time: a second ttsoak is refused, not mixed up.
//
// Errors: the process has ended, is stopped, or does not answer within `timeout`; the tracer gave
// up; the command failed there; the file may only be read.
Result<std::vector<char>> ask_tracer(const BoxFile& file, int host_pid, blackbox::Command command,
                                     std::uint64_t argument, std::chrono::milliseconds timeout);

// As ask_tracer(), for commands whose reply is a file beside the box: returns what is in it, and
// removes it.
//
// Errors: as ask_tracer(); no room for the file on its disk; it is longer than `max_bytes`, or not
// as long as the tracer says.
Result<std::vector<char>> ask_tracer_for_file(const BoxFile& file, int host_pid,
                                              blackbox::Command command, std::uint64_t argument,
                                              std::chrono::milliseconds timeout,
                                              std::uint64_t max_bytes);

}  // namespace ttsoak
