#include "probes/tracer/next.h"

#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// dlopen() within libc, up to glibc 2.33.
extern "C" void* __libc_dlopen_mode(const char* name, int mode)  // NOLINT(*-reserved-*)
    __attribute__((weak));

namespace ttsoak::tracer {

Next g_next;
bool g_is_glibc = false;
bool g_reads_block_headers = false;
uintptr_t g_allocator_begin = 0, g_allocator_end = 0;

alignas(64) char g_boot_pool[kBootPoolBytes];

namespace {

size_t g_boot_used = 0;

template <typename Function>
void find(Function*& function, const char* name) {
  function = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

// Up to glibc 2.33 dlsym() and pthread_key_create() are in libraries that a program without threads
// has not loaded. They cannot be among those we need: since then, they are empty, and somebody who
// made a root directory by hand may have left them out. Functions that we call are looked for when
// they are called first (-z lazy), and found then.
void load_what_was_not_in_libc() {
  constexpr int kMode = RTLD_NOW | RTLD_GLOBAL | static_cast<int>(0x80000000);  // __RTLD_DLOPEN
  if (__libc_dlopen_mode == nullptr) return;
  if (dlinfo == nullptr) __libc_dlopen_mode("libdl.so.2", kMode);
  if (pthread_barrier_init == nullptr) __libc_dlopen_mode("libpthread.so.0", kMode);
}

int find_allocator(dl_phdr_info* info, size_t, void*) {
  const auto code = reinterpret_cast<uintptr_t>(g_next.malloc);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    const uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || code < begin || code >= begin + segment.p_memsz) continue;
    g_allocator_begin = begin;
    g_allocator_end = begin + segment.p_memsz;
    return 1;
  }
  return 0;
}

bool is_glibc() {
  if (!is_on_glibc()) return false;
  const auto libc = reinterpret_cast<uintptr_t>(&gnu_get_libc_version);
  const auto resolved = reinterpret_cast<uintptr_t>(dlsym(RTLD_NEXT, "gnu_get_libc_version"));
  return (resolved >= g_allocator_begin && resolved < g_allocator_end) ||
         (libc >= g_allocator_begin && libc < g_allocator_end);
}

// Valgrind takes glibc's functions over where they are; its blocks have no such headers.
bool is_under_valgrind() {
  const char* const preloaded = getenv("LD_PRELOAD");
  return preloaded != nullptr && strstr(preloaded, "/vgpreload_") != nullptr;
}

// Compares what the block headers say with what the allocator says. Blocks with a mapping of their
// own are left out: freeing one would move glibc's mmap threshold, in the target, for good.
bool block_headers_are_right() {
  constexpr int kNewestKnown = 41;
  const char* const version = gnu_get_libc_version();
  if (strncmp(version, "2.", 2) != 0 || atoi(version + 2) > kNewestKnown) return false;
  constexpr size_t kSizes[] = {1, 24, 25, 1000, 5000, 70000};
  g_reads_block_headers = true;
  bool right = true;
  for (const size_t size : kSizes) {
    void* const block = g_next.malloc(size);
    if (block == nullptr) continue;
    right = right && usable_bytes(block) == g_next.malloc_usable_size(block);
    g_next.free(block);
  }
  return right;
}

}  // namespace

bool is_on_glibc() { return gnu_get_libc_version != nullptr; }

void resolve_next() {
  if (g_next.malloc != nullptr) return;
  static bool resolving = false;
  if (resolving) return;  // dlsym() allocates: see allocate_at_boot()
  resolving = true;
  load_what_was_not_in_libc();
  find(g_next.free, "free");
  find(g_next.calloc, "calloc");
  find(g_next.realloc, "realloc");
  find(g_next.memalign, "memalign");
  find(g_next.aligned_alloc, "aligned_alloc");
  find(g_next.posix_memalign, "posix_memalign");
  find(g_next.valloc, "valloc");
  find(g_next.pvalloc, "pvalloc");
  find(g_next.malloc_usable_size, "malloc_usable_size");
  find(g_next.mmap, "mmap");
  find(g_next.munmap, "munmap");
  find(g_next.mremap, "mremap");
  find(g_next.dlclose, "dlclose");
  find(g_next.malloc, "malloc");  // last: the sign that all are there
  resolving = false;
  if (g_next.malloc == nullptr || g_next.free == nullptr) {
    constexpr char kMessage[] = "ttsoak: no allocator behind the tracer; is LD_PRELOAD in order?\n";
    if (write(STDERR_FILENO, kMessage, sizeof kMessage - 1) < 0) _exit(127);
    _exit(127);
  }
  dl_iterate_phdr(find_allocator, nullptr);
  g_is_glibc = is_glibc() && !is_under_valgrind();
  g_reads_block_headers = g_is_glibc && block_headers_are_right();
}

void* allocate_at_boot(size_t bytes, size_t alignment) {
  if (alignment < 16) alignment = 16;
  const size_t start = (g_boot_used + 16 + alignment - 1) / alignment * alignment;
  if (start + bytes > sizeof g_boot_pool) return nullptr;
  g_boot_used = start + bytes;
  memcpy(g_boot_pool + start - 16, &bytes, sizeof bytes);
  return g_boot_pool + start;  // zero: never used before
}

size_t boot_block_bytes(const void* address) {
  size_t bytes = 0;
  memcpy(&bytes, static_cast<const char*>(address) - 16, sizeof bytes);
  return bytes;
}

}  // namespace ttsoak::tracer
