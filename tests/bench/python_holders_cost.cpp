// What looking at Python's objects costs: for how long the GIL is held, and what stays in the
// target. Prints figures, to be read on a machine that is otherwise idle.
//
//   python_holders_cost PYTHON DIRECTORY MODULE   a module for drive.py in that directory
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "probes/python/python_snapshot.h"
#include "tests/integration/python_holders/observed_program.h"

namespace {

using namespace ttsoak;

double rss_mib(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
  double size = 0, resident = 0;
  file >> size >> resident;
  return resident * 4096 / (1 << 20);
}

// Of the tracer's thread, whatever else the machine does.
double cpu_ms(pid_t pid) {
  double nanoseconds = 0;
  const std::string tasks = "/proc/" + std::to_string(pid) + "/task";
  for (const auto& task : std::filesystem::directory_iterator(tasks)) {
    std::string name;
    std::getline(std::ifstream(task.path() / "comm"), name);
    if (name == "ttsoak") std::ifstream(task.path() / "schedstat") >> nanoseconds;
  }
  return nanoseconds / 1e6;
}

double since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  ObservedProgram program(argv[1], {argv[3]}, {std::string("PYTHONPATH=") + argv[2]});
  program.begin();
  const pid_t pid = program.target().pid();
  const double before = rss_mib(pid);
  constexpr int kLooks = 20;
  const double cpu_before = cpu_ms(pid);
  for (int i = 0; i < kLooks; ++i) program.look_again();
  const double after = rss_mib(pid);
  const double cpu = (cpu_ms(pid) - cpu_before) / kLooks;
  std::vector<std::int64_t> pauses;
  const auto& heaps = program.seen().heaps;
  for (std::size_t i = heaps.size() - kLooks; i < heaps.size(); ++i) {
    pauses.push_back(heaps[i].pause_us);
  }
  std::sort(pauses.begin(), pauses.end());
  std::printf(
      "%s %s: %lld objects, %d looks: pause median %.1f ms, most %.1f ms; tracer %.1f MiB\n",
      argv[1], argv[3], static_cast<long long>(heaps.back().objects), kLooks,
      static_cast<double>(pauses[kLooks / 2]) / 1000, static_cast<double>(pauses.back()) / 1000,
      static_cast<double>(heaps.back().tracer_bytes) / (1 << 20));
  std::printf("  CPU of a look %.1f ms; RSS before %.1f MiB, after the looks %+.1f MiB\n", cpu,
              before, after - before);
  program.go_through(4);
  const double grown = rss_mib(pid);
  const auto start = std::chrono::steady_clock::now();
  program.finish();
  std::printf("  naming %zu holders took %.0f ms, RSS %+.1f MiB\n", program.seen().holders.size(),
              since(start), rss_mib(pid) - grown);
  return program.target().wait().status;
}
