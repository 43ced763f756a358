// Threads allocate and free all the while, and each checks what it wrote. With "forks", another one
// forks children that allocate and end. Ends when it may go on from its checkpoint; status 1: a
// block or a child was harmed.

#include <sys/wait.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include "tests/programs/tracer_traps/checkpoint.h"

namespace {

std::atomic<bool> g_stop = false;
std::atomic<bool> g_harmed = false;

void hammer(unsigned seed) {
  std::minstd_rand random(seed);
  std::vector<unsigned char*> blocks(400);
  std::vector<size_t> sizes(blocks.size());
  while (!g_stop) {
    const size_t i = random() % blocks.size();
    const auto mark = static_cast<unsigned char>(i);
    if (blocks[i] != nullptr && (blocks[i][0] != mark || blocks[i][sizes[i] - 1] != mark)) {
      g_harmed = true;
    }
    free(blocks[i]);
    sizes[i] = 1 + random() % (random() % 16 == 0 ? 100000 : 800);
    blocks[i] = static_cast<unsigned char*>(malloc(sizes[i]));
    blocks[i][0] = blocks[i][sizes[i] - 1] = mark;
  }
  for (unsigned char* const block : blocks) free(block);
}

void fork_on_and_on() {
  for (unsigned forks = 0; !g_stop;) {
    const pid_t child = fork();
    if (child == 0) {
      for (int i = 0; i < 100; ++i) free(malloc(static_cast<size_t>(i) * 100));
      _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) g_harmed = true;
    // The tracer's control thread is back a second after a fork.
    usleep(++forks % 4 != 0 ? 1000 : 1300000);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::thread> threads;
  for (unsigned i = 1; i <= 4; ++i) threads.emplace_back(hammer, i);
  if (argc > 1 && strcmp(argv[1], "forks") == 0) threads.emplace_back(fork_on_and_on);
  checkpoint("hammering");
  g_stop = true;
  for (std::thread& thread : threads) thread.join();
  return g_harmed ? 1 : 0;
}
