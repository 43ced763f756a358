#include "tests/integration/python_frames/preload.h"

#include <dlfcn.h>
#include <pthread.h>
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "probes/heap/python_lines.h"
#include "probes/tracer/box.h"
#include "probes/tracer/mappings.h"
#include "probes/tracer/options.h"
#include "probes/tracer/python/chores.h"
#include "probes/tracer/python/frame_walk.h"
#include "probes/tracer/python/interpreter.h"
#include "probes/tracer/python/python.h"
#include "probes/tracer/python/thread_state.h"
#include "probes/tracer/sampler.h"
#include "probes/tracer/sampling.h"

// glibc's own, so that the hook needs no start-up.
extern "C" void* __libc_malloc(std::size_t);  // NOLINT(bugprone-reserved-identifier)

namespace {

using namespace ttsoak;
using namespace ttsoak::tracer;

constexpr int kNativeFrames = 1024;
constexpr int kFrames = 4096;  // merged

FramesFigures g_figures;
blackbox::Counters g_counters;
std::uint64_t g_every = 0;  // a sample at every so-many-th allocation; 0 = none
std::uint64_t g_allocations = 0;
bool g_checks_lines = false;
int (*g_unwind)(void**, int) = nullptr;
int (*g_line_oracle)(void*, int) = nullptr;

thread_local int t_quiet __attribute__((tls_model("initial-exec"))) = 0;  // Quiets alive

void tally(std::uint64_t& figure, std::uint64_t by = 1) {
  __atomic_fetch_add(&figure, by, __ATOMIC_RELAXED);
}

const blackbox::CodeSlot& slot_of(std::uint64_t frame) {
  return g_box.codes[(frame >> 32) & 0x3fffffff];
}

int line_of(std::uint64_t frame) {
  const blackbox::CodeSlot& slot = slot_of(frame);
  const auto* const lines = reinterpret_cast<const std::uint8_t*>(g_box.bytes + slot.lines.offset);
  return python_line({lines, slot.lines.size}, static_cast<int>(slot.first_line), slot.version,
                     static_cast<int>(frame & 0xffffffff) - 1);
}

std::uint32_t capture(std::uint64_t* frames, std::uint32_t room) {
  void* ips[kNativeFrames];
  const int found = g_unwind != nullptr ? g_unwind(ips, kNativeFrames) : 0;
  return merge_python_frames(reinterpret_cast<std::uintptr_t*>(ips),
                             static_cast<std::uint32_t>(found), found > 0 && found < kNativeFrames,
                             frames, room);
}

// The interpreter's own opinion of the line of every frame of this thread.
void check_lines(const std::uint64_t* frames, std::uint32_t found) {
  const Interpreter* const python = interpreter();
  if (python == nullptr || g_line_oracle == nullptr) return;
  const OwnState state(*python);
  if (state.address() == 0) return;
  FrameWalk walk(*python, state.address());
  PythonFrame frame;
  std::uint32_t i = 0;
  while (walk.next(frame)) {
    if (frame.code == 0) continue;
    while (i < found && (frames[i] & blackbox::kPythonFrame) == 0) ++i;
    if (i == found) return;
    tally(g_figures.lines_checked);
    const int expected = g_line_oracle(reinterpret_cast<void*>(frame.code), frame.position);
    if (line_of(frames[i++]) != expected) tally(g_figures.lines_wrong);
  }
}

void sample() {
  std::uint64_t frames[kFrames];
  const std::uint32_t found = capture(frames, kFrames);
  tally(g_figures.samples);
  bool any = false;
  for (std::uint32_t i = 0; i < found; ++i) {
    if ((frames[i] & blackbox::kPythonFrame) == 0) continue;
    any = true;
    const blackbox::CodeSlot& slot = slot_of(frames[i]);
    if (slot.file.size == 0 || slot.name.size == 0) tally(g_figures.nameless);
  }
  if (any) tally(g_figures.with_python);
  if (g_checks_lines) check_lines(frames, found);
}

void note_allocation() {
  if (g_every == 0 || t_quiet > 0) return;
  const Quiet quiet;
  if (__atomic_fetch_add(&g_allocations, 1, __ATOMIC_RELAXED) % g_every == 0) sample();
}

// As if this Python had another layout than its version says.
void move_field(const char* name) {
  auto& at = const_cast<Interpreter*>(interpreter())->at;
  if (std::strcmp(name, "state_frame") == 0) at.state_frame += 16;
  if (std::strcmp(name, "frame_code") == 0) at.frame_code += 24;
  if (std::strcmp(name, "code_lines") == 0) at.code_lines += 8;
}

// An interpreter may be loaded late.
void* look_for_python(void*) {
  const Quiet quiet;
  for (int i = 0; i < 10000; ++i) {
    if (find_python()) check_pymalloc();  // as the control thread does, only more often
    const timespec pause{0, 1'000'000};
    nanosleep(&pause, nullptr);
  }
  return nullptr;
}

void begin_child() {
  recreate_box_after_fork();
  reset_python_after_fork();
}

__attribute__((constructor)) void start() {
  const char* const directory = std::getenv("TTSOAK_DIR");
  if (directory == nullptr) return;
  const Quiet quiet;
  if (create_box(directory) != nullptr) return;
  if (void* const library = dlopen("libunwind.so.8", RTLD_LOCAL | RTLD_NOW)) {
    g_unwind = reinterpret_cast<int (*)(void**, int)>(dlsym(library, "unw_backtrace"));
  }
  void* warm[4];
  if (g_unwind != nullptr) g_unwind(warm, 4);
  find_python();
  const char* const moved = std::getenv("FRAMES_MOVED_FIELD");
  if (moved != nullptr && interpreter() != nullptr) move_field(moved);
  g_line_oracle = reinterpret_cast<int (*)(void*, int)>(dlsym(RTLD_DEFAULT, "PyCode_Addr2Line"));
  g_checks_lines = std::getenv("FRAMES_CHECK_LINES") != nullptr;
  pthread_atfork(nullptr, nullptr, begin_child);
  pthread_t thread;
  if (pthread_create(&thread, nullptr, look_for_python, nullptr) == 0) pthread_detach(thread);
  const char* const every = std::getenv("FRAMES_EVERY");
  g_every = every != nullptr ? std::strtoull(every, nullptr, 10) : 0;
}

struct Line {
  char* text;
  std::size_t room;
  std::size_t used = 0;

