// mmap_heavy [PAIRS]: what being watched costs a program that maps and unmaps all the time.
//
// Reading some files of /proc/PID takes the lock that mmap and page faults need. A child with 1,000
// mappings maps, touches and unmaps 64 KiB for ever; in turns of a second it is watched at the
// sampler's rates, and left alone. Printed are the rounds that it does when watched, in proportion
// to the turns around it, and, each alone, what the dear reads of a trough cost it, as if there
// were one every 30 s although a trough comes when nothing is in flight. The goal is 1 % in all.

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "probes/process/process_watch.h"

namespace ttsoak {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr int kMappings = 1000;
constexpr std::size_t kPiece = 64 << 10;
constexpr double kTroughEverySeconds = 30;
constexpr double kGoalPercent = 1;

void* map(std::size_t bytes, int protection) {
  void* const at = ::mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) abort_with("mmap failed");
  return at;
}

[[noreturn]] void map_for_ever(std::atomic<std::uint64_t>& rounds) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (int i = 0; i < kMappings; ++i) {
    // Of another protection each time, or they would be one.
    auto* const held = static_cast<char*>(map(kPiece, PROT_READ | PROT_WRITE));
    std::fill_n(held, kPiece, 'x');
    if (i % 2 == 0) ::mprotect(held, kPiece, PROT_READ);
  }
  while (true) {
    auto* const piece = static_cast<char*>(map(kPiece, PROT_READ | PROT_WRITE));
    for (std::size_t at = 0; at < kPiece; at += 4096) piece[at] = 1;
    ::munmap(piece, kPiece);
    rounds.fetch_add(1, std::memory_order_relaxed);
  }
}

// Rounds a second while `tick` is called ten times a second.
template <typename Tick>
double pace(const std::atomic<std::uint64_t>& rounds, Tick tick) {
  const auto start = Clock::now();
  const std::uint64_t before = rounds;
  for (int i = 0; i < 10; ++i) {
    tick(i);
    std::this_thread::sleep_until(start + (i + 1) * 100ms);
  }
  const std::chrono::duration<double> elapsed = Clock::now() - start;
  return static_cast<double>(rounds - before) / elapsed.count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// In percent of the rounds, the median of `pairs` turns.
template <typename Tick>
double loss_percent(int pairs, const std::atomic<std::uint64_t>& rounds, Tick tick) {
  std::vector<double> losses;
  const auto alone = [](int) {};
  double before = pace(rounds, alone);
  for (int i = 0; i < pairs; ++i) {
    const double watched = pace(rounds, tick);
    const double after = pace(rounds, alone);
    losses.push_back(100 * (1 - watched / ((before + after) / 2)));
    before = after;
  }
  return median(std::move(losses));
}

void measure(int pairs) {
  auto* const shared = static_cast<std::atomic<std::uint64_t>*>(
      ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  const pid_t child = ::fork();
  if (child == 0) map_for_ever(*shared);
  while (*shared == 0) std::this_thread::sleep_for(1ms);
  Result<ProcessWatch> opened = ProcessWatch::open(child);
  if (!opened.ok()) abort_with(opened.error().message.c_str());
  ProcessWatch& watch = opened.value();

  const double sampled = loss_percent(pairs, *shared, [&](int tick) {
    if (!watch.read_rss_bytes().ok()) abort_with("statm");
    if (tick == 0 && !watch.read_status().ok()) abort_with("status");
  });
  const double dear = loss_percent(pairs, *shared, [&](int) {
    if (!watch.read_resources().ok()) abort_with("smaps_rollup");
  });
  // Ten reads in a second, where there is one in 30.
  const double troughs = dear / (10 * kTroughEverySeconds);
  std::printf("%.0f rounds a second; lost when watched: %.2f %% by statm and status,\n",
              pace(*shared, [](int) {}), sampled);
  std::printf("%.2f %% by ten smaps_rollup a second, that is %.3f %% by one in %.0f s\n", dear,
              troughs, kTroughEverySeconds);
  std::printf("in all %.2f %% (goal %.0f: %s)\n", sampled + troughs, kGoalPercent,
              sampled + troughs < kGoalPercent ? "met" : "missed");
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

}  // namespace
}  // namespace ttsoak

int main(int argc, char** argv) { ttsoak::measure(argc > 1 ? std::atoi(argv[1]) : 30); }
