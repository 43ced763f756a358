#include "tests/integration/tracer/target.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <sstream>

#include "probes/base/result.h"

namespace ttsoak {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience = std::chrono::minutes(4);

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> list;
  list.reserve(words.size() + 1);
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

int left_ms(steady_clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - steady_clock::now());
  return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

std::string read_all(int fd) {
  std::string text;
  std::array<char, 4096> part;
  ::lseek(fd, 0, SEEK_SET);
  for (ssize_t got = 0; (got = ::read(fd, part.data(), part.size())) > 0;) {
    text.append(part.data(), static_cast<std::size_t>(got));
  }
  return text;
}

}  // namespace

Target::Target(const std::vector<std::string>& argv, const std::vector<std::string>& environment)
    : errors_(::memfd_create("errors", MFD_CLOEXEC)) {
  std::vector<std::string> words = argv;
  if (words[0].find('/') == std::string::npos) words[0] = find_program(words[0]);
  std::vector<std::string> variables = environment;
  for (char** variable = environ; *variable != nullptr; ++variable)
    variables.emplace_back(*variable);
  const std::vector<char*> arguments = pointers(words);
  const std::vector<char*> settings = pointers(variables);  // the first of a name wins

  std::array<int, 2> input;
  std::array<int, 2> output;
  if (::pipe2(input.data(), O_CLOEXEC) != 0) abort_with("pipe2");
  if (::pipe2(output.data(), O_CLOEXEC) != 0) abort_with("pipe2");
  pid_ = ::fork();
  if (pid_ < 0) abort_with("fork");
  if (pid_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::dup2(input[0], STDIN_FILENO);
    ::dup2(output[1], STDOUT_FILENO);
    ::dup2(errors_.get(), STDERR_FILENO);
    ::execve(words[0].c_str(), arguments.data(), settings.data());
    ::_exit(127);
  }
  ::close(input[0]);
  ::close(output[1]);
  input_ = UniqueFd(input[1]);
  output_ = UniqueFd(output[0]);
}

Target::~Target() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

bool Target::read_some(steady_clock::time_point until) {
  pollfd ready{output_.get(), POLLIN, 0};
  if (::poll(&ready, 1, left_ms(until)) != 1) return false;
  std::array<char, 4096> part;
  const ssize_t got = ::read(output_.get(), part.data(), part.size());
  if (got <= 0) return false;
  unread_.append(part.data(), static_cast<std::size_t>(got));
  return true;
}

std::string Target::read_line() {
  const auto until = steady_clock::now() + kPatience;
  std::size_t end = 0;
  while ((end = unread_.find('\n')) == std::string::npos) {
    if (!read_some(until)) return "";
  }
  std::string line = unread_.substr(0, end);
  unread_.erase(0, end + 1);
  return line;
}

void Target::go_on() {
  const char byte = '\n';
  if (::write(input_.get(), &byte, 1) != 1) abort_with("a target does not listen");
}

void Target::signal(int number) const { ::kill(pid_, number); }

Ending Target::wait(std::chrono::seconds limit) {
  input_ = UniqueFd();
  const auto until = steady_clock::now() + limit;
  while (read_some(until)) {
  }
  int raw = 0;
  pid_t ended = 0;
  while ((ended = ::waitpid(pid_, &raw, WNOHANG)) == 0 && left_ms(until) > 0) ::usleep(1000);
  Ending ending;
  if (ended == 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    ending.status = -1;
  } else {
    ending.status = WIFSIGNALED(raw) ? 1000 + WTERMSIG(raw) : WEXITSTATUS(raw);
  }
  pid_ = -1;
  ending.output = std::move(unread_);
  ending.errors = read_all(errors_.get());
  return ending;
}

Ending run_target(const std::vector<std::string>& argv, const std::vector<std::string>& environment,
                  std::chrono::seconds limit) {
  return Target(argv, environment).wait(limit);
}

std::string trap(const std::string& name) { return TTSOAK_BINARY_DIR "/bin/trap_" + name; }

std::string find_program(const std::string& program,
                         const std::vector<std::filesystem::path>& more_places) {
  std::vector<std::filesystem::path> places = more_places;
  const char* const path = std::getenv("PATH");
  std::istringstream list(path != nullptr ? path : "");
  for (std::string place; std::getline(list, place, ':');) places.emplace_back(place);
  for (const std::filesystem::path& place : places) {
    if (::access((place / program).c_str(), X_OK) == 0) return place / program;
  }
  return "";
}

}  // namespace ttsoak
