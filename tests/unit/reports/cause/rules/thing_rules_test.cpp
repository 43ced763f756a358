#include "gmock/gmock.h"
#include "tests/unit/reports/cause/rules/soaked_record.h"

namespace ttsoak {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Case {
  InventoryKind kind;
  Cause cause;
};

class ThingRules : public testing::TestWithParam<Case> {};

TEST_P(ThingRules, FireForOneThingARequest) {
  SoakedRecord soak;
  soak.things(GetParam().kind, "thing_*", linear(4, 1), 4096);

  ASSERT_THAT(soak.causes(), ElementsAre(GetParam().cause));
  const Finding finding = soak.find(GetParam().cause).value();
  EXPECT_EQ(finding.evidence, EvidenceLevel::proven);
  EXPECT_FALSE(finding.resident);
  EXPECT_TRUE(finding.leak);
  EXPECT_NEAR(finding.count_per_request.value().mean, 1, 0.001);
  EXPECT_THAT(finding.sentence, HasSubstr("`thing_*`: 1.00 per request, 4.0 KiB each; 1,004 now"));
}

TEST_P(ThingRules, DoNotFireForAPoolThatFilledAtFirst) {
  SoakedRecord soak;
  soak.things(GetParam().kind, "thing_*", filling(4, 12, 2), 4096);

  EXPECT_THAT(soak.causes(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    All, ThingRules,
    testing::Values(Case{InventoryKind::temp_file, Cause::temp_files},
                    Case{InventoryKind::shm_file, Cause::tmpfs_or_shm},
                    Case{InventoryKind::deleted_file, Cause::deleted_open_files},
                    Case{InventoryKind::unlinked_mapping, Cause::deleted_open_files},
                    Case{InventoryKind::open_file, Cause::fd_leak},
                    Case{InventoryKind::pipe, Cause::fd_leak},
                    Case{InventoryKind::other_descriptor, Cause::fd_leak},
                    Case{InventoryKind::socket, Cause::socket_leak},
                    Case{InventoryKind::thread, Cause::thread_leak},
                    Case{InventoryKind::child, Cause::process_leak},
                    Case{InventoryKind::zombie, Cause::process_leak}));

TEST(ThreadLeak, HasItsStacksInRss) {
  SoakedRecord soak;
  soak.things(InventoryKind::thread, "voice-worker", linear(4, 1), 80 * kKib)
      .part(MemoryPart::stack, linear(1 * kMib, 80 * kKib));

  const Finding finding = soak.find(Cause::thread_leak).value();
  EXPECT_TRUE(finding.resident);
  EXPECT_NEAR(finding.share.value(), 1, 0.02);
}

TEST(DirectMmap, NamesTheLineThatMaps) {
  SoakedRecord soak;
  soak.stack({python_line("Ring.grow", "/app/ring.py", 12)}, linear(0, 64 * kKib), 64 * kKib, 1,
             MemoryPart::mapped);

  const auto finding = soak.find(Cause::direct_mmap);
  ASSERT_TRUE(finding);
  EXPECT_THAT(finding->sentence, HasSubstr("made by Ring.grow at /app/ring.py:12"));
  EXPECT_FALSE(soak.find(Cause::live_leak));
}

TEST(DirectMmap, DoesNotFireForMappingsThatStay) {
  SoakedRecord soak;
  soak.part(MemoryPart::mapped, constant(300 * kMib));

  EXPECT_THAT(soak.causes(), IsEmpty());
}

TEST(TmpfsOrShm, FiresForSharedMemoryInRss) {
  SoakedRecord soak;
  soak.part(MemoryPart::shmem, linear(0, 30 * kKib));

  EXPECT_TRUE(soak.find(Cause::tmpfs_or_shm).value().resident);
}

TEST(DeletedOpenFiles, ThatAreMappedAreInRssAndNoPageCache) {
  SoakedRecord soak;
  soak.part(MemoryPart::file, linear(0, 150 * kKib))
      .things(InventoryKind::unlinked_mapping, "/tmp/copy_*", linear(0, 1), 150 * kKib);

  ASSERT_THAT(soak.causes(), ElementsAre(Cause::deleted_open_files));
  const Finding finding = soak.find(Cause::deleted_open_files).value();
  EXPECT_TRUE(finding.resident);
  EXPECT_NEAR(finding.share.value(), 1, 0.05);
}

TEST(PageCache, OfTheCgroupIsNoLeakAndNotInRss) {
  SoakedRecord soak;
  soak.cgroup(linear(1e7, 50 * kKib), constant(0));

  ASSERT_THAT(soak.causes(), ElementsAre(Cause::page_cache));
  const Finding finding = soak.find(Cause::page_cache).value();
  EXPECT_FALSE(finding.leak);
  EXPECT_FALSE(finding.resident);
}

TEST(GpuMemory, FiresForADeviceThatFillsAndNotForOneThatIsFull) {
  SoakedRecord soak;
  soak.things(InventoryKind::gpu_memory, "0", constant(1), 8e9);
  EXPECT_THAT(soak.causes(), IsEmpty());

  SoakedRecord growing;
  growing.things(InventoryKind::gpu_memory, "0", linear(1000, 1), 1e6);
  EXPECT_THAT(growing.causes(), ElementsAre(Cause::gpu_memory));
}

}  // namespace
}  // namespace ttsoak
