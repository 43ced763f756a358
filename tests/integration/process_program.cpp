#include "tests/integration/process_program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "probes/base/result.h"

namespace ttsoak {

Program::Program(const std::string& name, std::vector<std::string> arguments,
                 std::string shown_name) {
  const std::string path = TTSOAK_BINARY_DIR "/bin/" + name;
  if (shown_name.empty()) shown_name = path;
  std::vector<char*> argv = {shown_name.data()};
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);

  std::array<int, 2> input;
  std::array<int, 2> output;
  if (::pipe2(input.data(), O_CLOEXEC) != 0) abort_with("pipe2");
  if (::pipe2(output.data(), O_CLOEXEC) != 0) abort_with("pipe2");
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
  const int error = ::posix_spawn(&pid_, path.c_str(), &actions, nullptr, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(input[0]);
  ::close(output[1]);
  input_ = UniqueFd(input[1]);
  output_ = UniqueFd(output[0]);
  if (error != 0) abort_with(("cannot start " + path).c_str());
  first_line_ = read_line();
}

std::string Program::ask(char order) {
  if (::write(input_.get(), &order, 1) != 1) abort_with("test program does not listen");
  return read_line();
}

void Program::kill_only() {
  ::kill(pid_, SIGKILL);
  siginfo_t info;
  ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT);
}

void Program::kill() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

std::string Program::read_line() {
  std::string line;
  char byte = 0;
  while (::read(output_.get(), &byte, 1) == 1 && byte != '\n') line += byte;
  if (line.empty()) abort_with("test program ended before it spoke");
  return line;
}

}  // namespace ttsoak
