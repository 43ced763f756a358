// Debugging information from a server in the place of debuginfod: asked for by libdw where
// DEBUGINFOD_URLS names it, and never otherwise.

#include <fstream>
#include <iterator>

#include "gmock/gmock.h"
#include "tests/integration/trace_run.h"
#include "tests/integration/tracer/target.h"

namespace ttsoak {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class TracedStrippedProgram : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string python = find_program("python3");
    if (python.empty()) GTEST_SKIP() << "no python3 to serve with";
    if (std::system("ldconfig -p | grep -q libdebuginfod.so.1") != 0) {
      GTEST_SKIP() << "no libdebuginfod (Debian: libdebuginfod1)";
    }
    server_ = std::make_unique<Target>(std::vector<std::string>{
        python, TTSOAK_SOURCE_DIR "/tests/integration/debuginfod_server.py",
        TTSOAK_BINARY_DIR "/bin/traced_keeps_greetings.debug", log_path()});
    url_ = server_->read_line();
    ASSERT_NE(url_, "");
  }
  [[nodiscard]] std::string log_path() const { return place_.path() / "log"; }
  [[nodiscard]] std::string log() const {
    std::ifstream file(log_path());
    return {std::istreambuf_iterator<char>(file), {}};
  }
  [[nodiscard]] std::string trace(const std::string& urls) const {
    TraceRun run({TTSOAK_BINARY_DIR "/bin/traced_keeps_greetings_stripped", "exit", "0"},
                 {"DEBUGINFOD_URLS=" + urls, "DEBUGINFOD_CACHE_PATH=" + place_.path().string()});
    EXPECT_EQ(run.finish(), 0) << run.errors();
    return first_live_stack(run.output());
  }

  const TempDirectory place_;
  std::unique_ptr<Target> server_;
  std::string url_;
};

TEST_F(TracedStrippedProgram, IsNamedByWhatTheServerHas) {
  EXPECT_THAT(trace(url_), ContainsRegex("keep_greeting.*keeps_greetings\\.cpp:[0-9]"));
  EXPECT_THAT(log(), ContainsRegex("/buildid/[0-9a-f]+/debuginfo"));
}

TEST_F(TracedStrippedProgram, IsNotAskedForWhereNoServerIsNamed) {
  EXPECT_THAT(trace(""), Not(HasSubstr("keeps_greetings.cpp")));
  EXPECT_EQ(log(), "");
}

}  // namespace
}  // namespace ttsoak
