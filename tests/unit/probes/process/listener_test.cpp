#include "probes/process/listener.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using ::testing::ElementsAre;

TEST(Topmost, MasterWinsOverTheWorkersThatShareItsSocket) {
  const std::map<pid_t, pid_t> parents = {{10, 1}, {11, 10}, {12, 10}};

  EXPECT_THAT(topmost({12, 10, 11}, parents), ElementsAre(10));
}

TEST(Topmost, AncestorIsFoundThroughAProcessThatDoesNotListen) {
  const std::map<pid_t, pid_t> parents = {{10, 1}, {11, 10}, {12, 11}};

  EXPECT_THAT(topmost({12, 10}, parents), ElementsAre(10));
}

TEST(Topmost, UnrelatedProcessesAllStay) {
  const std::map<pid_t, pid_t> parents = {{10, 1}, {20, 1}, {21, 20}};

  EXPECT_THAT(topmost({21, 10}, parents), ElementsAre(10, 21));
}

TEST(Topmost, CircleLeftByARecycledPidEnds) {
  const std::map<pid_t, pid_t> parents = {{10, 11}, {11, 10}};

  EXPECT_THAT(topmost({11}, parents), ElementsAre(11));
}

}  // namespace
}  // namespace ttsoak
