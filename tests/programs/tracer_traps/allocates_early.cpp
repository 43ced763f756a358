// A library to preload that, like other tools, hooks calloc and finds the real one with dlsym(),
// which allocates; its first constructor allocates before anybody else's, and its destructor frees
// what that made.

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace {

void* g_blocks[4];

void say(const char* text) {
  if (write(STDERR_FILENO, text, strlen(text)) < 0) _exit(98);
}

[[gnu::constructor(101)]] void begin() {
  void* aligned = nullptr;
  if (posix_memalign(&aligned, 64, 1000) != 0) _exit(97);
  g_blocks[0] = malloc(1000);
  g_blocks[1] = realloc(malloc(10), 5000);
  g_blocks[2] = calloc(10, 100);
  g_blocks[3] = aligned;
  for (void* block : g_blocks) memset(block, 1, 1000);
  dlsym(RTLD_DEFAULT, "no such function");  // the message it leaves is on the heap
  say("early begins\n");
}

[[gnu::destructor(101)]] void end() {
  for (void* block : g_blocks) free(block);
  say("early ends\n");
}

}  // namespace

extern "C" void* calloc(size_t count, size_t size) noexcept {
  using Calloc = void*(size_t, size_t);
  static Calloc* next = nullptr;
  static bool looking = false;
  if (next == nullptr && !looking) {
    looking = true;
    next = reinterpret_cast<Calloc*>(dlsym(RTLD_NEXT, "calloc"));
  }
  if (next != nullptr) return next(count, size);
  void* const block = malloc(count * size);
  if (block != nullptr) memset(block, 0, count * size);
  return block;
}
