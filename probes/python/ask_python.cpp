#include "probes/python/ask_python.h"

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <system_error>

#include "probes/heap/mailbox.h"

namespace ttsoak {
namespace {

using blackbox::Command;

constexpr std::chrono::milliseconds kPatience{15000};
constexpr std::uint64_t kMostBytes = 512ULL << 20;

struct Reason {
  int code;
  const char* words;
};
constexpr Reason kReasons[] = {
    {ENOSYS, "Python's objects are read in CPython 3.9 to 3.13 with a GIL only"},
    {EAGAIN,
     "Python's objects are not read before the interpreter's end is guarded: the program has to "
     "import atexit (logging does) and allocate a little more"},
    {ESHUTDOWN, "the interpreter is ending"},
    {ENOTSUP, "Python's objects are not read in a process with sub-interpreters"},
    {EBUSY, "Python's collector was at work; the next trough will do"},
    {EINVAL, "the code that names Python's objects failed in the process"},
};

Error in_words(const Error& error) {
  for (const Reason& reason : kReasons) {
    const std::string system = std::generic_category().message(reason.code);
    if (error.message.find(": the process could not do it: " + system) != std::string::npos) {
      return Error{reason.words};
    }
  }
  return error;
}

Result<std::vector<char>> ask(const BoxFile& file, int host_pid, Command command,
                              const std::string& code) {
  if (code.size() >= file.layout().reply.capacity) abort_with("Python code beyond the mailbox");
  if (Status error = file.write(code.data(), code.size(), file.layout().reply.offset)) {
    return *error;
  }
  if (command == Command::python_collect) {
    return ask_tracer(file, host_pid, command, 0, kPatience);
  }
  return ask_tracer_for_file(file, host_pid, command, code.size(), kPatience, kMostBytes);
}

}  // namespace

PythonAsker ask_python_of(const BoxFile& file, int host_pid) {
  return [&file, host_pid](Command command, const std::string& code) -> Result<std::vector<char>> {
    Result<std::vector<char>> reply = ask(file, host_pid, command, code);
    if (!reply.ok()) return in_words(reply.error());
    return reply;
  };
}

}  // namespace ttsoak
