// cgroup_eater: says "ready", then answers each letter with "ok": of "m" after it has taken and
// touched a MiB, of "a" before it takes 256 MiB. Ends when its input does.

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

namespace {

bool eat_mib() {
  constexpr std::size_t kMib = 1 << 20;
  void* const memory =
      ::mmap(nullptr, kMib, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  std::memset(memory, 1, kMib);
  return true;
}

void say(const char* line) {
  std::puts(line);
  std::fflush(stdout);
}

}  // namespace

int main() {
  say("ready");
  char letter = 0;
  while (::read(STDIN_FILENO, &letter, 1) == 1) {
    if (letter == 'm' && !eat_mib()) return 1;
    say("ok");
    if (letter != 'a') continue;
    for (int i = 0; i < 256; ++i) {
      if (!eat_mib()) return 1;
    }
  }
}
