// Leaks 64 MiB in blocks of 1 to 4 KiB from one stack, among other stacks that come and go, or
// stay but are small. Says how many usable bytes it leaked. Argument: seed of the sizes.

#include <malloc.h>

#include <cstdint>
#include <cstdlib>
#include <random>

#include "checkpoint.h"

namespace {

volatile char g_touched;

[[gnu::noinline]] void* the_leak(size_t size) {
  char* const block = static_cast<char*>(malloc(size));
  g_touched = block[0] = 1;
  return block;
}

// A stack for each number; what it allocates is freed soon.
template <int kNumber>
[[gnu::noinline]] void* noise(size_t size) {
  char* const block = static_cast<char*>(malloc(size + kNumber));
  g_touched = block[0] = kNumber;
  return block;
}

constexpr void* (*kNoises[])(size_t) = {noise<1>, noise<2>, noise<3>, noise<4>,
                                        noise<5>, noise<6>, noise<7>, noise<8>};

}  // namespace

int main(int argc, char** argv) {
  std::minstd_rand random(argc > 1 ? static_cast<unsigned>(atoi(argv[1])) : 1U);
  std::uniform_int_distribution<size_t> leaked_size(1024, 4096);
  std::uniform_int_distribution<size_t> noise_size(16, 8192);
  void* recent[256] = {};
  size_t leaked = 0, kept_noise = 0;
  for (unsigned i = 0; leaked < (64U << 20); ++i) {
    void* const block = the_leak(leaked_size(random));
    leaked += malloc_usable_size(block);
    for (int n = 0; n < 2; ++n) {
      void*& place = recent[random() % 256];
      if (kept_noise < (4U << 20) && i % 16 == 0) {
        kept_noise += malloc_usable_size(place);  // never freed
      } else {
        free(place);
      }
      place = kNoises[random() % 8](noise_size(random));
    }
  }
  checkpoint("%zu", leaked);
  return 0;
}
