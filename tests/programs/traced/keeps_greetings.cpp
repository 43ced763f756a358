// Leaks 8 MiB from a function of its own, beside others that free what they allocate, and ends as
// asked: keeps_greetings exit STATUS | signal NUMBER | wait

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>

namespace {

void* volatile g_last;  // so that no allocation is optimised away

}  // namespace

[[gnu::noinline]] void keep_greeting(size_t size) {
  g_last = std::memset(std::malloc(size), 1, size);
}

[[gnu::noinline]] void speak_and_forget(size_t size) {
  g_last = std::memset(std::malloc(size), 1, size);
  std::free(g_last);
}

int main(int argc, char** argv) {
  if (argc < 2) return 64;
  for (size_t kept = 0; kept < (8U << 20); kept += 4096) {
    keep_greeting(4096);
    for (int i = 0; i < 4; ++i) speak_and_forget(8192);
  }
  if (std::strcmp(argv[1], "exit") == 0) return argc > 2 ? std::atoi(argv[2]) : 0;
  if (std::strcmp(argv[1], "signal") == 0) ::raise(argc > 2 ? std::atoi(argv[2]) : SIGKILL);
  // Bounded, should nobody end it.
  if (std::strcmp(argv[1], "wait") == 0) ::sleep(60);
  return 65;
}
