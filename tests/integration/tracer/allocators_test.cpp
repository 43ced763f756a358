// Allocators other than the C library's: preloaded behind us, or linked into the program.

#include "gmock/gmock.h"
#include "tests/integration/tracer/boxes.h"

namespace ttsoak {
namespace {

constexpr std::int64_t kAllocated = 32000000;

std::int64_t in_the_c_library(const std::string& allocator) {
  const Boxes boxes;
  Target target({trap("asks_whose_blocks")}, boxes.environment({}, allocator));
  const std::int64_t bytes = std::atoll(target.read_line().c_str());
  EXPECT_GT(exact_live_bytes(snapshot_of(boxes.of(target.pid()))), kAllocated);
  EXPECT_EQ(target.wait().status, 0);
  return bytes;
}

TEST(TracerAllocators, WithoutAnotherTheCLibrarysServes) {
  EXPECT_GT(in_the_c_library(""), kAllocated);
}

TEST(TracerAllocators, OneThatIsPreloadedStaysInUse) {
  for (const char* const name :
       {"libjemalloc.so.2", "libtcmalloc_minimal.so.4", "libmimalloc.so.2.0"}) {
    const std::string library = std::string("/usr/lib/x86_64-linux-gnu/") + name;
    if (!std::filesystem::exists(library)) continue;
    EXPECT_LT(in_the_c_library(library), 1000000) << name;
  }
}

TEST(TracerAllocators, OneLinkedIntoTheProgramIsAdmittedNotToBeSeen) {
  if (!std::filesystem::exists(trap("brings_its_own_malloc"))) {
    GTEST_SKIP() << "not built: needs libjemalloc.a";
  }
  const Boxes boxes;
  EXPECT_EQ(expect_unharmed({trap("brings_its_own_malloc")}, boxes).status, 0);
  const BlackboxInfo info = boxes.only().info().value();
  EXPECT_EQ(info.blind & blackbox::kOwnMalloc, blackbox::kOwnMalloc);
  EXPECT_THAT(info.note, testing::HasSubstr("brings its own malloc"));
  const Boxes others;
  expect_unharmed({trap("says_hello")}, others);
  EXPECT_EQ(others.only().info().value().blind, 0U);
}

}  // namespace
}  // namespace ttsoak
