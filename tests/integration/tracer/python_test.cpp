// Python programs go on as if they were not traced. (What is seen of them: python_frames.)

#include <algorithm>
#include <cstdio>

#include "gmock/gmock.h"
#include "tests/integration/tracer/boxes.h"

namespace ttsoak {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

struct Python {
  std::string path;
  int minor = 0;
};

std::string script(const std::string& name) {
  return TTSOAK_SOURCE_DIR "/tests/programs/tracer_traps/" + name;
}

// python3 on PATH, the system's, and pyenv's, from 3.8 on.
std::vector<Python> find_all_pythons() {
  std::vector<std::string> candidates = {find_program("python3"), "/usr/bin/python3"};
  const char* const home = std::getenv("HOME");
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(
           fs::path(home != nullptr ? home : "/") / ".pyenv" / "versions", ignored)) {
    candidates.push_back(entry.path() / "bin" / "python3");
  }
  std::vector<Python> pythons;
  for (const std::string& path : candidates) {
    if (path.empty() || !fs::exists(path)) continue;
    const Ending said = run_target({path, "-c", "import sys; print(sys.version_info[1])"});
    const int minor = std::atoi(said.output.c_str());
    if (said.status == 0 && minor >= 8) pythons.push_back({path, minor});
  }
  return pythons;
}

// One of each version.
std::vector<Python> find_pythons() {
  std::vector<Python> pythons;
  for (const Python& python : find_all_pythons()) {
    const bool known = std::any_of(pythons.begin(), pythons.end(), [&](const Python& other) {
      return other.minor == python.minor;
    });
    if (!known) pythons.push_back(python);
  }
  return pythons;
}

// What the tracer does inside the interpreter must not meet an import that is under way.
TEST(TracerPython, StartsEveryTimeHoweverOftenItIsSampled) {
  const std::string python = find_program("python3");
  if (python.empty()) GTEST_SKIP() << "no python3";
  for (int i = 0; i < 40; ++i) {
    const Boxes boxes;
    const Ending ending =
        run_target({python, "-c", "import json; print(json.dumps([1]))"},
                   boxes.environment({"PYTHONMALLOC=malloc", "TTSOAK_SAMPLE=1024"}));
    ASSERT_EQ(ending.status, 0) << ending.errors;
    ASSERT_EQ(ending.output, "[1]\n");
  }
}

TEST(TracerPython, FamiliesOfEveryVersionAreUnharmed) {
  const std::vector<Python> pythons = find_pythons();
  if (pythons.empty()) GTEST_SKIP() << "no Python from 3.8 on";
  for (const Python& python : pythons) {
    SCOPED_TRACE(python.path);
    const Boxes boxes;
    EXPECT_EQ(expect_unharmed({python.path, script("families.py")}, boxes).status, 0);
    EXPECT_GT(boxes.count(), 5U);
  }
}

class TracerPythonModes : public testing::TestWithParam<const char*> {};

TEST_P(TracerPythonModes, FamiliesAreUnharmed) {
  const std::string python = find_program("python3");
  if (python.empty()) GTEST_SKIP() << "no python3";
  const Boxes boxes;
  EXPECT_EQ(expect_unharmed({python, script("families.py")}, boxes, {GetParam()}).status, 0);
}

INSTANTIATE_TEST_SUITE_P(Of, TracerPythonModes,
                         testing::Values("PYTHONDEVMODE=1", "PYTHONMALLOC=malloc",
                                         "PYTHONMALLOC=debug"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '=', '_');
                           return name;
                         });

TEST(TracerPython, ForkDoesNotWarnOfThreads) {
  int tried = 0;
  for (const Python& python : find_pythons()) {
    if (python.minor < 12) continue;
    SCOPED_TRACE(python.path);
    ++tried;
    const Boxes boxes;
    const Ending ending = expect_unharmed({python.path, "-W", "error", script("forks_alone.py")},
                                          boxes, {"TTSOAK_SAMPLE=4096"});
    EXPECT_EQ(ending.status, 0);
    EXPECT_EQ(ending.output, "no warning\n");
  }
  if (tried == 0) GTEST_SKIP() << "no Python from 3.12 on";
}

TEST(TracerPython, UvicornsWorkersServeAndEnd) {
  for (const Python& python : find_all_pythons()) {
    if (run_target({python.path, "-c", "import uvicorn"}).status != 0) continue;
    const Boxes boxes;
    const Ending ending =
        run_target({python.path, script("serves_with_workers.py")}, boxes.environment());
    EXPECT_EQ(ending.output, "answers 200\nended with 0\n") << ending.errors;
    // The script, the supervisor, two workers, and what multiprocessing starts besides.
    EXPECT_GE(boxes.count(), 4U);
    std::size_t pythons = 0;
    for (const BlackboxReader& box : boxes.all()) pythons += header_of(box).python_version != 0;
    EXPECT_GE(pythons, 4U);
    return;
  }
  GTEST_SKIP() << "no uvicorn";
}

}  // namespace
}  // namespace ttsoak
