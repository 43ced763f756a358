// More call stacks, and more live blocks, than the black box has room for: 2^15 ways to get to a
// block, 300,000 blocks. Arguments: threads that do so at once; "deep" for more ways, and
// fewer of them for each frame.

#include <malloc.h>

#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "checkpoint.h"

namespace {

// Each bit of `way` is another function on the stack.
void* left(unsigned way, int bits, size_t size);
void* right(unsigned way, int bits, size_t size);

// Four places that allocate, so that there are more stacks than half of the frames.
[[gnu::noinline]] void* allocate(unsigned way, size_t size) {
  void* block = nullptr;
  switch (way % 4) {
    case 0:
      block = malloc(size);
      asm volatile("# 0");
      return block;
    case 1:
      block = malloc(size);
      asm volatile("# 1");
      return block;
    case 2:
      block = malloc(size);
      asm volatile("# 2");
      return block;
    default:
      block = malloc(size);
      asm volatile("# 3");
      return block;
  }
}

[[gnu::always_inline]] inline void* next(unsigned way, int bits, size_t size) {
  if (bits == 0) return allocate(way, size);
  return (way & 1) != 0 ? left(way >> 1, bits - 1, size) : right(way >> 1, bits - 1, size);
}

[[gnu::noinline]] void* left(unsigned way, int bits, size_t size) {
  void* const block = next(way, bits, size);
  asm volatile("nop");
  return block;
}

[[gnu::noinline]] void* right(unsigned way, int bits, size_t size) {
  void* const block = next(way, bits, size);
  asm volatile("nop; nop");
  return block;
}

void fill(unsigned blocks, int bits) {
  // Odd, so that all ways come by.
  for (unsigned i = 0; i < blocks; ++i) memset(next(i * 40503U, bits, 100), 1, 100);
}

}  // namespace

int main(int argc, char** argv) {
  const int bits = argc > 2 ? 20 : 13;
  const auto count = static_cast<unsigned>(atoi(argv[1]));
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < count; ++i) threads.emplace_back(fill, 300000 / count, bits);
  for (std::thread& thread : threads) thread.join();
  checkpoint("filled");
  for (unsigned i = 0; i < 100000; ++i) free(next(i, bits, 100));
  checkpoint("done");
  return 0;
}
