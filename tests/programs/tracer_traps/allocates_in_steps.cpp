// Allocates 10 MB in blocks of 1,000 bytes, says so, and waits; six times. Then frees every block
// but each 5,000th, and waits once more. With "busy", threads allocate and free all the while.
// Says at each step what the C library's books hold in use.

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "checkpoint.h"

namespace {

std::atomic<bool> g_stop = false;

void allocate_and_free() {
  for (unsigned i = 0; !g_stop; ++i) {
    void* volatile block = malloc(i % 10000);
    free(block);
  }
}

void say(const char* step, size_t number) {
  const struct mallinfo2 books = mallinfo2();
  checkpoint("%s %zu %zu %zu", step, number, books.uordblks, books.arena + books.hblkhd);
}

}  // namespace

int main(int argc, char** argv) {
  constexpr size_t kSteps = 6, kBlocks = 10000, kBytes = 1000;
  static void* blocks[kSteps * kBlocks];
  const bool busy = argc > 1 && strcmp(argv[1], "busy") == 0;
  std::vector<std::thread> others;
  for (int i = 0; busy && i < 3; ++i) others.emplace_back(allocate_and_free);
  for (size_t step = 0; step < kSteps; ++step) {
    for (size_t i = 0; i < kBlocks; ++i) {
      void*& block = blocks[step * kBlocks + i];
      block = malloc(kBytes);
      memset(block, 1, kBytes);
    }
    say("allocated", step + 1);
  }
  for (size_t i = 0; i < kSteps * kBlocks; ++i) {
    if (i % 5000 != 4999) free(blocks[i]);
  }
  say("freed", kSteps + 1);
  g_stop = true;
  for (std::thread& other : others) other.join();
  return 0;
}
