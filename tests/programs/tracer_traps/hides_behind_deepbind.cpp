// A library loaded with RTLD_DEEPBIND has its own malloc and free, unseen by us. Its blocks are
// freed here, and ours there, so that addresses come back that were never seen to go.
// Argument: the library.

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>

#include "checkpoint.h"

int main(int, char** argv) {
  void* const library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (library == nullptr) return 2;
  auto* const get = reinterpret_cast<void* (*)(size_t)>(dlsym(library, "plugin_allocate"));
  auto* const give = reinterpret_cast<void (*)(void*)>(dlsym(library, "plugin_free"));
  for (int i = 0; i < 20000; ++i) {
    void* const theirs = get(2000);
    void* const ours = malloc(3000);
    memset(theirs, 1, 2000);
    memset(ours, 2, 3000);
    give(ours);
    free(theirs);
  }
  checkpoint("done");
  return 0;
}
