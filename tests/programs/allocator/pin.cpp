// Small blocks stay between large ones that are freed: 4,000 of 100 bytes keep some 15 MiB of pages
// and a hundred MiB of holes apart. Arguments: how many, and the size of the largest hole.

#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "tests/programs/tracer_traps/checkpoint.h"

namespace {

[[gnu::noinline]] void* pins(size_t size) {
  void* const block = malloc(size);
  memset(block, 1, size);
  return block;
}
[[gnu::noinline]] void* fills_x(size_t size) {
  void* const block = malloc(size);
  memset(block, 2, size);
  return block;
}
[[gnu::noinline]] void* fills_y(size_t size) {
  void* const block = malloc(size);
  memset(block, 3, size);
  return block;
}

}  // namespace

int main(int argc, char** argv) {
  const size_t count = argc > 1 ? strtoul(argv[1], nullptr, 10) : 4000;
  std::minstd_rand random(7);
  const size_t largest = argc > 2 ? strtoul(argv[2], nullptr, 10) : 60000;
  std::uniform_int_distribution<size_t> size(largest / 15, largest);
  std::vector<void*> transients;
  transients.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    transients.push_back(i % 4 == 0 ? fills_x(size(random)) : fills_y(size(random)));
    pins(100);
  }
  for (void* const block : transients) free(block);
  checkpoint("freed");
  return 0;
}
