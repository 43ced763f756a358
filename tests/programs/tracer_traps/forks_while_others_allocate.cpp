// Forks many times while three threads allocate like mad. Each child allocates, too; the last ten
// say what, and leave without clean-up. Argument: how many times, at least ten.

#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "checkpoint.h"
#include "counts.h"

namespace {

std::atomic<bool> g_stop = false;

void allocate_like_mad() {
  void* blocks[64] = {};
  for (unsigned i = 0; !g_stop; ++i) {
    void*& block = blocks[i % 64];
    free(block);
    block = malloc(i * 7919 % 20000);
  }
  for (void* block : blocks) free(block);
}

void live_as_a_child(bool says_what) {
  Counts counts;
  const int blocks = says_what ? 10000 : 10;
  for (int i = 0; i < blocks; ++i) {
    void* const block = counts.got(malloc(1000));
    if (i % 2 == 0) free(counts.giving(block));
  }
  if (!says_what) exit(0);
  char line[100];
  const int length = snprintf(line, sizeof line, "%d %zu %zu\n", getpid(), counts.allocated_bytes,
                              counts.freed_bytes);
  if (write(STDOUT_FILENO, line, static_cast<size_t>(length)) != length) _exit(3);
  _exit(0);
}

}  // namespace

int main(int, char** argv) {
  const int forks = atoi(argv[1]);
  std::thread others[] = {std::thread(allocate_like_mad), std::thread(allocate_like_mad),
                          std::thread(allocate_like_mad)};
  for (int i = 0; i < forks; ++i) {
    const pid_t child = fork();
    if (child < 0) return 2;
    if (child == 0) {
      alarm(120);
      live_as_a_child(i >= forks - 10);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0) return 100 + i % 100;
  }
  g_stop = true;
  for (std::thread& other : others) other.join();
  return 0;
}
