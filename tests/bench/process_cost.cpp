// process_cost [MIB [MAPPINGS]]: what watching a large process costs the watcher.
//
// Starts tests/programs/process_holds_memory (default 4096 MiB in 1000 mappings of small pages),
// makes every read many times and prints its CPU time (user and system, CLOCK_THREAD_CPUTIME_ID,
// so other load on the machine hardly counts), then the share of one core at the sampler's rates:
// statm 10 times a second; status, stat and a scan of the tree once a second; smaps_rollup and
// descriptors once in 30 s, as at the quiesce of a half-minute cycle. The goal is 0.5 % in all.

#include <time.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "probes/process/process_table.h"
#include "probes/process/process_tree.h"
#include "probes/process/process_watch.h"
#include "tests/integration/process_program.h"

namespace ttsoak {
namespace {

constexpr double kGoalPercent = 0.5;
constexpr int kTargetThreads = 50;  // of a Python server with torch and an HTTP pool

double cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Microseconds of CPU that one call of `read` takes; it returns whether it worked. Pauses before
// each call: in a tight loop the caches stay warm, and the small reads look several times cheaper
// than a sampler that sleeps in between will find them.
template <typename Read>
double cost_us(int repetitions, Read read) {
  double seconds = 0;
  for (int i = 0; i < repetitions; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const double before = cpu_seconds();
    if (!read()) abort_with("a read failed while it was measured");
    seconds += cpu_seconds() - before;
  }
  return seconds * 1e6 / repetitions;
}

ProcessWatch watch(pid_t pid) {
  Result<ProcessWatch> opened = ProcessWatch::open(pid);
  if (!opened.ok()) abort_with(opened.error().message.c_str());
  return std::move(opened).value();
}

double scan_cost_us(pid_t root, ChildSource source) {
  Result<ProcessTree> tree = ProcessTree::open(root, source);
  if (!tree.ok()) abort_with(tree.error().message.c_str());
  tree.value().scan();  // what appears is opened once, not at every tick
  return cost_us(300, [&] { return tree.value().scan().ended.empty(); });
}

// Threads of ours that only wait, so that this process has as many as a server has.
class IdleThreads {
 public:
  explicit IdleThreads(int count) {
    for (int i = 1; i < count; ++i) {
      threads_.emplace_back([](const std::stop_token& stop) {
        while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
      });
    }
  }

 private:
  std::vector<std::jthread> threads_;
};

struct Part {
  const char* what;
  double us;
  double per_second;
};

void print(const std::vector<Part>& parts) {
  std::printf("%-34s %12s %10s %14s\n", "read", "us each", "per s", "% of one core");
  double total = 0;
  for (const Part& part : parts) {
    const double percent = part.us * part.per_second / 1e6 * 100;
    total += percent;
    std::printf("%-34s %12.1f %10.3f %14.4f\n", part.what, part.us, part.per_second, percent);
  }
  std::printf("%-34s %12s %10s %14.4f  (goal %.1f: %s)\n", "all", "", "", total, kGoalPercent,
              total < kGoalPercent ? "met" : "missed");
}

void measure(const std::string& mib, const std::string& mappings) {
  const Program program("process_holds_memory", {mib, mappings});
  ProcessWatch target = watch(program.pid());
  const auto resources = target.read_resources();
  if (!resources.ok()) abort_with(resources.error().message.c_str());
  std::printf("target: %lld MiB anonymous in %s mappings\n",
              static_cast<long long>(resources.value().anonymous_bytes >> 20), mappings.c_str());

  const double statm = cost_us(1'000, [&] { return target.read_rss_bytes().ok(); });
  const double status = cost_us(1'000, [&] { return target.read_status().ok(); });
  const double dear = cost_us(20, [&] { return target.read_resources().ok(); });
  // We ourselves are the tree to scan: threads as a server has them, and the target as the child.
  const IdleThreads threads(kTargetThreads);
  const double by_files = scan_cost_us(::getpid(), ChildSource::children_files);
  const double by_table = scan_cost_us(::getpid(), ChildSource::process_table);

  print({{"statm", statm, 10},
         {"status + stat", status, 1},
         {"tree scan", find_child_source() == ChildSource::children_files ? by_files : by_table, 1},
         {"smaps_rollup + descriptors", dear, 1.0 / 30}});
  std::printf(
      "tree scan of 2 processes, %d threads: %.0f us by children files, %.0f us by the table of "
      "all %zu processes\n",
      kTargetThreads + 1, by_files, by_table, read_parents().size());
}

}  // namespace
}  // namespace ttsoak

int main(int argc, char** argv) {
  ttsoak::measure(argc > 1 ? argv[1] : "4096", argc > 2 ? argv[2] : "1000");
}
