#include "probes/tracer/next_operator.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "probes/tracer/next.h"
#include "probes/tracer/sampler.h"
#include "probes/tracer/thread.h"

namespace ttsoak::tracer {
namespace {

struct Search {
  unsigned long long loads;  // libraries loaded so far
  char path[512];            // of the C++ runtime
};

int search_libraries(dl_phdr_info* info, size_t, void* data) {
  Search& search = *static_cast<Search*>(data);
  search.loads = info->dlpi_adds;
  const char* const path = info->dlpi_name != nullptr ? info->dlpi_name : "";
  if (strstr(path, "libstdc++.so") == nullptr && strstr(path, "libc++.so") == nullptr) return 0;
  const size_t size = strlen(path) + 1;
  if (size <= sizeof search.path) memcpy(search.path, path, size);
  return 1;
}

}  // namespace

void* NextOperator::look_up() {
  const Quiet quiet(Mode::inside);
  void* function = dlsym(RTLD_NEXT, name_);
  if (function == nullptr) {
    Search search{};
    dl_iterate_phdr(search_libraries, &search);
    if (search.loads == __atomic_load_n(&loads_seen_, __ATOMIC_RELAXED)) return nullptr;
    __atomic_store_n(&loads_seen_, search.loads, __ATOMIC_RELAXED);
    // Not from inside the callback: it runs under a lock that dlopen() takes second.
    void* const library =
        search.path[0] != '\0' ? dlopen(search.path, RTLD_NOLOAD | RTLD_LAZY) : nullptr;
    if (library != nullptr) function = dlsym(library, name_);
    if (library != nullptr) dlclose(library);
  }
  if (function != nullptr) __atomic_store_n(&function_, function, __ATOMIC_RELAXED);
  return function;
}

}  // namespace ttsoak::tracer
