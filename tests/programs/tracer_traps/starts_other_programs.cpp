// Starts itself again in every way there is. Argument: which.

#include <sched.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>

#include "checkpoint.h"

namespace {

// Some to tell the program by: 1 MB, and more where it was started as another.
void* allocate_megabytes(int count) {
  void* last = nullptr;
  for (int i = 0; i < count * 1000; ++i) {
    last = malloc(1000);
    memset(last, 1, 1000);
  }
  return last;
}

int status_of(pid_t child) {
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return 90;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 91;
}

int start_by_vfork(char** arguments) {
  const pid_t child = vfork();
  if (child == 0) {
    execv(arguments[0], arguments);
    _exit(92);
  }
  return status_of(child);
}

int start_by_spawn(char** arguments) {
  pid_t child = -1;
  posix_spawn(&child, arguments[0], nullptr, nullptr, arguments, environ);
  return status_of(child);
}

// A fork that tells nobody: no handlers run. The child has the parent's black box mapped.
int fork_by_system_call() {
  const auto child = static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, 0));
  if (child == 0) {
    allocate_megabytes(100);
    _exit(7);
  }
  return status_of(child);
}

}  // namespace

int main(int, char** argv) {
  char again[] = "again";
  char* arguments[] = {argv[0], again, nullptr};
  char* nothing[] = {nullptr};
  const char* const way = argv[1];
  if (strcmp(way, "again") == 0) {
    allocate_megabytes(3);
    checkpoint("again");
    return 7;
  }
  allocate_megabytes(1);
  checkpoint("before");
  int status = 93;
  if (strcmp(way, "exec") == 0) execv(argv[0], arguments);
  if (strcmp(way, "exec_without") == 0) execve(argv[0], arguments, nothing);
  if (strcmp(way, "vfork") == 0) status = start_by_vfork(arguments);
  if (strcmp(way, "spawn") == 0) status = start_by_spawn(arguments);
  if (strcmp(way, "system") == 0) status = WEXITSTATUS(system("exit 7"));
  if (strcmp(way, "clone") == 0) status = fork_by_system_call();
  checkpoint("after");
  return status;
}
