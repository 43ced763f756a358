#pragma once

#include <functional>
#include <string>
#include <vector>

#include "probes/base/result.h"
#include "probes/blackbox/layout.h"
#include "probes/heap/box_file.h"

namespace ttsoak {

// Asks the interpreter of one process. `code` is for Command::python_run and empty for the others.
using PythonAsker =
    std::function<Result<std::vector<char>>(blackbox::Command command, const std::string& code)>;

// By way of the black box `file`, which must outlive the asker. `host_pid`: see ask_tracer().
//
// Errors: as ask_tracer_for_file(). In words of its own: the interpreter cannot be entered, since
// it is not known, its end is not guarded yet or has begun, or it has sub-interpreters.
PythonAsker ask_python_of(const BoxFile& file, int host_pid);

}  // namespace ttsoak
