#include "harness/selftest/confusion.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;

TEST(Confusion, CountsWhatIsOnTheDiagonalAsRight) {
  Confusion confusion;
  confusion.add("fail", "fail");
  confusion.add("fail", "pass");
  confusion.add("pass", "pass");

  EXPECT_EQ(confusion.right(), 2);
  EXPECT_EQ(confusion.all(), 3);
}

TEST(Confusion, ShowsWhatWasTakenForWhat) {
  Confusion confusion;
  confusion.add("fail", "fail");
  confusion.add("fail", "fail");
  confusion.add("fail", "invalid");
  confusion.add("pass", "pass");

  EXPECT_EQ(confusion.table("status"),
            "status     found 1    2    3\n"
            "fail      1      2    .    1\n"
            "pass      2      .    1    .\n"
            "invalid   3      .    .    .\n");
}

TEST(Confusion, IsEmptyWhereNothingWasAdded) { EXPECT_EQ(Confusion().table("status"), ""); }

}  // namespace
}  // namespace ttsoak
