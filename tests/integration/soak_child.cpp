#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

#include "probes/base/result.h"
#include "tests/integration/soak_run.h"

namespace ttsoak {
namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

[[noreturn]] void become(const std::vector<char*>& argv, const std::string& directory) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int out = ::open((directory + "/out").c_str(), O_WRONLY | O_CREAT, 0600);  // NOLINT
  const int err = ::open((directory + "/err").c_str(), O_WRONLY | O_CREAT, 0600);  // NOLINT
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  if (::chdir(TTSOAK_SOURCE_DIR) != 0) ::_exit(126);
  ::execvp(argv[0], argv.data());
  ::_exit(127);
}

}  // namespace

TempDirectory::TempDirectory() {
  std::string name = std::filesystem::temp_directory_path() / "ttsoak_test_XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) abort_with("mkdtemp");
  path_ = name;
}

TempDirectory::~TempDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TempDirectory::write(const std::string& name, const std::string& text) const {
  std::ofstream(path_ / name) << text;
  return path_ / name;
}

Child::Child(std::vector<std::string> argv, std::vector<std::string> extra_environment) {
  if (!extra_environment.empty()) {
    extra_environment.insert(extra_environment.begin(), "env");
    argv.insert(argv.begin(), extra_environment.begin(), extra_environment.end());
  }
  std::vector<char*> arguments;
  arguments.reserve(argv.size() + 1);
  for (std::string& argument : argv) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  pid_ = ::fork();
  if (pid_ < 0) abort_with("fork");
  if (pid_ == 0) become(arguments, directory_.path());
}

Child::~Child() { end_by(SIGKILL); }

bool Child::reap(int options) {
  if (!ended_) ended_ = ::waitpid(pid_, &status_, options) == pid_;
  return ended_;
}

int Child::wait(std::chrono::seconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (!reap(WNOHANG)) {
    if (std::chrono::steady_clock::now() > deadline) {
      end_by(SIGKILL);
      return -1;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return WIFSIGNALED(status_) ? 1000 + WTERMSIG(status_) : WEXITSTATUS(status_);
}

int Child::end_by(int signal) {
  if (!ended_) ::kill(pid_, signal);
  reap(0);
  return wait(std::chrono::seconds(0));
}

std::string Child::output() const { return read_file(directory_.path() / "out"); }

std::string Child::errors() const { return read_file(directory_.path() / "err"); }

}  // namespace ttsoak
