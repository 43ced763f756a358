// Loads and unloads libraries in a loop, which land where others were, while threads allocate from
// deep inside. Arguments: rounds, the libraries.

#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <thread>

namespace {

std::atomic<bool> g_stop = false;

[[gnu::noinline]] void* allocate_deep_inside(int depth) {
  if (depth == 0) return malloc(2000);
  void* const block = allocate_deep_inside(depth - 1);
  asm volatile("");  // no tail call: a frame each
  return block;
}

void allocate() {
  for (int i = 0; !g_stop; ++i) free(allocate_deep_inside(i % 50));
}

}  // namespace

int main(int argc, char** argv) {
  std::thread others[] = {std::thread(allocate), std::thread(allocate), std::thread(allocate)};
  const int rounds = atoi(argv[1]);
  for (int i = 0; i < rounds; ++i) {
    void* const library = dlopen(argv[2 + i % (argc - 2)], RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return 2;
    auto* const get = reinterpret_cast<void* (*)(size_t)>(dlsym(library, "plugin_allocate"));
    auto* const give = reinterpret_cast<void (*)(void*)>(dlsym(library, "plugin_free"));
    for (int n = 0; n < 20; ++n) give(get(1000));
    if (dlclose(library) != 0) return 3;
  }
  g_stop = true;
  for (std::thread& other : others) other.join();
  return 0;
}
