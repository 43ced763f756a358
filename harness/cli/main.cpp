#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>

#include "harness/cli/commands.h"
#include "harness/run/version.h"

namespace ttsoak {
namespace {

struct Entry {
  const char* name;
  ExitStatus (*run)(int, char**);
  const char* summary;
};

constexpr Entry kCommands[] = {
    {"run", cmd_run, "drive a target in cycles, record what happens, judge it"},
    {"apis", cmd_apis, "list the servers whose interface is known: names for run --api"},
    {"diagnose", cmd_diagnose, "find out which kind of traffic makes a target grow"},
    {"trace", cmd_trace, "run a program without load and show what allocates and what is live"},
    {"report", cmd_report, "judge a recorded run again and render it"},
    {"compare", cmd_compare, "judge runs of a changed server against runs of the one before"},
    {"baseline", cmd_baseline, "write down what a run measured, for later runs to be held to"},
    {"judge", cmd_judge, "judge anybody's series of memory over requests: CSV, Prometheus"},
    {"plan", cmd_plan, "from a pilot run: how long a soak has to be"},
    {"calibrate", cmd_calibrate, "measure how often verdicts err, on simulated servers"},
    {"doctor", cmd_doctor, "say what this machine allows ttsoak to see"},
    {"tracer", cmd_tracer, "put the tracer where a server in a container can load it"},
    {"selftest", cmd_selftest, "soak engines whose disease is known: does ttsoak find it?"},
    {"engine", cmd_engine, "the reference engine: a speech server with faults on demand"},
};

void print_help(std::ostream& out) {
  out << "ttsoak " << kVersion << ": does a text-to-speech server's memory grow, and how fast?\n\n"
      << "Usage: ttsoak COMMAND [OPTIONS]\n\nCommands:\n";
  for (const Entry& command : kCommands) {
    out << "  " << command.name << std::string(10 - std::strlen(command.name), ' ')
        << command.summary << '\n';
  }
  out << "\nExamples:\n"
         "  ttsoak run --url http://127.0.0.1:8880            soak a server that runs already\n"
         "  ttsoak run --api auto --url http://127.0.0.1:5000 find out what it speaks\n"
         "  ttsoak run configs/overnight.json                 soak by a config\n"
         "  ttsoak trace -- python3 script.py                 profile the heap of any program\n"
         "  ttsoak report runs/soak-20260101-120000           judge a recorded run again\n"
         "  ttsoak compare runs/old-* -- runs/new-*           is the new server no worse?\n"
         "  ttsoak judge memory.csv                           judge what was measured elsewhere\n"
         "  ttsoak engine serve --fault text_cache=1          a patient with a known disease\n\n"
         "Exit status: 0 PASS, 1 FAIL, 2 INCONCLUSIVE, 3 INVALID, 4 ttsoak could not do its job.\n"
         "'ttsoak COMMAND --help' tells the rest.\n";
}

ExitStatus dispatch(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "";
  for (const Entry& command : kCommands) {
    if (name == command.name) return command.run(argc - 1, argv + 1);
  }
  if (name == "--help" || name == "-h" || name == "help") {
    print_help(std::cout);
    return ExitStatus::pass;
  }
  if (name == "--version") {
    std::cout << "ttsoak " << kVersion << '\n';
    return ExitStatus::pass;
  }
  if (!name.empty()) std::cerr << "ttsoak: unknown command \"" << name << "\"\n\n";
  print_help(std::cerr);
  return ExitStatus::error;
}

}  // namespace
}  // namespace ttsoak

int main(int argc, char** argv) {
  try {
    return static_cast<int>(ttsoak::dispatch(argc, argv));
  } catch (const std::exception& bug) {
    std::fprintf(stderr, "ttsoak: internal error: %s\n", bug.what());
    return static_cast<int>(ttsoak::ExitStatus::error);
  }
}
