#include "gmock/gmock.h"
#include "tests/unit/reports/cause/rules/soaked_record.h"

namespace ttsoak {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

const std::string kTorch = "/opt/torch/lib/libtorch_cpu.so";

std::vector<Frame> convolution(int line) {
  return {native_in("mkldnn_convolution", kTorch), python_line("speak", "/app/server.py", line)};
}

SoakedRecord retaining(double returned) {
  SoakedRecord soak;
  soak.part(MemoryPart::free, linear(0, 120 * kKib));
  if (returned >= 0) soak.experiment(ExperimentKind::malloc_trim, returned);
  return soak;
}

TEST(AllocatorRetention, IsProvenByATrimThatReturnsIt) {
  const auto finding = retaining(112 * kMib).find(Cause::allocator_retention);

  ASSERT_TRUE(finding);
  EXPECT_FALSE(finding->leak);
  EXPECT_EQ(finding->evidence, EvidenceLevel::proven);
  EXPECT_THAT(finding->sentence, HasSubstr("a trim returned 112.0 MiB"));
  EXPECT_NEAR(finding->share.value(), 1, 0.02);
}

TEST(AllocatorRetention, WithoutATrimIsConsistentAndSaysWhatATrimWould) {
  const auto finding = retaining(-1).find(Cause::allocator_retention);

  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->evidence, EvidenceLevel::consistent);
  EXPECT_THAT(finding->sentence, HasSubstr("a trim would return 117.2 MiB"));
  EXPECT_THAT(finding->experiment, HasSubstr("a trim at the end"));
}

TEST(AllocatorRetention, DoesNotFireWhereATrimReturnsNothing) {
  EXPECT_THAT(retaining(0).causes(), Not(Contains(Cause::allocator_retention)));
}

TEST(AllocatorRetention, WithoutSplitsRestsOnWhatCameBack) {
  SoakedRecord soak = retaining(100 * kMib);
  soak.without_splits();

  EXPECT_EQ(soak.find(Cause::allocator_retention).value().evidence, EvidenceLevel::proven);
}

TEST(AllocatorRetention, DoesNotFireForALiveLeak) {
  SoakedRecord soak;
  soak.stack(convolution(1), linear(0, 120 * kKib), 4096)
      .experiment(ExperimentKind::malloc_trim, 1 * kMib);

  EXPECT_THAT(soak.causes(), testing::ElementsAre(Cause::live_leak));
}

TEST(HighWater, FiresWhereFreePagesCameEarlyAndStayed) {
  SoakedRecord soak;
  soak.part(MemoryPart::free, filling(0, 80 * kMib, 2));

  const auto finding = soak.find(Cause::high_water);
  ASSERT_TRUE(finding);
  EXPECT_FALSE(finding->leak);
  EXPECT_THAT(finding->sentence, HasSubstr("since a peak and are used again"));
  EXPECT_FALSE(soak.find(Cause::allocator_retention));
  EXPECT_FALSE(soak.find(Cause::warm_up));
}

TEST(HighWater, DoesNotFireWhereFreePagesBecomeMore) {
  EXPECT_FALSE(retaining(-1).find(Cause::high_water));
}

TEST(HighWater, DoesNotFireForTheFewFreePagesOfAnyServer) {
  SoakedRecord soak;
  soak.part(MemoryPart::free, constant(9 * kMib));

  EXPECT_FALSE(soak.find(Cause::high_water));
}

TEST(PinnedFragmentation, NamesWhoPinsThePages) {
  SoakedRecord soak;
  soak.part(MemoryPart::pinned, linear(0, 30 * kKib))
      .share(RetentionRole::pins, convolution(88), 28 * kMib, 7000, 48, 112)
      .share(RetentionRole::pins, convolution(90), 1 * kMib, 20, 48, 300)
      .experiment(ExperimentKind::malloc_trim, 0, 0);

  const auto finding = soak.find(Cause::pinned_fragmentation);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->evidence, EvidenceLevel::proven);
  EXPECT_THAT(finding->sentence,
              HasSubstr("pinned by 7,020 sampled blocks of 48 B to 112 B, 96.6 % of it by speak at "
                        "/app/server.py:88 in libtorch_cpu.so (mkldnn_convolution)"));
}

TEST(PinnedFragmentation, DoesNotFireForASliverOfTheGrowth) {
  SoakedRecord soak = retaining(110 * kMib);
  soak.part(MemoryPart::pinned, linear(0, 3 * kKib));

  EXPECT_FALSE(soak.find(Cause::pinned_fragmentation));
}

TEST(Pymalloc, FiresForArenasThatAreHalfEmpty) {
  SoakedRecord soak;
  soak.part(MemoryPart::python_free, linear(0, 20 * kKib))
      .part(MemoryPart::python_live, linear(0, 1 * kKib));

  const auto finding = soak.find(Cause::pymalloc);
  ASSERT_TRUE(finding);
  EXPECT_FALSE(finding->leak);
  EXPECT_THAT(finding->sentence, HasSubstr("keep each arena"));
}

TEST(Pymalloc, DoesNotFireWhereALineOfPythonExplainsIt) {
  SoakedRecord soak;
  soak.stack({python_line("Journal.add", "/app/journal.py", 22)}, linear(0, 20 * kKib), 180, 1,
             MemoryPart::python_live);

  EXPECT_THAT(soak.causes(), testing::ElementsAre(Cause::live_leak));
}

TEST(PythonCycles, AreProvenByACollectionThatLowersMemory) {
  SoakedRecord soak;
  soak.part(MemoryPart::python_live, linear(0, 30 * kKib))
      .python(linear(1e5, 12), constant(0))
      .experiment(ExperimentKind::gc_collect, 28 * kMib, -1, 11800);

  const auto finding = soak.find(Cause::python_cycles);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->evidence, EvidenceLevel::proven);
  EXPECT_THAT(finding->sentence, HasSubstr("freed 11,800 objects in rings"));
}

TEST(PythonCycles, DoNotFireWhereACollectionFindsNothing) {
  SoakedRecord soak;
  soak.part(MemoryPart::python_live, linear(0, 30 * kKib))
      .python(linear(1e5, 12), constant(0))
      .experiment(ExperimentKind::gc_collect, 0.1 * kMib, -1, 40);

  EXPECT_FALSE(soak.find(Cause::python_cycles));
}

TEST(PythonCycles, DoNotFireForWhatCameSinceTheLastCollection) {
  SoakedRecord soak;
  soak.part(MemoryPart::python_live, linear(0, 30 * kKib))
      .python(constant(1e5), constant(0))
      .experiment(ExperimentKind::gc_collect, 15 * kMib, -1, 1552);

  EXPECT_FALSE(soak.find(Cause::python_cycles));
}

TEST(PythonCycles, InGcGarbageAreConsistent) {
  SoakedRecord soak;
  soak.python(linear(1e5, 2), linear(0, 2));

  EXPECT_EQ(soak.find(Cause::python_cycles).value().evidence, EvidenceLevel::consistent);
}

}  // namespace
}  // namespace ttsoak
