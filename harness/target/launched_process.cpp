#include "harness/target/launched_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <thread>

#include "probes/base/unique_fd.h"

namespace ttsoak {
namespace {

// Runs in the child between fork and exec: async-signal-safe calls only.
// `log` < 0: stay with the streams and in the process group of the parent, as under a shell.
[[noreturn]] void become(char* const* argv, char* const* environment, int log, int report,
                         pid_t parent) {
  if (log >= 0) ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(127);  // the parent died before the line above
  if (log >= 0) {
    const int null = ::open("/dev/null", O_RDONLY);
    ::dup2(null, STDIN_FILENO);
    ::dup2(log, STDOUT_FILENO);
    ::dup2(log, STDERR_FILENO);
  }
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
  ::signal(SIGPIPE, SIG_DFL);
  ::execvpe(argv[0], argv, environment);
  const int reason = errno;
  [[maybe_unused]] const ssize_t written = ::write(report, &reason, sizeof reason);
  ::_exit(127);
}

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// Our environment, each variable replaced by the one of its name in `variables`.
std::vector<std::string> environment_with(const std::vector<std::string>& variables) {
  std::vector<std::string> environment = variables;
  for (char** entry = ::environ; *entry != nullptr; ++entry) {
    const std::string_view old(*entry);
    const std::string_view name = old.substr(0, old.find('=') + 1);
    const bool is_replaced = std::any_of(variables.begin(), variables.end(),
                                         [&](const auto& one) { return one.starts_with(name); });
    if (!is_replaced) environment.emplace_back(old);
  }
  return environment;
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
    const std::vector<std::string>& argv, const std::filesystem::path& log,
    const std::vector<std::string>& variables) {
  if (argv.empty()) return Error{"target.launch: no command"};
  UniqueFd log_fd;
  if (!log.empty()) {
    log_fd = UniqueFd(::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,  // NOLINT
                             0644));
    if (!log_fd.valid()) return errno_error(log.string());
  }
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return errno_error("pipe");
  const UniqueFd read_end(ends[0]);
  UniqueFd write_end(ends[1]);

  const std::vector<std::string> environment = environment_with(variables);
  const std::vector<char*> arguments = pointers_to(argv);
  const std::vector<char*> settings = pointers_to(environment);
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) return errno_error("fork");
  if (pid == 0) {
    become(arguments.data(), settings.data(), log_fd.get(), write_end.get(), parent);
  }
  const bool has_group = log_fd.valid();
  if (has_group) ::setpgid(pid, pid);  // also here: whoever comes first
  write_end.reset();
  std::unique_ptr<LaunchedProcess> process(new LaunchedProcess(pid, has_group));
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
  if (has_group_) ::kill(-pid_, SIGKILL);
  while (!poll()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

}  // namespace ttsoak
