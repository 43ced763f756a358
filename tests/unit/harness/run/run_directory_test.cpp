#include "harness/run/run_directory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace ttsoak {
namespace {

namespace fs = std::filesystem;

class RunDirectory : public testing::Test {
 protected:
  RunDirectory() : parent_(fs::path(testing::TempDir()) / ("run-" + std::to_string(::getpid()))) {}
  ~RunDirectory() override { fs::remove_all(parent_); }

  fs::path parent_;
};

TEST_F(RunDirectory, TwoRunsInOneSecondDoNotShareADirectory) {
  const auto first = make_run_directory(parent_, "soak");
  const auto second = make_run_directory(parent_, "soak");
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_NE(first.value(), second.value());
  EXPECT_TRUE(fs::is_directory(second.value()));
}

TEST_F(RunDirectory, ANameCannotLeaveTheParent) {
  const auto path = make_run_directory(parent_, "../../etc x");
  ASSERT_TRUE(path.ok());
  EXPECT_EQ(path.value().parent_path(), parent_);
}

TEST_F(RunDirectory, AParentThatIsAFileIsAnErrorWithARemedy) {
  fs::create_directories(parent_);
  std::ofstream(parent_ / "file") << "x";
  const auto path = make_run_directory(parent_ / "file", "soak");
  ASSERT_FALSE(path.ok());
  EXPECT_THAT(path.error().message, testing::HasSubstr("--output"));
}

}  // namespace
}  // namespace ttsoak
