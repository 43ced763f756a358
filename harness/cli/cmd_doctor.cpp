#include <dlfcn.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/cli/parse_options.h"
#include "harness/run/version.h"
#include "harness/target/tracer_setup.h"
#include "probes/process/machine.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

// One thing ttsoak would like to have. `limits` says what is lost without it, and the remedy.
struct Check {
  std::string what;
  bool good = false;
  std::string found;
  std::string limits;
};

std::string first_line(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

Check check_other_users() {
  const bool root = ::geteuid() == 0;
  return {"other users' processes", root, root ? "visible (root)" : "not visible",
          "servers run by another user, or in a container, cannot be watched; run ttsoak as root"};
}

Check check_ptrace() {
  const std::string scope = first_line("/proc/sys/kernel/yama/ptrace_scope");
  const bool free = scope.empty() || scope == "0" || ::geteuid() == 0;
  return {"ptrace", free, scope.empty() ? "not restricted" : "yama ptrace_scope " + scope,
          "memory maps of processes that ttsoak did not start are hidden; run as root or set "
          "kernel.yama.ptrace_scope=0"};
}

Check check_smaps_rollup() {
  const bool there = std::filesystem::exists("/proc/self/smaps_rollup");
  return {"smaps_rollup", there, there ? "yes" : "no",
          "PSS and private memory are not reported; needs Linux 4.14"};
}

Check check_children() {
  const bool there =
      std::filesystem::exists("/proc/self/task/" + std::to_string(::getpid()) + "/children");
  return {"children files", there, there ? "yes" : "no",
          "finding child processes costs a scan of all processes; CONFIG_PROC_CHILDREN would help"};
}

Check check_disk(const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::path place = std::filesystem::absolute(directory);
  while (!std::filesystem::exists(place, error) && place.has_relative_path()) {
    place = place.parent_path();
  }
  const auto space = std::filesystem::space(place, error);
  if (error) return {"disk", false, error.message(), "no run can be recorded there"};
  constexpr std::uintmax_t kThreeDays = 300U << 20U;
  const bool writable = ::access(place.c_str(), W_OK) == 0;
  return {"disk for runs", writable && space.available > kThreeDays,
          format_bytes(static_cast<double>(space.available)) + " free in " + place.string() +
              (writable ? "" : ", not writable"),
          "a run of three days takes up to 300 MB; choose another place with --output"};
}

Check check_tracer() {
  const Result<std::vector<std::string>> tracer = tracer_environment({}, TraceSpec{}, ".");
  if (!tracer.ok()) {
    return {"allocation tracer", false, tracer.error().message,
            "memory is seen from outside only: how much and how fast, not which line holds it"};
  }
  // As the tracer opens it: privately, and closed again.
  void* const unwinder = ::dlopen("libunwind.so.8", RTLD_LOCAL | RTLD_LAZY);
  if (unwinder != nullptr) ::dlclose(unwinder);
  return {"allocation tracer", unwinder != nullptr,
          unwinder != nullptr ? "ready, with native and Python frames"
                              : "libunwind.so.8 is not installed",
          "call stacks show no native frames; install libunwind8, or put libunwind.so.8 beside the "
          "tracer"};
}

Check check_symbols() {
  const char* urls = std::getenv("DEBUGINFOD_URLS");
  const bool set = urls != nullptr && *urls != '\0';
  return {"symbols", set, set ? "debuginfod configured" : "no debuginfod configured",
          "frames of stripped libraries stay without names unless their debug packages are "
          "installed; set DEBUGINFOD_URLS"};
}

void print(const Check& check) {
  std::cout << (check.good ? "  ok       " : "  limited  ") << check.what
            << std::string(check.what.size() < 24 ? 24 - check.what.size() : 1, ' ') << check.found
            << '\n';
  if (!check.good) std::cout << std::string(11, ' ') << check.limits << '\n';
}

}  // namespace

ExitStatus cmd_doctor(int argc, char** argv) {
  CLI::App app{"Says what this machine allows ttsoak to see, and what would help.",
               "ttsoak doctor"};
  app.footer("Example:\n  ttsoak doctor --output /var/lib/ttsoak");
  std::string output = "runs";
  app.add_option("--output", output, "where runs would be recorded");
  if (const auto exit = parse_options(app, argc, argv)) return *exit;

  std::cout << "ttsoak " << kVersion << "\n\nMachine\n";
  for (const auto& [key, value] : describe_machine()) {
    std::cout << "  " << key << std::string(key.size() < 28 ? 28 - key.size() : 1, ' ') << value
              << '\n';
  }
  std::cout << "\nWhat can be seen\n";
  for (const Check& check :
       {check_other_users(), check_ptrace(), check_smaps_rollup(), check_children(), check_tracer(),
        check_symbols(), check_disk(output)}) {
    print(check);
  }
  return ExitStatus::pass;
}

}  // namespace ttsoak
