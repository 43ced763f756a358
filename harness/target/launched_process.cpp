#include "harness/target/launched_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <thread>

#include "probes/base/unique_fd.h"

namespace ttsoak {
namespace {

// Runs in the child between fork and exec: async-signal-safe calls only.
[[noreturn]] void become(char* const* argv, int log, int report, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(127);  // the parent died before the line above
  const int null = ::open("/dev/null", O_RDONLY);
  ::dup2(null, STDIN_FILENO);
  ::dup2(log, STDOUT_FILENO);
  ::dup2(log, STDERR_FILENO);
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
  ::signal(SIGPIPE, SIG_DFL);
  ::execvp(argv[0], argv);
  const int reason = errno;
  [[maybe_unused]] const ssize_t written = ::write(report, &reason, sizeof reason);
  ::_exit(127);
}

ProcessEnd describe_end(int status) {
  if (!WIFSIGNALED(status)) {
    const int code = WEXITSTATUS(status);
    return {false, code, "exited with status " + std::to_string(code)};
  }
  const int signal = WTERMSIG(status);
  const char* name = ::sigabbrev_np(signal);
  std::string text =
      "killed by SIG" + (name != nullptr ? std::string(name) : std::to_string(signal));
  if (signal == SIGKILL) text += " (the OOM killer, unless somebody else sent it)";
  return {true, signal, std::move(text)};
}

}  // namespace

Result<std::unique_ptr<LaunchedProcess>> LaunchedProcess::start(
    const std::vector<std::string>& argv, const std::filesystem::path& log) {
  if (argv.empty()) return Error{"target.launch: no command"};
  const UniqueFd log_fd(
      ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));  // NOLINT: variadic
  if (!log_fd.valid()) return errno_error(log.string());
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return errno_error("pipe");
  const UniqueFd read_end(ends[0]);
  UniqueFd write_end(ends[1]);

  std::vector<char*> arguments;
  arguments.reserve(argv.size() + 1);
  for (const std::string& argument : argv) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) return errno_error("fork");
  if (pid == 0) become(arguments.data(), log_fd.get(), write_end.get(), parent);

  ::setpgid(pid, pid);  // also here: whoever comes first
  write_end.reset();
  std::unique_ptr<LaunchedProcess> process(new LaunchedProcess(pid));
  int reason = 0;
  if (::read(read_end.get(), &reason, sizeof reason) == sizeof reason) {
    return Error{"cannot start \"" + argv[0] + "\": " + std::strerror(reason) +
                 "; is the path right, seen from the current directory?"};
  }
  return process;
}

LaunchedProcess::~LaunchedProcess() { stop(std::chrono::seconds(5)); }

std::optional<ProcessEnd> LaunchedProcess::poll() {
  int status = 0;
  if (!end_ && ::waitpid(pid_, &status, WNOHANG) == pid_) end_ = describe_end(status);
  return end_;
}

void LaunchedProcess::stop(std::chrono::milliseconds grace) {
  if (!poll()) {
    ::kill(pid_, SIGTERM);
    const auto deadline = std::chrono::steady_clock::now() + grace;
    while (!poll() && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  // Also reaches children that outlived the process; ESRCH where there are none.
  ::kill(-pid_, SIGKILL);
  while (!poll()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

}  // namespace ttsoak
