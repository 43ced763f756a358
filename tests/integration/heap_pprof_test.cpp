// Whether the programs that our profiles are for can read them.

#include <stdlib.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "gmock/gmock.h"
#include "reports/render/pprof.h"
#include "tests/unit/reports/render/sample_stacks.h"

namespace ttsoak {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

// What `command` prints, on both streams.
std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen((command + " 2>&1").c_str(), "r"),
                                                   ::pclose);
  std::string output;
  std::array<char, 4096> part{};
  for (std::size_t n = 0; (n = std::fread(part.data(), 1, part.size(), pipe.get())) > 0;) {
    output.append(part.data(), n);
  }
  return output;
}

TEST(HeapPprof, GoToolReadsTheProfileAndNamesWhoHoldsMost) {
  const std::string go = TTSOAK_GO;
  if (go.empty()) GTEST_SKIP() << "go is not installed";
  const std::string path = std::string(TTSOAK_BINARY_DIR) + "/heap_pprof_test.pb.gz";
  std::ofstream(path, std::ios::binary) << pprof(sample_profile());

  const std::string top = output_of("'" + go + "' tool pprof -top -nodefraction=0 '" + path + "'");

  EXPECT_THAT(top, HasSubstr("File: engine"));
  EXPECT_THAT(top, HasSubstr("Type: inuse_space"));
  EXPECT_THAT(top, ContainsRegex("976.56kB 99.56%.*Cache::keep \\(inline\\)"));
  EXPECT_THAT(top, HasSubstr("Voice.load"));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace ttsoak
