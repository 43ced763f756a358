#include "probes/tracer/sampler.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "probes/blackbox/weight.h"
#include "probes/tracer/box.h"
#include "probes/tracer/capture.h"
#include "probes/tracer/filter.h"
#include "probes/tracer/live_table.h"
#include "probes/tracer/occupants.h"
#include "probes/tracer/options.h"
#include "probes/tracer/sampling.h"
#include "probes/tracer/stack_table.h"
#include "probes/tracer/start.h"
#include "probes/tracer/thread.h"

namespace ttsoak::tracer {

using namespace blackbox;

namespace {

constexpr uint64_t kSamplesPerLook = 256;
constexpr uint32_t kMostDoublings = 12;

// What is not used of the budget is saved up for so long: a program that loads its libraries, or a
// burst of requests, is then sampled as finely as the rest.
constexpr double kSavedSeconds = 15;

uint64_t g_window_start_ns = 0;
double g_spent = 0;  // samples beyond the budget so far, of those saved up; 0 = all are left

uint64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec);
}

void set_rate(uint32_t rate) {
  Header& header = *g_box.header;
  if (rate == header.rate) return;
  __atomic_store_n(&header.rate, rate, __ATOMIC_RELAXED);
  __atomic_fetch_add(&header.rate_changes, 1, __ATOMIC_RELAXED);
}

// The finest rate that the room left in the live table allows: from half full on each half of the
// rest is filled at twice the distance, so that it lasts, and a heap that stays large is sampled
// on. (The last eighth is for buckets that are full before the table is.)
uint32_t finest_rate() {
  const Header& header = *g_box.header;
  const uint64_t capacity = header.live.capacity * kBucketPlaces / 8 * 7;
  const uint64_t live = __atomic_load_n(&g_live_samples, __ATOMIC_RELAXED);
  const uint64_t room = live < capacity ? capacity - live : 1;
  uint32_t doublings = 0;
  while (doublings < kMostDoublings && (room << (doublings + 1)) <= capacity) ++doublings;
  return header.base_rate + doublings;
}

double savings() { return kSavedSeconds * static_cast<double>(g_options.samples_per_second); }

// Books one look's samples: `share` of them were beyond the budget, or, below zero, left of it.
// Returns what has been spent of the savings. Two threads at once: one booking is lost.
double spend(double share) {
  double spent = 0;
  __atomic_load(&g_spent, &spent, __ATOMIC_RELAXED);
  spent += share * kSamplesPerLook;
  const double saved = savings();
  if (spent < 0) spent = 0;
  if (spent > saved + kSamplesPerLook) spent = saved + kSamplesPerLook;
  __atomic_store(&g_spent, &spent, __ATOMIC_RELAXED);
  return spent;
}

// Keeps the number of samples a second within its budget in the long run, and some of the live
// table free, by doubling their mean distance; goes back when the rush is over. A thread takes the
// new rate over at its next sample, which is drawn with the old one: nothing is biased (the
// distance to come is exponential whatever went before).
void adapt_rate() {
  Header& header = *g_box.header;
  const uint64_t samples = __atomic_add_fetch(&header.samples, 1, __ATOMIC_RELAXED);
  if (samples % kSamplesPerLook != 0) return;
  const uint64_t now = now_ns();
  const uint64_t took = now - __atomic_exchange_n(&g_window_start_ns, now, __ATOMIC_RELAXED);
  const uint64_t allowed = kSamplesPerLook * 1000000000 / g_options.samples_per_second;
  const uint32_t finest = finest_rate();
  uint32_t rate = header.rate;
  const double saved = savings();
  const double spent = spend(1 - static_cast<double>(took) / static_cast<double>(allowed));
  if (spent > saved && took < allowed) {
    rate += rate < header.base_rate + kMostDoublings ? 1 : 0;
  } else if (spent < saved / 2) {
    // Down in one go: at a coarse rate the next look may be minutes away.
    for (uint64_t spare = took / 2; spare > allowed && rate > finest; spare /= 2) --rate;
  }
  set_rate(rate > finest ? rate : finest);
}

// Ends tracing in a copy of the process that nobody announced. Until its first sample it counted
// in its parent's box.
bool end_in_copy() {
  if (!is_unannounced_copy()) return false;
  leave_box();
  g_process = Process::passive;
  t_thread.mode = Mode::off;
  return true;
}

}  // namespace

void take_sample(void* address, size_t bytes, Kind kind) {
  ThreadState& thread = t_thread;
  const int kept_errno = errno;
  const Mode mode = thread.mode;
  if (end_in_copy()) {
    errno = kept_errno;
    return;
  }
  thread.mode = Mode::inside;
  Header& header = *g_box.header;
  // The child of a vfork() has its parent's box, but lives for a moment only.
  if (header.pid == getpid()) {
    const bool always = bytes >= header.always_bytes;
    LiveSample sample{};
    const uint32_t rate = always ? 0 : thread.rate;
    sample.stack = capture_stack();
    sample.cycle = __atomic_load_n(&header.cycle, __ATOMIC_RELAXED);
    sample.packed = pack_sample(bytes, kind, rate);
    LiveSample replaced{};
    if (!insert_live(hash_address(address), address, sample, replaced)) {
      count_loss(&header.losses.live_table_full);
    } else {
      add_allocated(sample.stack, bytes, 1 / sample_chance(sample.packed, header.floor_bytes));
    }
    if (replaced.packed != 0) book_freed(replaced);
    if (replaced.packed != 0) count_loss(&header.losses.replaced);
    adapt_rate();
  }
  if (bytes < header.always_bytes) draw_next_sample(thread);
  run_errands();
  thread.mode = mode;
  errno = kept_errno;
}

void book_freed(const LiveSample& sample) {
  add_freed(sample.stack, sample_bytes(sample.packed),
            1 / sample_chance(sample.packed, g_box.header->floor_bytes));
}

bool forget_sampled(void* address, LiveSample& sample) {
  if (end_in_copy()) return false;
  return remove_live(hash_address(address), address, sample);
}

void remember_again(void* address, const LiveSample& sample) {
  LiveSample replaced{};
  insert_live(hash_address(address), address, sample, replaced);
}

void forget_block(void* address) {
  if (address == nullptr || !may_be_sampled(address) || g_process != Process::tracing) return;
  LiveSample sample{};
  if (!forget_sampled(address, sample)) return;
  book_freed(sample);
  if (leaves_a_hole(address, sample)) note_occupant(address, sample);
}

Quiet::Quiet() : Quiet(Mode::quiet) {}

Quiet::Quiet(Mode mode) {
  const bool counts = is_counting();  // gives the thread its counters now: the mode is put back
  saved_ = t_thread.mode;
  t_thread.mode = counts ? mode : Mode::quiet;
}

Quiet::~Quiet() { t_thread.mode = saved_; }

}  // namespace ttsoak::tracer
