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

constexpr uint64_t kTakenPerLook = 256;
constexpr uint32_t kMostDoublings = 12;
constexpr uint32_t kMostForFrames = 6;  // to save room for frames

// What is not used of the budget is saved up for so long, so that a burst of requests is sampled as
// finely as the rest. Nothing is saved at the start.
constexpr double kSavedSeconds = 15;

constexpr uint64_t kRushIsOverNs = 1000000000;

uint64_t g_window_start_ns = 0;
uint64_t g_taken = 0;          // of the budget since then, in samples
uint64_t g_frames_booked = 0;  // frames that have been paid for
uint32_t g_soaked = 0;         // a first cycle has begun
double g_saved = 0;            // samples

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

// 0 until a table is half full, then one more for each half of the rest.
uint32_t halvings(uint64_t used, uint64_t capacity) {
  const uint64_t room = used < capacity ? capacity - used : 1;
  uint32_t count = 0;
  while (count < kMostDoublings && (room << (count + 1)) <= capacity) ++count;
  return count;
}

// The finest rate that the room left in the live table allows: from half full on each half of the
// rest is filled at twice the distance, so that it lasts, and a heap that stays large is sampled
// on. (The last eighth is for buckets that are full before the table is.)
uint32_t finest_rate() {
  const Header& header = *g_box.header;
  return header.base_rate + halvings(__atomic_load_n(&g_live_samples, __ATOMIC_RELAXED),
                                     header.live.capacity * kBucketPlaces / 8 * 7);
}

// In samples: what a new frame costs, above all in room. Nearly every stack has some while a
// program loads its libraries and models, hardly any later. The fuller the table, the dearer: what
// a server does once it has loaded needs some of it.
uint64_t price_of_new_frame() {
  const Header& header = *g_box.header;
  if (header.rate >= header.base_rate + kMostForFrames) return 0;
  return uint64_t{1} << halvings(header.frames_used, header.frames.capacity);
}

double most_saved() { return kSavedSeconds * static_cast<double>(g_options.samples_per_second); }

// Books what a look left of the budget, or, below zero, took beyond it. Returns what is saved now.
// Two threads at once: one booking is lost.
double save(double left) {
  double saved = 0;
  __atomic_load(&g_saved, &saved, __ATOMIC_RELAXED);
  saved += left;
  if (saved < 0) saved = 0;
  if (saved > most_saved()) saved = most_saved();
  __atomic_store(&g_saved, &saved, __ATOMIC_RELAXED);
  return saved;
}

// What has been taken of the budget since the last look, this sample included.
uint64_t book_sample() {
  Header& header = *g_box.header;
  const uint64_t frames = __atomic_load_n(&header.frames_used, __ATOMIC_RELAXED);
  const uint64_t before = __atomic_exchange_n(&g_frames_booked, frames, __ATOMIC_RELAXED);
  const uint64_t fresh = frames > before ? frames - before : 0;
  __atomic_fetch_add(&header.samples, 1, __ATOMIC_RELAXED);
  return __atomic_add_fetch(&g_taken, 1 + fresh * price_of_new_frame(), __ATOMIC_RELAXED);
}

// The target has come up and is about to be soaked: what went before says nothing of its pace.
void begin_anew() {
  save(most_saved() / 2);
  set_rate(finest_rate());
}

// Keeps what is taken a second within the budget in the long run, and some of the tables free, by
// doubling the mean distance of samples; goes back when the rush is over. A thread takes the new
// rate over at its next sample, which is drawn with the old one: nothing is biased (the distance to
// come is exponential whatever went before).
void adapt_rate() {
  Header& header = *g_box.header;
  const bool is_full = book_sample() >= kTakenPerLook;
  if (header.cycle != 0 && __atomic_exchange_n(&g_soaked, 1, __ATOMIC_RELAXED) == 0) {
    return begin_anew();
  }
  if (!is_full && header.rate == header.base_rate) return;
  const uint64_t now = now_ns();
  uint64_t start = __atomic_load_n(&g_window_start_ns, __ATOMIC_RELAXED);
  if (!is_full && now - start < kRushIsOverNs) return;
  start = __atomic_exchange_n(&g_window_start_ns, now, __ATOMIC_RELAXED);
  const auto taken = static_cast<double>(__atomic_exchange_n(&g_taken, 0, __ATOMIC_RELAXED));
  if (start == 0 || now <= start) return;
  const double allowed =
      static_cast<double>(now - start) * 1e-9 * static_cast<double>(g_options.samples_per_second);
  const double saved = save(allowed - taken);
  const uint32_t finest = finest_rate();
  uint32_t rate = header.rate;
  if (saved <= 0 && taken > allowed) {
    rate += rate < header.base_rate + kMostDoublings ? 1 : 0;
  } else if (saved > most_saved() / 8) {
    // Down in one go: at a coarse rate the next look may be minutes away.
    for (double spare = allowed / 2; spare > taken && rate > finest; spare /= 2) --rate;
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
