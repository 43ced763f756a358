#include "probes/tracer/control.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "probes/tracer/answers.h"
#include "probes/tracer/box.h"
#include "probes/tracer/python/python.h"
#include "probes/tracer/reply_file.h"
#include "probes/tracer/sampler.h"
#include "probes/tracer/thread.h"

namespace ttsoak::tracer {
namespace {

using namespace blackbox;

constexpr int64_t kRestartAfterNs = 1000000000;
constexpr int64_t kLookForPythonNs = 60000000000;

pthread_t g_thread;
bool g_running = false;         // touched by the starting and the forking thread only
uint32_t g_stop = 0;            // set by stop_control_thread()
int64_t g_wanted_since_ns = 0;  // 0 = not wanted
bool g_python_found = false;

int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<int64_t>(now.tv_sec) * 1000000000 + now.tv_nsec;
}

// Waits until ttsoak changes `word` from `seen`, or for `milliseconds`; 0 = for ever.
void sleep_on(uint32_t& word, uint32_t seen, int milliseconds) {
  timespec limit{milliseconds / 1000, (milliseconds % 1000) * 1000000L};
  syscall(SYS_futex, &word, FUTEX_WAIT, seen, milliseconds != 0 ? &limit : nullptr, nullptr, 0);
}

void answer(Mailbox& mailbox, uint32_t request) {
  mailbox.status =
      answer_command(static_cast<Command>(mailbox.command), mailbox.argument, mailbox.reply_bytes);
  mailbox.command = static_cast<uint32_t>(Command::none);
  __atomic_store_n(&mailbox.done, request, __ATOMIC_RELEASE);
  syscall(SYS_futex, &mailbox.done, FUTEX_WAKE, INT32_MAX, nullptr, nullptr, 0);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (__atomic_load_n(&g_box.header->abandoned, __ATOMIC_RELAXED) != 0) remove_reply_file();
}

// Looks for an interpreter that comes late, and after the wrappers of one that is there. Returns
// how long to sleep, in milliseconds; 0 = until somebody asks.
int attend_to_python(int64_t running_ns) {
  if (!g_python_found) g_python_found = find_python();
  if (!g_python_found) return running_ns < kLookForPythonNs ? 500 : 0;
  if (g_box.header->python_version == 0) return 0;
  check_pymalloc();
  return 1000;
}

void* run(void*) {
  t_thread.mode = Mode::quiet;
  pthread_setname_np(pthread_self(), "ttsoak");
  Mailbox& mailbox = g_box.header->mailbox;
  const int64_t start_ns = now_ns();
  uint32_t put_away = 0;
  while (__atomic_load_n(&g_stop, __ATOMIC_ACQUIRE) == 0) {
    const uint32_t request = __atomic_load_n(&mailbox.request, __ATOMIC_ACQUIRE);
    const bool is_asked = request != mailbox.done && mailbox.command != 0;
    if (is_asked) answer(mailbox, request);
    const uint32_t written = __atomic_load_n(&g_box.header->bytes_used, __ATOMIC_RELAXED);
    if (is_asked || written != put_away) put_away_what_is_read_from_the_file();
    put_away = written;
    const int milliseconds = attend_to_python(now_ns() - start_ns);
    sleep_on(mailbox.request, request, milliseconds);
  }
  return nullptr;
}

}  // namespace

void start_control_thread() {
  if (g_running && pthread_tryjoin_np(g_thread, nullptr) != 0) {
    // Still there. If it was told to end, it will be asked for again.
    if (__atomic_load_n(&g_stop, __ATOMIC_RELAXED) != 0) want_control_thread();
    return;
  }
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  // Address space, mostly: it runs Python code, whose compiler is recursive (holders/run_code.h).
  pthread_attr_setstacksize(&attributes, 1 << 20);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  __atomic_store_n(&g_stop, 0, __ATOMIC_RELEASE);
  g_running = pthread_create(&g_thread, &attributes, run, nullptr) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
}

namespace {

// It may be busy with a request of ttsoak's (a trim takes 100 ms): then it is left to end by
// itself.
bool join_briefly() {
  constexpr int64_t kPatienceNs = 5000000;
  for (const int64_t start_ns = now_ns(); now_ns() - start_ns < kPatienceNs; sched_yield()) {
    if (pthread_tryjoin_np(g_thread, nullptr) == 0) return true;
  }
  return false;
}

}  // namespace

void stop_control_thread() {
  if (!g_running || g_process != Process::tracing || pthread_equal(pthread_self(), g_thread)) {
    return;
  }
  __atomic_store_n(&g_stop, 1, __ATOMIC_RELEASE);
  // Another value, so that a thread that is just about to sleep does not.
  uint32_t& word = g_box.header->mailbox.request;
  __atomic_fetch_add(&word, 1, __ATOMIC_ACQ_REL);
  syscall(SYS_futex, &word, FUTEX_WAKE, INT32_MAX, nullptr, nullptr, 0);
  g_running = !join_briefly();
}

void want_control_thread() { __atomic_store_n(&g_wanted_since_ns, now_ns(), __ATOMIC_RELAXED); }

void start_wanted_control_thread() {
  int64_t since = __atomic_load_n(&g_wanted_since_ns, __ATOMIC_RELAXED);
  if (since == 0 || now_ns() - since < kRestartAfterNs) return;
  if (!__atomic_compare_exchange_n(&g_wanted_since_ns, &since, 0, false, __ATOMIC_ACQUIRE,
                                   __ATOMIC_RELAXED)) {
    return;
  }
  start_control_thread();
}

void forget_control_thread() { g_running = false; }

}  // namespace ttsoak::tracer
