// Debugging information from a server in the place of debuginfod: asked for by libdw where
// DEBUGINFOD_URLS names it, and never otherwise. libdw reads that variable when it is loaded, so
// this takes a program of its own.

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include "gmock/gmock.h"
#include "tests/integration/soak_run.h"
#include "tests/integration/tracer/target.h"

namespace ttsoak {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kFolder = TTSOAK_BINARY_DIR "/symbolized/";

// Of the one function that the library shows, as nm(1) prints it.
std::string address_of_function() {
  std::istringstream lines(run_target({"nm", "--dynamic", kFolder + "libsymbolized.so"}).output);
  for (std::string address, type, name; lines >> address >> type;) {
    if (std::getline(lines, name) && name == " symbolized_return_address") return address;
  }
  return "";
}

class Debuginfod : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string python = find_program("python3");
    if (python.empty()) GTEST_SKIP() << "no python3 to serve with";
    if (run_target({"ldconfig", "-p"}).output.find("libdebuginfod.so.1") == std::string::npos) {
      GTEST_SKIP() << "no libdebuginfod (Debian: libdebuginfod1)";
    }
    server_ = std::make_unique<Target>(std::vector<std::string>{
        python, TTSOAK_SOURCE_DIR "/tests/integration/debuginfod_server.py",
        kFolder + "separate.debug", log_path()});
    url_ = server_->read_line();
    ASSERT_NE(url_, "");
  }
  [[nodiscard]] std::string log_path() const { return place_.path() / "log"; }
  [[nodiscard]] std::string log() const {
    std::ifstream file(log_path());
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // What the stripped library's function is called, and where it is.
  [[nodiscard]] std::string name_function(const std::string& urls) const {
    const Ending ending = run_target(
        {TTSOAK_BINARY_DIR "/bin/names_an_address", kFolder + "stripped.so", address_of_function()},
        {"DEBUGINFOD_URLS=" + urls, "DEBUGINFOD_CACHE_PATH=" + place_.path().string()});
    EXPECT_EQ(ending.status, 0) << ending.errors;
    return ending.output;
  }

  const TempDirectory place_;
  std::unique_ptr<Target> server_;
  std::string url_;
};

TEST_F(Debuginfod, NamesTheLinesOfAStrippedLibrary) {
  EXPECT_THAT(name_function(url_),
              ContainsRegex("symbolized_return_address.*symbolized\\.cpp:[1-9]"));
  EXPECT_THAT(log(), ContainsRegex("/buildid/[0-9a-f]+/debuginfo"));
}

TEST_F(Debuginfod, IsNotAskedWhereNoneIsNamed) {
  const std::string named = name_function("");
  EXPECT_THAT(named, HasSubstr("symbolized_return_address"));
  EXPECT_THAT(named, Not(HasSubstr("symbolized.cpp")));
  EXPECT_EQ(log(), "");
}

}  // namespace
}  // namespace ttsoak
