// Planted containers that grow, on every Python of this machine: each is to be named by its path,
// and nothing else.

#include <cstdlib>
#include <sstream>

#include "gmock/gmock.h"
#include "tests/integration/python_frames/interpreters.h"
#include "tests/integration/python_holders/observed_program.h"

namespace ttsoak {
namespace {

std::string in_words(const PythonHolder& holder) {
  std::ostringstream out;
  out << holder.path << "  " << holder.type << "  " << holder.first_length << " -> "
      << holder.last_length << ", grew " << holder.grew << " of " << holder.looks - 1 << ", "
      << holder.bytes_per_cycle << " B a cycle, " << holder.newest << '\n';
  return out.str();
}

constexpr int kCycles = 10;

class PythonHolders : public testing::TestWithParam<int> {
 protected:
  // Of 3.N; empty if there is none.
  static std::string python() {
    for (const auto& one : python_frames::find_known_pythons()) {
      if (one.minor == GetParam()) return one.path;
    }
    return "";
  }
};

struct Expected {
  std::string path, type;
};

// What the module says that it plants.
std::vector<Expected> expected_of(const std::string& python, const std::string& module) {
  const python_frames::PythonRun run = python_frames::run_alone(
      {python, 0}, "-c 'import sys; sys.path.insert(0, \"" TTSOAK_SOURCE_DIR
                   "/tests/servers/python_holders\"); import " +
                       module + "; [print(p, t, sep=chr(9)) for p, t in " + module + ".expected]'");
  std::vector<Expected> expected;
  std::istringstream lines(run.output);
  for (std::string path, type; std::getline(std::getline(lines, path, '\t'), type);) {
    expected.push_back({path, type});
  }
  EXPECT_FALSE(expected.empty()) << run.output;
  return expected;
}

// A path is given whole, or from its start where it ends in a number of repeats.
const PythonHolder* find(const std::vector<PythonHolder>& holders, const Expected& expected) {
  for (const PythonHolder& holder : holders) {
    if (holder.path.find(expected.path) != std::string::npos && holder.type == expected.type) {
      return &holder;
    }
  }
  return nullptr;
}

void expect_named(const std::string& python, const std::string& module) {
  ObservedProgram program(python, {module});
  program.begin();
  program.go_through(kCycles);
  program.finish();
  std::ostringstream all;
  for (const PythonHolder& holder : program.seen().holders) all << in_words(holder);
  if (std::getenv("SHOW_HOLDERS") != nullptr) std::cerr << all.str();
  for (const Expected& expected : expected_of(python, module)) {
    const PythonHolder* const holder = find(program.seen().holders, expected);
    EXPECT_NE(holder, nullptr) << "not named: " << expected.path << " " << expected.type
                               << "\namong\n"
                               << all.str();
  }
  ASSERT_FALSE(program.seen().heaps.empty());
  EXPECT_EQ(program.seen().heaps.back().note, "");
  EXPECT_EQ(program.target().wait().status, 0);
}

void expect_none_named(const std::string& python, const std::string& module) {
  ObservedProgram program(python, {module});
  program.begin();
  program.go_through(kCycles);
  program.finish();
  for (const PythonHolder& holder : program.seen().holders) ADD_FAILURE() << in_words(holder);
  EXPECT_EQ(program.target().wait().status, 0);
}

TEST_P(PythonHolders, OfOrdinaryKindsAreNamed) {
  if (python().empty()) GTEST_SKIP() << "no Python 3." << GetParam();
  expect_named(python(), "plants_basic");
}

TEST_P(PythonHolders, OfOddKindsAreNamed) {
  if (python().empty()) GTEST_SKIP() << "no Python 3." << GetParam();
  expect_named(python(), "plants_odd");
}

TEST_P(PythonHolders, OfTasksAreNamed) {
  if (python().empty()) GTEST_SKIP() << "no Python 3." << GetParam();
  expect_named(python(), "plants_tasks");
}

TEST_P(PythonHolders, NothingOfASoundProgramIsNamed) {
  if (python().empty()) GTEST_SKIP() << "no Python 3." << GetParam();
  expect_none_named(python(), "controls");
}

// The system's Python may have what a speech server needs.
std::string python_with_fastapi_and_torch() {
  const std::string python = "/usr/bin/python3";
  const bool has_all =
      python_frames::run_alone({python, 0}, "-c 'import fastapi, uvicorn, torch, numpy'").status ==
      0;
  return has_all ? python : "";
}

TEST(PythonHoldersOfServers, AreNamed) {
  const std::string python = python_with_fastapi_and_torch();
  if (python.empty()) GTEST_SKIP() << "no Python with fastapi, uvicorn, torch and numpy";
  expect_named(python, "plants_fastapi");
}

TEST(PythonHoldersOfServers, NothingOfASoundOneIsNamed) {
  const std::string python = python_with_fastapi_and_torch();
  if (python.empty()) GTEST_SKIP() << "no Python with fastapi, uvicorn, torch and numpy";
  expect_none_named(python, "controls_fastapi");
}

INSTANTIATE_TEST_SUITE_P(Versions, PythonHolders, testing::Values(9, 10, 11, 12, 13, 14),
                         [](const auto& version) {
                           return "Python3_" + std::to_string(version.param);
                         });

}  // namespace
}  // namespace ttsoak
