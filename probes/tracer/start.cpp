// From the loader's call to the first recorded block, and across fork().

#include "probes/tracer/start.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "probes/tracer/box.h"
#include "probes/tracer/capture.h"
#include "probes/tracer/control.h"
#include "probes/tracer/live_table.h"
#include "probes/tracer/mappings.h"
#include "probes/tracer/modules.h"
#include "probes/tracer/next.h"
#include "probes/tracer/options.h"
#include "probes/tracer/python/python.h"
#include "probes/tracer/reply_file.h"
#include "probes/tracer/sampler.h"
#include "probes/tracer/sampling.h"
#include "probes/tracer/thread.h"

// What pthread_atfork() comes to, which has no symbol that could be weak (old_glibc.h).
extern "C" int __register_atfork(void (*prepare)(), void (*parent)(),  // NOLINT(*-reserved-*)
                                 void (*child)(), void* library);
extern "C" void* __dso_handle __attribute__((visibility("hidden")));  // NOLINT(*-reserved-*)

namespace ttsoak::tracer {

uint64_t g_floor_bytes = 0;
uint64_t g_always_bytes = UINT64_MAX;

namespace {

using namespace blackbox;

void say(const char* what, const char* why, int code) {
  char line[700];
  const int length = snprintf(line, sizeof line, "ttsoak: %s (pid %d): %s%s%s\n", what, getpid(),
                              why, code != 0 ? ": " : "", code != 0 ? strerror(code) : "");
  if (length > 0 && write(STDERR_FILENO, line, static_cast<size_t>(length)) < 0) return;
}

void before_fork() {
  stop_control_thread();
  hold_captures();
  lock_mappings();
}

void after_fork_in_parent() {
  unlock_mappings();
  release_captures();
  want_control_thread();
}

// The child goes on with an empty box: its figures begin here.
void after_fork_in_child() {
  const int kept_errno = errno;
  unlock_mappings();
  const Mode mode = t_thread.mode;
  t_thread.mode = Mode::quiet;
  const char* problem = nullptr;
  {
    const InheritedMappings inherited;
    problem = recreate_box_after_fork();
    if (problem != nullptr) g_process = Process::passive;
  }
  reset_live_after_fork();
  reset_modules_after_fork();
  reset_captures_after_fork();
  reset_python_after_fork();
  forget_control_thread();
  forget_reply_file();
  t_thread.mode = mode;
  reattach_thread_after_fork();
  release_captures();
  if (problem == nullptr) {
    g_box.header->state = static_cast<uint32_t>(State::tracing);
    want_control_thread();
  }
  errno = kept_errno;
}

// By who holds the address: what &malloc says here is bound to the program's own, too. A program
// that is not position-independent and takes malloc's address holds it without having one: its
// jump to ours then stands for malloc everywhere, under an undefined symbol.
bool brings_its_own_malloc() {
  Dl_info used{};
  Dl_info ours{};
  const ElfW(Sym)* symbol = nullptr;
  return dladdr1(dlsym(RTLD_DEFAULT, "malloc"), &used,
                 reinterpret_cast<void**>(const_cast<ElfW(Sym)**>(&symbol)), RTLD_DL_SYMENT) != 0 &&
         dladdr(reinterpret_cast<void*>(&brings_its_own_malloc), &ours) != 0 &&
         used.dli_fbase != ours.dli_fbase && symbol != nullptr && symbol->st_shndx != SHN_UNDEF;
}

void stay_passive() {
  g_process = Process::passive;
  t_thread.mode = Mode::unseen;
}

// Early among constructors: what is allocated before is not counted.
__attribute__((constructor(101))) void start() {
  t_thread.mode = Mode::quiet;
  resolve_next();
  if (!read_options()) return stay_passive();
  if (!is_on_glibc()) {
    say("not traced", "its C library is not glibc", 0);
    return stay_passive();
  }
  if (const char* const problem = create_box(g_options.directory)) {
    say("not traced", problem, errno);
    return stay_passive();
  }
  Header& header = *g_box.header;
  if (brings_its_own_malloc()) {
    header.blind |= kOwnMalloc;
    note("the program brings its own malloc: its heap is not seen");
  }
  if (const char* const problem = prepare_capture()) {
    header.blind |= kNoNativeStacks;
    note(problem);
  }
  record_modules();
  prepare_threads();
  __register_atfork(before_fork, after_fork_in_parent, after_fork_in_child, &__dso_handle);
  g_floor_bytes = header.floor_bytes;
  if (header.base_rate != 0) g_always_bytes = header.always_bytes;
  header.state = static_cast<uint32_t>(State::tracing);
  g_process = Process::tracing;
  t_thread.mode = Mode::unseen;
  const Quiet quiet(Mode::inside);
  find_python();
  start_control_thread();
}

__attribute__((destructor)) void end() {
  if (g_process != Process::tracing || g_box.header->pid != getpid()) return;
  Header& header = *g_box.header;
  header.state = static_cast<uint32_t>(State::ended);
  // The forks of a shell script: nobody wants to read of them.
  constexpr uint64_t kFewSamples = 32;
  if (header.forked != 0 && header.samples < kFewSamples) remove_box();
}

}  // namespace

void run_errands() { start_wanted_control_thread(); }

}  // namespace ttsoak::tracer
