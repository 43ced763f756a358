// The tracer without its hooks as a library that a Python program loads, to time its own stack.

#include <dlfcn.h>
#include <time.h>

#include <cstdint>
#include <cstdlib>

#include "probes/tracer/box.h"
#include "probes/tracer/capture.h"
#include "probes/tracer/python/python.h"
#include "tests/bench/tracer_micro/start.h"

namespace {

using namespace ttsoak::tracer;

constexpr std::uint32_t kRoom = 1024;

std::uint64_t cpu_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

template <typename Work>
double ns_each(std::uint64_t rounds, Work work) {
  work();
  const std::uint64_t start_ns = cpu_ns();
  for (std::uint64_t i = 0; i < rounds; ++i) work();
  return static_cast<double>(cpu_ns() - start_ns) / static_cast<double>(rounds);
}

}  // namespace

extern "C" {

struct Costs {
  double unwind_ns;   // libunwind alone
  double merge_ns;    // the Python frames among what it found
  double capture_ns;  // both, and the stack found in the table
  std::uint32_t native_frames;
  std::uint32_t merged_frames;
  std::uint32_t python_frames;
};

void micro_start() { start_without_hooks(); }

void micro_time_own_stack(std::uint64_t rounds, Costs* costs) {
  static auto* const unwind = reinterpret_cast<int (*)(void**, int)>(
      dlsym(dlopen("libunwind.so.8", RTLD_LOCAL | RTLD_NOW), "unw_backtrace"));
  if (unwind == nullptr) std::abort();
  std::uintptr_t ips[kRoom];
  std::uint64_t frames[kRoom];
  std::uint32_t native = 0;
  const auto take = [&] {
    native = static_cast<std::uint32_t>(unwind(reinterpret_cast<void**>(ips), kRoom));
  };
  std::uint32_t merged = 0;
  costs->unwind_ns = ns_each(rounds, take);
  costs->merge_ns =
      ns_each(rounds, [&] { merged = merge_python_frames(ips, native, true, frames, kRoom); });
  costs->capture_ns = ns_each(rounds, [] { capture_stack(); });
  costs->native_frames = native;
  costs->merged_frames = merged;
  costs->python_frames = 0;
  for (std::uint32_t i = 0; i < merged; ++i) {
    if ((frames[i] & ttsoak::blackbox::kPythonFrame) != 0) ++costs->python_frames;
  }
}
}
