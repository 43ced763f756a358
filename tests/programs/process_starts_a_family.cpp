// process_starts_a_family: says "ready", then obeys one letter at a time on its input:
//   c  forks a child that forks a grandchild; answers "CHILD GRANDCHILD"
//   t  the same from a thread other than the main one
//   o  ends the child last forked (and reaps it), so that its grandchild is an orphan; answers "ok"
//   z  forks a child that ends at once and is not reaped; answers "CHILD 0"
// All of them end with its input.

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <thread>

namespace {

// Nobody writes to it. Its only writing end is the first process's, so that reading ends with that
// process, for children and orphans alike.
std::array<int, 2> g_life_line;

[[noreturn]] void wait_for_end_of_family() {
  char byte = 0;
  while (::read(g_life_line[0], &byte, 1) > 0) {
  }
  ::_exit(0);
}

pid_t fork_two_generations() {
  std::array<int, 2> answer;
  if (::pipe(answer.data()) != 0) return -1;
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(g_life_line[1]);
    const pid_t grandchild = ::fork();
    if (grandchild == 0) wait_for_end_of_family();
    if (::write(answer[1], &grandchild, sizeof grandchild) < 0) ::_exit(1);
    wait_for_end_of_family();
  }
  pid_t grandchild = -1;
  if (::read(answer[0], &grandchild, sizeof grandchild) < 0) return -1;
  ::close(answer[0]);
  ::close(answer[1]);
  std::printf("%d %d\n", child, grandchild);
  return child;
}

// Ends without being reaped; the wait below makes sure that it is a zombie when we answer.
void leave_a_zombie() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  siginfo_t info;
  ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
  std::printf("%d 0\n", child);
}

}  // namespace

int main() {
  if (::pipe(g_life_line.data()) != 0) return 1;
  std::puts("ready");
  std::fflush(stdout);

  pid_t child = -1;
  std::jthread forking_thread;
  char order = 0;
  while (::read(STDIN_FILENO, &order, 1) > 0) {
    switch (order) {
      case 'c':
        child = fork_two_generations();
        break;
      case 't':
        // The thread stays, as a thread of a pool does: what it forked stays in its own list.
        forking_thread = std::jthread([&child](const std::stop_token& stop) {
          child = fork_two_generations();
          std::fflush(stdout);
          while (!stop.stop_requested()) ::usleep(10'000);
        });
        break;
      case 'o':
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        std::puts("ok");
        break;
      case 'z':
        leave_a_zombie();
        break;
      default:
        return 2;
    }
    if (order != 't') std::fflush(stdout);
  }
}
