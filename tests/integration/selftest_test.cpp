#include <unistd.h>

#include <csignal>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "tests/integration/soak_run.h"

// `ttsoak selftest` on some of its cases: what ttsoak says of engines whose disease is known. All
// of them take too long for here: `ttsoak selftest`.
namespace ttsoak {
namespace {

using ::testing::HasSubstr;

struct Selftest {
  explicit Selftest(std::vector<std::string> arguments)
      : child(command(std::move(arguments), files.path().string())) {}

  static std::vector<std::string> command(std::vector<std::string> arguments,
                                          const std::string& output) {
    arguments.insert(arguments.begin(), {kTtsoak, "selftest"});
    arguments.insert(arguments.end(), {"--output", output});
    return arguments;
  }

  [[nodiscard]] std::string story() const { return child.output() + child.errors(); }

  TempDirectory files;
  Child child;
};

void expect_right(const std::vector<std::string>& cases) {
  std::vector<std::string> arguments = {"--quick", "--only"};
  arguments.insert(arguments.end(), cases.begin(), cases.end());
  Selftest selftest(arguments);

  EXPECT_EQ(selftest.child.wait(std::chrono::minutes(9)), 0) << selftest.story();
  EXPECT_THAT(selftest.child.output(), HasSubstr("Controls called a leak: 0 of"))
      << selftest.story();
}

TEST(Selftest, FindsLeaksAndNoneInASoundEngine) {
  expect_right({"text_cache", "bounded_text_cache"});
}

TEST(Selftest, FindsWhatIsHeldOutsideOfTheHeap) { expect_right({"gpu_memory", "temp_files"}); }

// Two cycles decide nothing, so this takes no time.
constexpr const char* kShort = R"({
  "target": {"in_process": true},
  "workload": {"cycles": 2, "requests_per_cycle": 2, "texts": ["Yes."], "voices": ["slt"],
               "quiesce": {"settle_s": 0.1, "limit_s": 1}},
  "expect": {"status": "fail", "causes": [{"cause": "live_leak"}]}
})";

TEST(Selftest, WhatIsNotAsExpectedIsAFailureAndShown) {
  const TempDirectory cases;
  (void)cases.write("odd.json", kShort);
  Selftest selftest({"--cases", cases.path().string(), "--seeds", "2"});

  EXPECT_EQ(selftest.child.wait(std::chrono::minutes(2)), 1) << selftest.story();
  EXPECT_THAT(selftest.child.output(), HasSubstr("Status right: 0 of 2.")) << selftest.story();
  EXPECT_THAT(selftest.child.output(), HasSubstr("not found: live_leak")) << selftest.story();
}

TEST(Selftest, ThatIsInterruptedShowsWhatIsDone) {
  const TempDirectory cases;
  (void)cases.write("odd.json", kShort);
  Selftest selftest({"--cases", cases.path().string(), "--seeds", "1000"});
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (selftest.child.errors().find("/1000") == std::string::npos) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << selftest.story();
    ::usleep(50'000);
  }

  EXPECT_EQ(selftest.child.end_by(SIGINT), 1) << selftest.story();
  EXPECT_THAT(selftest.child.output(), HasSubstr("Status right: 0 of ")) << selftest.story();
}

TEST(Selftest, UnknownCaseIsAnErrorThatSaysWhatToDo) {
  Selftest selftest({"--only", "nonesuch"});

  EXPECT_EQ(selftest.child.wait(std::chrono::minutes(1)), 4);
  EXPECT_THAT(selftest.child.errors(), HasSubstr("no case \"nonesuch\"; --list shows all"));
}

}  // namespace
}  // namespace ttsoak