  void add(const char* bytes, std::size_t size) {
    if (used + size <= room) std::memcpy(text + used, bytes, size);
    used += size;
  }
  void add(const char* words) { add(words, std::strlen(words)); }
  void add(blackbox::Text words) { add(g_box.bytes + words.offset, words.size); }
};

}  // namespace

namespace ttsoak::tracer {

Options g_options{};
std::uint64_t g_floor_bytes = 0, g_always_bytes = 0;  // every block is a sample
std::uint8_t g_filter[1U << kFilterBits];
constinit thread_local ThreadState t_thread{};

// One for all threads: pymalloc's wrappers run with the GIL.
bool attach_thread() {
  t_thread.counters = &g_counters;
  t_thread.mode = Mode::ready;
  return true;
}

Quiet::Quiet() : Quiet(Mode::quiet) {}
Quiet::Quiet(Mode mode) : saved_(t_thread.mode) {
  ++t_quiet;
  t_thread.mode = mode;
}
Quiet::~Quiet() {
  --t_quiet;
  t_thread.mode = saved_;
}

void take_sample(void*, std::size_t bytes, blackbox::Kind) {
  tally(g_figures.python_bytes, bytes);
  note_allocation();
}
bool forget_sampled(void*, blackbox::LiveSample&) { return false; }
void remember_again(void*, const blackbox::LiveSample&) {}
void book_freed(const blackbox::LiveSample&) {}
void note_arena(void*, std::size_t) {}
void adopt_arenas(std::size_t, bool (*)(std::uint64_t, std::size_t)) {}
void forget_block(void*) { tally(g_figures.foreign_frees); }

}  // namespace ttsoak::tracer

extern "C" {

void* malloc(std::size_t size) {
  void* const block = __libc_malloc(size);
  note_allocation();
  return block;
}

std::size_t frames_capture(char* text, std::size_t room) {
  const Quiet quiet;
  std::uint64_t frames[kFrames];
  const std::uint32_t found = capture(frames, kFrames);
  Line out{text, room};
  for (std::uint32_t i = 0; i < found; ++i) {
    if ((frames[i] & blackbox::kPythonFrame) != 0) {
      const blackbox::CodeSlot& slot = slot_of(frames[i]);
      char number[32];
      snprintf(number, sizeof number, "|%d\n", line_of(frames[i]));
      out.add("python ");
      out.add(slot.file);
      out.add("|");
      out.add(slot.name);
      out.add(number);
      continue;
    }
    Dl_info info{};
    const bool is_eval = interpreter() != nullptr && interpreter()->eval.has_call_at(frames[i]);
    dladdr(reinterpret_cast<void*>(frames[i] - 1), &info);
    out.add(is_eval ? "eval " : "native ");
    out.add(info.dli_sname != nullptr ? info.dli_sname : "?");
    out.add("\n");
  }
  return out.used <= room ? out.used : 0;
}

void frames_call_through(void (*callback)()) {
  callback();
  asm volatile("");  // not a tail call: this frame has to be on the stack
}

std::size_t frames_capture_in_native_thread(char* text, std::size_t room) {
  Line out{text, room};
  pthread_t thread;
  const auto run = [](void* line) -> void* {
    Line& to = *static_cast<Line*>(line);
    to.used = frames_capture(to.text, to.room);
    return nullptr;
  };
  if (pthread_create(&thread, nullptr, run, &out) != 0) return 0;
  pthread_join(thread, nullptr);
  return out.used;
}

void frames_figures(FramesFigures* figures) {
  *figures = g_figures;
  figures->python_born = g_counters.python_allocated_blocks;
  figures->python_freed = g_counters.python_freed_blocks;
  figures->mismatches = g_box.header->losses.group_mismatches;
  figures->codes_used = g_box.header->codes_used;
  figures->is_settled = is_settled() && is_guarded() ? 1 : 0;
  figures->blind = g_box.header->blind;
}

void frames_check_pymalloc() { check_pymalloc(); }
}
