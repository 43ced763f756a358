// A bit of everything that a process's memory can be: arenas of several threads with pinned and
// dense parts, blocks with mappings of their own, aligned ones too, own and shared mappings,
// stacks. Says when all of it is there; its threads then wait.

#include <sys/mman.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include "tests/programs/tracer_traps/checkpoint.h"

namespace {

[[gnu::noinline]] void* pins_most(size_t size) { return memset(malloc(size), 1, size); }
[[gnu::noinline]] void* pins_some(size_t size) { return memset(malloc(size), 1, size); }
[[gnu::noinline]] void* lies_densely(size_t size) { return memset(malloc(size), 1, size); }
[[gnu::noinline]] void* comes_and_goes(size_t size) { return memset(malloc(size), 1, size); }

std::atomic<int> g_ready = 0;
std::atomic<bool> g_stop = false;

void fragment(unsigned seed) {
  volatile char deep[200000];
  for (size_t i = 0; i < sizeof deep; i += 4096) deep[i] = 1;
  std::minstd_rand random(seed);
  std::vector<void*> transients;
  for (int i = 0; i < 20000; ++i) lies_densely(100);
  for (int i = 0; i < 1200; ++i) {
    transients.push_back(comes_and_goes(2000 + random() % 30000));
    pins_most(100);
    if (i % 6 == 0) pins_some(1000 + random() % 1000);
  }
  for (void* const block : transients) free(block);
  ++g_ready;
  while (!g_stop) usleep(1000);
}

void map_memory() {
  constexpr size_t kOwn = 8 << 20, kShared = 4 << 20;
  memset(mmap(nullptr, kOwn, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 1, kOwn);
  memset(mmap(nullptr, kShared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), 1,
         kShared);
  for (int i = 0; i < 6; ++i) memset(malloc(700 << 10), 1, 700 << 10);
  for (size_t alignment = 32; alignment <= 8192; alignment *= 2) {
    memset(aligned_alloc(alignment, 400 << 10), 1, 400 << 10);
  }
}

}  // namespace

int main() {
  map_memory();
  std::vector<std::thread> threads;
  for (unsigned i = 1; i <= 3; ++i) threads.emplace_back(fragment, i);
  while (g_ready < 3) usleep(1000);
  checkpoint("ready");
  g_stop = true;
  for (std::thread& thread : threads) thread.join();
  return 0;
}
