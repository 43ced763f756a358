#include "probes/container/cgroup_place.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Mount kV2{"/", "/sys/fs/cgroup", "cgroup2", "rw"};
const Mount kV1{"/docker/abc", "/sys/fs/cgroup/memory", "cgroup", "rw,memory"};
const Mount kV1Cpu{"/", "/sys/fs/cgroup/cpu", "cgroup", "rw,cpu"};

TEST(ProcCgroup, V1WithTheMemoryControllerGoesBeforeV2) {
  const auto line = parse_proc_cgroup("5:cpu,cpuacct:/x\n4:hugetlb,memory:/docker/a:b\n0::/init\n");

  EXPECT_EQ(line.version, 1);
  EXPECT_EQ(line.path, "/docker/a:b");
}

TEST(ProcCgroup, V2WhereNoV1HierarchyCountsMemory) {
  const auto line = parse_proc_cgroup("1:name=systemd:/x\n0::/system.slice/tts.service\n");

  EXPECT_EQ(line.version, 2);
  EXPECT_EQ(line.path, "/system.slice/tts.service");
}

TEST(PlaceCgroup, MountOfTheWholeHierarchyShowsTheParents) {
  const auto place = place_cgroup({2, "/a/b"}, {kV1Cpu, kV1, kV2}, "/");

  ASSERT_TRUE(place.ok()) << place.error().message;
  EXPECT_THAT(place.value().chain(),
              ElementsAre("/sys/fs/cgroup/a/b", "/sys/fs/cgroup/a", "/sys/fs/cgroup"));
}

TEST(PlaceCgroup, MountOfAContainersPartIsItsTop) {
  const auto place = place_cgroup({1, "/docker/abc/job"}, {kV1Cpu, kV1}, "/proc/41/root");

  ASSERT_TRUE(place.ok()) << place.error().message;
  EXPECT_THAT(place.value().chain(), ElementsAre("/proc/41/root/sys/fs/cgroup/memory/job",
                                                 "/proc/41/root/sys/fs/cgroup/memory"));
}

TEST(PlaceCgroup, CgroupBesideOurNamespaceIsNotOurTop) {
  const auto place = place_cgroup({2, "/../other"}, {kV2}, "/");

  ASSERT_FALSE(place.ok());
  EXPECT_THAT(place.error().message, HasSubstr("/../other: not mounted"));
}

TEST(PlaceCgroup, CgroupBesideOurNamespaceIsFoundThroughTheTargetsOwnMount) {
  const Mount theirs{"/../other", "/sys/fs/cgroup", "cgroup2", "rw"};
  const auto place = place_cgroup({2, "/../other"}, {theirs}, "/proc/41/root");

  ASSERT_TRUE(place.ok()) << place.error().message;
  EXPECT_EQ(place.value().path, "/");
}

}  // namespace
}  // namespace ttsoak
