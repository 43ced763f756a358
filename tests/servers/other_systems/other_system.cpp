#include "tests/servers/other_systems/other_system.h"

#include <unistd.h>

#include <fstream>

#include "probes/base/result.h"
#include "tests/integration/tracer/target.h"

namespace ttsoak {
namespace {

namespace fs = std::filesystem;

// Headers of g++ 12 call it; before GCC 11 the library has none.
constexpr const char* kNewerThanTheLibrary =
    "#include <cstdlib>\n"
    "namespace std { void __throw_bad_array_new_length() { std::abort(); } }\n";

}  // namespace

OtherSystem::OtherSystem(const std::string& release)
    : root_(fs::path(TTSOAK_BINARY_DIR) / "systems" / release) {}

std::string OtherSystem::why_not() const {
  if (!fs::exists(root_))
    return "not set up (tests/servers/other_systems/setup): " + root_.string();
  const Ending ending = run_target(python({"-c", "pass"}));
  return ending.status == 0 ? "" : "cannot be entered from here: " + ending.errors;
}

std::vector<std::string> OtherSystem::inside(const std::vector<std::string>& argv) const {
  std::vector<std::string> command = {TTSOAK_BINARY_DIR "/bin/enters_system", root_};
  command.insert(command.end(), argv.begin(), argv.end());
  return command;
}

std::vector<std::string> OtherSystem::python(const std::vector<std::string>& arguments) const {
  std::vector<std::string> argv = {"/usr/bin/python3"};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return inside(argv);
}

std::string OtherSystem::library(const std::string& name) const {
  for (const char* const folder : {"lib/x86_64-linux-gnu", "usr/lib/x86_64-linux-gnu"}) {
    if (fs::exists(root_ / folder / name)) return root_ / folder / name;
  }
  abort_with((root_.string() + " has no " + name).c_str());
}

std::string OtherSystem::build(const std::string& source, const fs::path& folder,
                               Threads threads) const {
  const fs::path extra = folder / "extra.cpp";
  std::ofstream(extra) << kNewerThanTheLibrary;
  const fs::path program = folder / fs::path(source).stem();
  std::vector<std::string> command = {find_program("g++"),
                                      "-std=c++20",
                                      "-O1",
                                      "-g",
                                      "-fno-builtin",
                                      "-fsized-deallocation",
                                      std::string("-I") + TTSOAK_SOURCE_DIR,
                                      std::string(TTSOAK_SOURCE_DIR "/tests/programs/") + source,
                                      extra,
                                      "-o",
                                      program,
                                      "-nodefaultlibs",
                                      library("libstdc++.so.6"),
                                      library("libgcc_s.so.1"),
                                      library("libc.so.6"),
                                      library("libdl.so.2"),
                                      library("ld-linux-x86-64.so.2")};
  // Only weak symbols ask for it, which do not make it needed.
  if (threads == Threads::yes) {
    command.insert(command.end(), {"-Wl,--no-as-needed", library("libpthread.so.0")});
  }
  command.insert(command.end(), {"-l:libc_nonshared.a", "-lgcc"});
  const Ending ending = run_target(command);
  if (ending.status != 0) abort_with(ending.errors.c_str());
  return program;
}

}  // namespace ttsoak
