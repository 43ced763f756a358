#include "reports/cause/false_discovery.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(FalseDiscovery, RejectsUpToTheLastThatIsBelowItsShare) {
  // Of five, the k-th smallest is held against k percent; .029 passes only because .03 does.
  EXPECT_THAT(false_discovery_rejections({0.5, 0.0295, 0.001, 0.03, 0.9}, 5, 0.05),
              ElementsAre(1, 2, 3));
}

TEST(FalseDiscovery, TestsThatWereLeftOutCount) {
  EXPECT_THAT(false_discovery_rejections({0.01}, 5, 0.05), ElementsAre(0));
  EXPECT_THAT(false_discovery_rejections({0.01}, 6, 0.05), IsEmpty());
}

TEST(FalseDiscovery, OfNothingIsNothing) {
  EXPECT_THAT(false_discovery_rejections({}, 100, 0.05), IsEmpty());
}

}  // namespace
}  // namespace ttsoak
