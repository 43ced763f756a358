// An interpreter that ends while it is asked about its objects: a thread that waits for the GIL
// then is freed under its feet, unless it is kept out.

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "probes/python/ask_python.h"
#include "probes/python/python_snapshot.h"
#include "tests/integration/python_frames/interpreters.h"
#include "tests/integration/tracer/boxes.h"

namespace ttsoak {
namespace {

using blackbox::Command;

// PYTHON_EXIT_RUNS: for those who doubt. Each takes more than a second.
int runs() {
  const char* const wanted = std::getenv("PYTHON_EXIT_RUNS");
  return wanted != nullptr ? std::atoi(wanted) : 8;
}

struct Asked {
  Ending ending;
  int snapshots = 0;  // before it was told to end
};

// One round of questions: does it let itself be looked at?
bool answers(const PythonAsker& ask) {
  const auto reply = ask(Command::python_snapshot, "");
  const auto text = ask(Command::python_run, "result = str(len(modules))");
  return reply.ok() && parse_python_snapshot(reply.value()).ok() && text.ok();
}

Asked ask_until_it_ends(const std::string& python, const std::string& how) {
  const Boxes boxes;
  Target target({python, TTSOAK_SOURCE_DIR "/tests/programs/python/asked_at_exit.py", how},
                boxes.environment({"TTSOAK_SAMPLE=65536"}));
  Asked asked;
  if (target.read_line() != "ready") return asked;
  const BlackboxReader box = boxes.of(target.pid());
  const PythonAsker ask = ask_python_of(box.file(), target.pid());
  // Not before its end is guarded, which takes the tracer a second.
  for (int i = 0; i < 2000 && asked.snapshots < 3; ++i) {
    if (answers(ask)) ++asked.snapshots;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  std::atomic<bool> has_ended{false};
  std::thread asker([&] {
    while (!has_ended) static_cast<void>(answers(ask));
  });
  asked.ending = target.wait();
  has_ended = true;
  asker.join();
  return asked;
}

class PythonExit : public testing::TestWithParam<int> {};

TEST_P(PythonExit, IsUnharmedByQuestions) {
  std::string python;
  for (const auto& one : python_frames::find_known_pythons()) {
    if (python.empty() && one.minor == GetParam()) python = one.path;
  }
  if (python.empty()) GTEST_SKIP() << "no Python 3." << GetParam();
  for (int i = 0; i < runs(); ++i) {
    const Asked asked = ask_until_it_ends(python, i % 2 == 0 ? "plain" : "atexit");
    ASSERT_EQ(asked.ending.status, 0) << "run " << i << ": " << asked.ending.errors;
    ASSERT_EQ(asked.snapshots, 3);
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, PythonExit, testing::Values(9, 10, 11, 12, 13, 14),
                         [](const auto& version) {
                           return "Python3_" + std::to_string(version.param);
                         });

}  // namespace
}  // namespace ttsoak
