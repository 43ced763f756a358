// Allocates and frees in every way there is, and says after each what the counters should say.
// Arguments: what to leave out, because the allocator in use cannot do it: "pvalloc", "bad_alloc";
// "bytes" says blocks only (glibc's sizes of aligned blocks depend on what lies where).

#include <dlfcn.h>
#include <malloc.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <new>

#include "checkpoint.h"
#include "counts.h"

namespace {

Counts g_counts;

bool g_left_out_bytes = false, g_left_out_pvalloc = false, g_left_out_bad_alloc = false;

void say(const char* what) {
  if (g_left_out_bytes) g_counts.allocated_bytes = g_counts.freed_bytes = 0;
  checkpoint("%s %zu %zu %zu %zu", what, g_counts.allocated_bytes, g_counts.allocated_blocks,
             g_counts.freed_bytes, g_counts.freed_blocks);
}

constexpr size_t kSizes[] = {0, 1, 24, 25, 1000, 4096, 100000, 300000, 5000000};
constexpr int kCount = sizeof kSizes / sizeof *kSizes;

// The compiler must not see through it.
volatile size_t g_too_much = PTRDIFF_MAX;

// Makes blocks of all sizes with `make`, takes them apart with `destroy`.
template <typename Make, typename Destroy>
void try_all(const char* what, Make make, Destroy destroy) {
  void* blocks[kCount];
  for (int i = 0; i < kCount; ++i) blocks[i] = g_counts.got(make(kSizes[i]));
  say(what);
  for (int i = 0; i < kCount; ++i) destroy(g_counts.giving(blocks[i]), kSizes[i]);
  say(what);
}

template <typename Make>
void try_all(const char* what, Make make) {
  try_all(what, make, [](void* block, size_t) { free(block); });
}

// C23 and C89: not in every C library, so asked for at run time, as an old program's loader would.
// (The C library remembers errors of dlsym() on the heap, until dlerror() took them.)
template <typename Function>
Function* find(const char* name) {
  void* const found = dlsym(RTLD_DEFAULT, name);
  dlerror();
  return reinterpret_cast<Function*>(found);
}

void* aligned(size_t alignment, size_t size) {
  void* block = nullptr;
  return posix_memalign(&block, alignment, size) == 0 ? block : nullptr;
}

using FreeOld = void(void*);
using FreeSized = void(void*, size_t);

void try_the_c_family(FreeOld* cfree, FreeSized* free_sized) {
  try_all("malloc", [](size_t size) { return malloc(size); });
  try_all("calloc", [](size_t size) { return calloc(3, size); });
  try_all("memalign", [](size_t size) { return memalign(256, size); });
  try_all("aligned_alloc", [](size_t size) { return aligned_alloc(64, (size + 63) / 64 * 64); });
  try_all("posix_memalign", [](size_t size) { return aligned(4096, size); });
  try_all("valloc", [](size_t size) { return valloc(size); });
  if (!g_left_out_pvalloc) try_all("pvalloc", [](size_t size) { return pvalloc(size); });
  try_all("reallocarray", [](size_t size) { return reallocarray(nullptr, 2, size); });
  try_all(
      "cfree", [](size_t size) { return malloc(size); },
      [&](void* block, size_t) { cfree != nullptr ? cfree(block) : free(block); });
  try_all(
      "free_sized", [](size_t size) { return malloc(size); },
      [&](void* block, size_t size) {
        free_sized != nullptr ? free_sized(block, size) : free(block);
      });
}

void try_realloc() {
  void* block = nullptr;
  for (const size_t size : {1U, 100U, 50U, 200000U, 3000000U, 6000000U, 10U, 200000U, 1U}) {
    g_counts.giving(block);
    block = g_counts.got(realloc(block, size));
  }
  say("realloc");
  // What does not work changes nothing, and the block lives on.
  void* volatile kept = block;
  void* volatile impossible = realloc(kept, g_too_much);
  if (impossible == nullptr) impossible = reallocarray(kept, g_too_much, 3);
  if (impossible == nullptr) impossible = malloc(g_too_much);
  if (impossible == nullptr) impossible = calloc(g_too_much, 3);
  if (impossible == nullptr) impossible = aligned(24, 100);
  if (impossible != nullptr) _Exit(2);
  block = kept;
  say("failures");
  g_counts.giving(block);
  block = g_counts.got(realloc(block, 0));
  say("realloc_to_nothing");
  free(g_counts.giving(block));
  free(nullptr);
  say("free_nothing");
}

constexpr std::align_val_t kAlign{128};

void try_the_operators() {
  using std::nothrow;
  try_all(
      "new", [](size_t size) { return operator new(size); },
      [](void* block, size_t) { operator delete(block); });
  try_all(
      "new_sized", [](size_t size) { return operator new(size); },
      [](void* block, size_t size) { operator delete(block, size); });
  try_all(
      "new_array", [](size_t size) { return operator new[](size); },
      [](void* block, size_t) { operator delete[](block); });
  try_all(
      "new_array_sized", [](size_t size) { return operator new[](size); },
      [](void* block, size_t size) { operator delete[](block, size); });
  try_all(
      "new_nothrow", [](size_t size) { return operator new(size, nothrow); },
      [](void* block, size_t) { operator delete(block, nothrow); });
  try_all(
      "new_array_nothrow", [](size_t size) { return operator new[](size, nothrow); },
      [](void* block, size_t) { operator delete[](block, nothrow); });
  try_all(
      "new_aligned", [](size_t size) { return operator new(size, kAlign); },
      [](void* block, size_t) { operator delete(block, kAlign); });
  try_all(
      "new_aligned_sized", [](size_t size) { return operator new(size, kAlign); },
      [](void* block, size_t size) { operator delete(block, size, kAlign); });
  try_all(
      "new_array_aligned", [](size_t size) { return operator new[](size, kAlign); },
      [](void* block, size_t) { operator delete[](block, kAlign); });
  try_all(
      "new_array_aligned_sized", [](size_t size) { return operator new[](size, kAlign); },
      [](void* block, size_t size) { operator delete[](block, size, kAlign); });
  try_all(
      "new_aligned_nothrow", [](size_t size) { return operator new(size, kAlign, nothrow); },
      [](void* block, size_t) { operator delete(block, kAlign, nothrow); });
  try_all(
      "new_array_aligned_nothrow",
      [](size_t size) { return operator new[](size, kAlign, nothrow); },
      [](void* block, size_t) { operator delete[](block, kAlign, nothrow); });
  if (g_left_out_bad_alloc) return;
  try {
    operator delete(operator new(g_too_much));
    _Exit(3);
  } catch (const std::bad_alloc&) {
  }
  if (operator new(g_too_much, nothrow) != nullptr) _Exit(4);
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "bytes") == 0) g_left_out_bytes = true;
    if (strcmp(argv[i], "pvalloc") == 0) g_left_out_pvalloc = true;
    if (strcmp(argv[i], "bad_alloc") == 0) g_left_out_bad_alloc = true;
  }
  // The first time round these allocate for themselves.
  try_the_operators();
  auto* const cfree = find<FreeOld>("cfree");
  auto* const free_sized = find<FreeSized>("free_sized");
  g_counts = {};
  say("start");
  try_the_c_family(cfree, free_sized);
  try_realloc();
  say("again");
  try_the_operators();
  return 0;
}
