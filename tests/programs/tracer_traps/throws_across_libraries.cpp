// Throws from one library through another, out of operator new, and from a thread; asks who serves
// the unwinder and backtrace(). Arguments: two libraries.

#include <dlfcn.h>
#include <execinfo.h>
#include <unwind.h>

#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <thread>

#include "checkpoint.h"

namespace {

using Throw = void (*)(void (*)());
using Catch = int (*)(void (*)());

Throw g_throw_second;

template <typename Function>
Function find(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

void throw_second() { g_throw_second(nullptr); }

const char* home_of(void* function) {
  Dl_info info = {};
  if (dladdr(function, &info) == 0) return "nobody";
  const char* const slash = strrchr(info.dli_fname, '/');
  return slash != nullptr ? slash + 1 : info.dli_fname;
}

int throw_many_ways(void* first, void* second) {
  g_throw_second = find<Throw>(second, "plugin_throw");
  const auto catch_in_first = find<Catch>(first, "plugin_catch");
  for (int i = 0; i < 1000; ++i) {
    if (catch_in_first(throw_second) != 0) return 10;
    if (catch_in_first(nullptr) != 0) return 11;
    try {
      find<Throw>(first, "plugin_throw")(throw_second);
      return 12;
    } catch (const std::exception& error) {
      if (strcmp(error.what(), "from a plugin") != 0) return 13;
    }
  }
  return 0;
}

}  // namespace

int main(int, char** argv) {
  void* const first = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  void* const second = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
  if (first == nullptr || second == nullptr) return 2;
  int status = throw_many_ways(first, second);
  int of_thread = 0;
  std::thread([&] { of_thread = throw_many_ways(first, second); }).join();
  if (status == 0) status = of_thread;
  void* const global_raise = dlsym(RTLD_DEFAULT, "_Unwind_RaiseException");
  void* const global_backtrace = dlsym(RTLD_DEFAULT, "_Unwind_Backtrace");
  checkpoint("%s %s %s", home_of(global_raise), home_of(global_backtrace),
             home_of(dlsym(RTLD_DEFAULT, "backtrace")));
  void* frames[64];
  checkpoint("%s", backtrace(frames, 64) >= 2 ? "backtrace" : "no backtrace");
  return status;
}
