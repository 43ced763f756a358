#include "probes/tracer/capture.h"

#include <dlfcn.h>
#include <link.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "probes/tracer/box.h"
#include "probes/tracer/mappings.h"
#include "probes/tracer/modules.h"
#include "probes/tracer/python/python.h"
#include "probes/tracer/stack_table.h"

namespace ttsoak::tracer {
namespace {

using namespace blackbox;

constexpr uint32_t kUnwound = 1024;  // frames taken
constexpr uint32_t kKept = 256;      // frames kept: beyond, the middle is dropped
constexpr uint32_t kKeptInner = 192;
constexpr uint32_t kScratches = 32;

// Not on the stack: a thread of the target may have 16 KiB of it.
struct Scratch {
  uintptr_t ips[kUnwound];
  uint64_t frames[kUnwound];
};
Scratch g_scratches[kScratches];
uint32_t g_scratches_taken = 0;  // a bit each
uint32_t g_on_hold = 0;

int (*g_unwind)(void**, int) = nullptr;
void (*g_flush_cache)(void*, uintptr_t, uintptr_t) = nullptr;
void** g_address_space = nullptr;

// Where a library's code lies.
struct Extent {
  uintptr_t begin, end;
  bool has(uintptr_t code) const { return code >= begin && code < end; }
};
Extent g_own, g_unwinder;

int take_scratch() {
  if (__atomic_load_n(&g_on_hold, __ATOMIC_SEQ_CST) != 0) return -1;
  uint32_t taken = __atomic_load_n(&g_scratches_taken, __ATOMIC_RELAXED);
  while (taken != UINT32_MAX) {
    const int free_one = __builtin_ctz(~taken);
    if (__atomic_compare_exchange_n(&g_scratches_taken, &taken, taken | (1U << free_one), false,
                                    __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
      return free_one;
    }
  }
  return -1;
}

void give_back(int scratch) {
  __atomic_fetch_and(&g_scratches_taken, ~(1U << scratch), __ATOMIC_SEQ_CST);
}

bool is_on_signal_stack() {
  stack_t stack{};
  return sigaltstack(nullptr, &stack) == 0 && (stack.ss_flags & SS_ONSTACK) != 0;
}

// Drops the tracer's own frames at the front.
uint32_t skip_own(const uintptr_t* ips, uint32_t count) {
  uint32_t i = 0;
  while (i < count && g_own.has(ips[i])) ++i;
  return i;
}

uint32_t drop_middle(uint64_t* frames, uint32_t count) {
  if (count <= kKept) return count;
  constexpr uint32_t kOuter = kKept - kKeptInner - 1;
  frames[kKeptInner] = kGapFrame;
  memmove(frames + kKeptInner + 1, frames + count - kOuter, kOuter * sizeof *frames);
  return kKept;
}

struct Search {
  uintptr_t code;
  Extent found;
  size_t loaded_bytes;  // all segments of the library that has it
};

int look_for_code(dl_phdr_info* info, size_t, void* data) {
  Search& search = *static_cast<Search*>(data);
  size_t loaded_bytes = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    const uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
    const Extent extent = {begin, begin + segment.p_memsz};
    if (segment.p_type != PT_LOAD) continue;
    loaded_bytes += segment.p_memsz;
    if (extent.has(search.code)) search.found = extent;
  }
  if (search.found.end == 0) return 0;
  search.loaded_bytes = loaded_bytes;
  return 1;
}

// Of our own libraries: what they take is the tracer's price.
template <typename Function>
Extent segment_of(Function* function) {
  Search search = {reinterpret_cast<uintptr_t>(function), {0, 0}, 0};
  dl_iterate_phdr(look_for_code, &search);
  count_own_mapping(search.loaded_bytes);
  return search.found;
}

void* open_beside_the_tracer(const char* name) {
  Dl_info own{};
  if (dladdr(reinterpret_cast<void*>(&capture_stack), &own) == 0 || own.dli_fname == nullptr) {
    return nullptr;
  }
  const char* const slash = strrchr(own.dli_fname, '/');
  if (slash == nullptr) return nullptr;
  char path[512];
  snprintf(path, sizeof path, "%.*s/%s", static_cast<int>(slash - own.dli_fname), own.dli_fname,
           name);
  return dlopen(path, RTLD_LOCAL | RTLD_NOW);
}

// Beside the tracer first, so that it can be brought along into a container that has none; and with
// it what it needs, but only where the system has no such library: the program would get ours.
void* open_libunwind() {
  if (void* const beside = open_beside_the_tracer("libunwind.so.8")) return beside;
  if (open_beside_the_tracer("liblzma.so.5") != nullptr) {
    if (void* const beside = open_beside_the_tracer("libunwind.so.8")) return beside;
  }
  return dlopen("libunwind.so.8", RTLD_LOCAL | RTLD_NOW);
}

}  // namespace

const char* prepare_capture() {
  g_own = segment_of(&capture_stack);
  void* const library = open_libunwind();
  if (library == nullptr) return "libunwind.so.8 is not installed: no native frames";
  g_unwind = reinterpret_cast<int (*)(void**, int)>(dlsym(library, "unw_backtrace"));
  g_flush_cache = reinterpret_cast<void (*)(void*, uintptr_t, uintptr_t)>(
      dlsym(library, "_ULx86_64_flush_cache"));
  g_address_space = static_cast<void**>(dlsym(library, "_ULx86_64_local_addr_space"));
  if (g_unwind == nullptr) return "this libunwind has no unw_backtrace: no native frames";
  g_unwinder = segment_of(g_unwind);
  void* warm[8];
  g_unwind(warm, 8);
  return nullptr;
}

uint32_t capture_stack() {
  Losses& losses = g_box.header->losses;
  if (g_unwind == nullptr) return 0;
  if (is_on_signal_stack()) {
    count_loss(&losses.on_signal_stack);
    return 0;
  }
  const int taken = take_scratch();
  if (taken < 0) {
    count_loss(&losses.scratch_busy);
    return 0;
  }
  Scratch& scratch = g_scratches[taken];
  const int unwound = g_unwind(reinterpret_cast<void**>(scratch.ips), kUnwound);
  const uint32_t count = unwound > 0 ? static_cast<uint32_t>(unwound) : 0;
  const uint32_t own = skip_own(scratch.ips, count);
  uint32_t frames = merge_python_frames(scratch.ips + own, count - own, count < kUnwound,
                                        scratch.frames, kUnwound);
  frames = drop_middle(scratch.frames, frames);
  bool fresh = false;
  const uint32_t stack = frames > 0 ? intern_stack(scratch.frames, frames, fresh) : 0;
  if (fresh) record_modules();
  give_back(taken);
  return stack;
}

bool is_unwinder(const void* code) { return g_unwinder.has(reinterpret_cast<uintptr_t>(code)); }

void forget_unwind_caches() {
  if (g_flush_cache != nullptr && g_address_space != nullptr) g_flush_cache(*g_address_space, 0, 0);
}

void hold_captures() {
  __atomic_store_n(&g_on_hold, 1, __ATOMIC_SEQ_CST);
  for (int i = 0; i < 1000 && __atomic_load_n(&g_scratches_taken, __ATOMIC_SEQ_CST) != 0; ++i) {
    sched_yield();
  }
}

void release_captures() { __atomic_store_n(&g_on_hold, 0, __ATOMIC_SEQ_CST); }

void reset_captures_after_fork() {
  if (__atomic_exchange_n(&g_scratches_taken, 0, __ATOMIC_SEQ_CST) == 0) return;
  // One was still under way: it may have held a lock that nobody will ever give back here.
  g_unwind = nullptr;
  note("forked while a stack was being taken: no native frames");
}

}  // namespace ttsoak::tracer
