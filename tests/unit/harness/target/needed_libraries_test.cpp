#include "harness/target/needed_libraries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

namespace ttsoak {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::StartsWith;

// A file that goes with the test.
class NeededLibraries : public testing::Test {
 protected:
  ~NeededLibraries() override { std::filesystem::remove(path_); }
  std::vector<std::string> of(const std::string& content) {
    std::ofstream(path_, std::ios::binary) << content;
    return needed_libraries(path_);
  }

 private:
  std::filesystem::path path_ =
      std::filesystem::path(testing::TempDir()) / ("needed-" + std::to_string(::getpid()));
};

std::string own_program() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_F(NeededLibraries, AreThoseOfTheProgram) {
  const auto names = needed_libraries("/proc/self/exe");

  EXPECT_THAT(names, Contains("libc.so.6"));
  EXPECT_THAT(names, Contains(StartsWith("libstdc++.so.")));
}

TEST_F(NeededLibraries, ScriptNeedsNone) { EXPECT_THAT(of("#!/bin/sh\nexit\n"), IsEmpty()); }

TEST_F(NeededLibraries, ProgramThatIsNotThereNeedsNone) {
  EXPECT_THAT(needed_libraries("/no/such/program"), IsEmpty());
  EXPECT_THAT(needed_libraries(""), IsEmpty());
}

TEST_F(NeededLibraries, ProgramThatIsCutOffAnywhereIsReadAsFarAsItGoes) {
  const std::string whole = own_program();
  for (std::size_t size = 0; size <= 128; ++size) {
    EXPECT_THAT(of(whole.substr(0, size)), IsEmpty()) << size;
  }
  // The sections are described at the end.
  EXPECT_THAT(of(whole.substr(0, whole.size() - 100)), IsEmpty());
}

TEST_F(NeededLibraries, SectionsThatPointAnywhereAreNotFollowed) {
  std::string header = own_program().substr(0, 64);
  const std::string wild(64UL * 40, '\xff');
  header.replace(40, 8, std::string("\x40\0\0\0\0\0\0\0", 8));  // e_shoff
  header.replace(60, 2, std::string("\x28\0", 2));              // e_shnum
  std::string sections = wild;
  for (std::size_t i = 0; i < 40; ++i) sections.replace(i * 64 + 4, 4, std::string("\6\0\0\0", 4));

  EXPECT_THAT(of(header + sections), IsEmpty());
}

TEST(FindOnPath, FindsWhatAShellWould) {
  EXPECT_TRUE(std::filesystem::exists(find_on_path("sh")));
  EXPECT_EQ(find_on_path("./here"), "./here");
  EXPECT_EQ(find_on_path("no-such-program-anywhere"), "");
}

}  // namespace
}  // namespace ttsoak
