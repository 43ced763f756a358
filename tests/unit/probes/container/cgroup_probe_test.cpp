#include "probes/container/cgroup_probe.h"

#include "gmock/gmock.h"
#include "tests/unit/probes/container/fake_cgroups.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;

constexpr const char* kV2Mount = "31 1 0:28 / @/cg rw - cgroup2 cgroup2 rw\n";
constexpr const char* kHybridMounts =
    "31 1 0:28 / @/memory rw - cgroup cgroup rw,memory\n"
    "32 1 0:29 / @/unified rw - cgroup2 cgroup2 rw\n";

CgroupSample sample_of(const FakeCgroups& fake) {
  const auto probe = CgroupProbe::open(41, fake.proc());
  if (!probe.ok()) abort_with(probe.error().message.c_str());
  const auto sample = probe.value().read();
  if (!sample.ok()) abort_with(sample.error().message.c_str());
  return sample.value();
}

TEST(CgroupProbe, V2FiguresWithTheLowestLimitOnTheWay) {
  const FakeCgroups fake("0::/pod/tts\n", kV2Mount);
  fake.write("cg/pod/memory.max", "3000000\n");
  fake.write("cg/pod/memory.events", "low 0\nhigh 0\nmax 7\noom 2\noom_kill 9\n");
  fake.write("cg/pod/tts/memory.max", "max\n");
  fake.write("cg/pod/tts/memory.events", "low 0\nhigh 0\nmax 5\noom 1\noom_kill 1\n");
  fake.write("cg/pod/tts/memory.current", "1000000\n");
  fake.write("cg/pod/tts/memory.peak", "2000000\n");
  fake.write("cg/pod/tts/memory.stat",
             "anon 600000\nfile 300000\nkernel 50000\nsock 4000\nshmem 100000\nslab 1\n");
  fake.write("cg/pod/tts/memory.pressure", "some avg10=2.50 avg60=0 avg300=0 total=1\n");
  const CgroupSample sample = sample_of(fake);

  EXPECT_EQ(sample.version, 2);
  EXPECT_EQ(sample.path, "/pod/tts");
  EXPECT_EQ(sample.current_bytes, 1'000'000);
  EXPECT_EQ(sample.peak_bytes, 2'000'000);
  EXPECT_EQ(sample.limit_bytes, 3'000'000);
  EXPECT_EQ(sample.limit_hits, 7) << "of the cgroup whose limit it is";
  EXPECT_EQ(sample.oom_kills, 1) << "of the target's own cgroup";
  EXPECT_EQ(sample.anon_bytes, 600'000);
  EXPECT_EQ(sample.file_bytes, 200'000);
  EXPECT_EQ(sample.shmem_bytes, 100'000);
  EXPECT_EQ(sample.kernel_bytes, 54'000);
  EXPECT_EQ(sample.pressure_percent, 2.5);
}

TEST(CgroupProbe, V2BeforeKernel518SumsUpWhatTheKernelHas) {
  const FakeCgroups fake("0::/tts\n", kV2Mount);
  fake.write("cg/tts/memory.current", "10\n");
  fake.write("cg/tts/memory.stat",
             "anon 1\nfile 0\nkernel_stack 2\npagetables 3\nslab 4\nsock 5\n");
  const CgroupSample sample = sample_of(fake);

  EXPECT_EQ(sample.kernel_bytes, 14);
  EXPECT_EQ(sample.peak_bytes, -1);
  EXPECT_EQ(sample.limit_bytes, -1);
  EXPECT_EQ(sample.pressure_percent, -1);
}

TEST(CgroupProbe, V2ChildWithoutTheControllerIsChargedToItsParent) {
  const FakeCgroups fake("0::/user/session/scope\n", kV2Mount);
  fake.write("cg/user/memory.current", "77\n");
  fake.write("cg/user/session/scope/cgroup.procs", "41\n");
  const CgroupSample sample = sample_of(fake);

  EXPECT_EQ(sample.path, "/user");
  EXPECT_EQ(sample.current_bytes, 77);
}

TEST(CgroupProbe, V2RootCountsNothingAndSaysSo) {
  const FakeCgroups fake("0::/\n", kV2Mount);
  fake.write("cg/cgroup.procs", "41\n");
  const auto probe = CgroupProbe::open(41, fake.proc());

  ASSERT_FALSE(probe.ok());
  EXPECT_THAT(probe.error().message, HasSubstr("memory is counted neither"));
}

TEST(CgroupProbe, V1InAHybridMachine) {
  const FakeCgroups fake("4:memory:/docker/abc\n0::/docker/abc\n", kHybridMounts);
  fake.write("memory/docker/abc/memory.usage_in_bytes", "1000\n");
  fake.write("memory/docker/abc/memory.max_usage_in_bytes", "2000\n");
  fake.write("memory/docker/abc/memory.limit_in_bytes", "9223372036854771712\n");
  fake.write("memory/docker/memory.limit_in_bytes", "5000\n");
  fake.write("memory/docker/memory.failcnt", "6\n");
  fake.write("memory/docker/abc/memory.oom_control",
             "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n");
  fake.write("memory/docker/abc/memory.kmem.usage_in_bytes", "40\n");
  fake.write("memory/docker/abc/memory.stat",
             "cache 1\nrss 1\ntotal_cache 300\ntotal_rss 600\ntotal_shmem 100\n"
             "hierarchical_memory_limit 5000\n");
  const CgroupSample sample = sample_of(fake);

  EXPECT_EQ(sample.version, 1);
  EXPECT_EQ(sample.current_bytes, 1000);
  EXPECT_EQ(sample.peak_bytes, 2000);
  EXPECT_EQ(sample.limit_bytes, 5000);
  EXPECT_EQ(sample.limit_hits, 6);
  EXPECT_EQ(sample.oom_kills, 3);
  EXPECT_EQ(sample.anon_bytes, 600);
  EXPECT_EQ(sample.file_bytes, 200);
  EXPECT_EQ(sample.shmem_bytes, 100);
  EXPECT_EQ(sample.kernel_bytes, 40);
  EXPECT_EQ(sample.pressure_percent, -1) << "v1 has none";
}

TEST(CgroupProbe, V1LimitOfAParentThatIsNotSeenCounts) {
  const FakeCgroups fake("4:memory:/\n", "31 1 0:28 / @/memory rw - cgroup cgroup rw,memory\n");
  fake.write("memory/memory.usage_in_bytes", "1\n");
  fake.write("memory/memory.limit_in_bytes", "9223372036854771712\n");
  fake.write("memory/memory.stat", "hierarchical_memory_limit 4096\n");

  EXPECT_EQ(sample_of(fake).limit_bytes, 4096);
}

TEST(CgroupProbe, RemovedCgroupIsAnErrorAndNotZeroBytes) {
  const FakeCgroups fake("0::/tts\n", kV2Mount);
  fake.write("cg/tts/memory.current", "10\n");
  const auto probe = CgroupProbe::open(41, fake.proc());
  ASSERT_TRUE(probe.ok());
  std::filesystem::remove_all(fake.path() / "cg/tts");

  const auto sample = probe.value().read();
  ASSERT_FALSE(sample.ok());
  EXPECT_THAT(sample.error().message, HasSubstr("cgroup removed?"));
}

TEST(CgroupProbe, ProcessThatIsNotThereIsAnError) {
  const FakeCgroups fake("0::/tts\n", kV2Mount);

  EXPECT_FALSE(CgroupProbe::open(42, fake.proc()).ok());
}

}  // namespace
}  // namespace ttsoak
