#include "gmock/gmock.h"
#include "tests/unit/reports/cause/rules/soaked_record.h"

namespace ttsoak {
namespace {

using testing::ElementsAre;

const std::string kTorch = "/opt/torch/lib/libtorch_cpu.so";

std::vector<Frame> speaks(const std::string& native) {
  return {native_in(native, kTorch), python_line("speech", "/app/server.py", 57)};
}

// A server on torch with texts of many lengths: every new length leaves a small primitive in oneDNN
// behind, between the large buffers that are freed; and a temporary file for every request.
SoakedRecord server_a() {
  SoakedRecord soak;
  soak.stack(speaks("dnnl::impl::lru_primitive_cache_t::add(key_t const&)"),
             filling(0, 9 * kMib, 12), 2048)
      .part(MemoryPart::free, filling(0, 174 * kMib, 36))
      .things(InventoryKind::temp_file, "/tmp/temp_voice_*.wav", linear(0, 1), 24 * kKib)
      .share(RetentionRole::filled, speaks("mkldnn_convolution"), 62 * kMib, 40, 1 << 20, 1 << 22)
      .share(RetentionRole::filled, {python_line("load", "/app/voices.py", 9)}, 57 * kMib, 40,
             1 << 20, 1 << 22)
      .share(RetentionRole::separates,
             speaks("dnnl::impl::lru_primitive_cache_t::add(key_t const&)"), 115 * kMib, 208, 48,
             112)
      .share(RetentionRole::separates, {python_line("load", "/app/voices.py", 9)}, 2 * kMib, 4, 64,
             64)
      .experiment(ExperimentKind::malloc_trim, 110 * kMib, 116 * kMib);
  return soak;
}

TEST(ServerA, IsRetentionHeldApartByACacheAndATempFileARequest) {
  const std::vector<Finding> findings = server_a().judged().findings;

  ASSERT_THAT(server_a().causes(),
              ElementsAre(Cause::allocator_retention, Cause::keyed_cache, Cause::temp_files));
  EXPECT_EQ(findings[0].evidence, EvidenceLevel::proven);
  EXPECT_EQ(
      findings[0].sentence,
      "116.7 MiB of free pages stay in the heap, 112.0 MiB of them since the first cycle; a "
      "trim returned 110.0 MiB; last used by speech at /app/server.py:57 in libtorch_cpu.so "
      "(mkldnn_convolution) (52.1 %); held apart by 212 sampled blocks of 48 B to 112 B, 98.3 % of "
      "it by speech at /app/server.py:57 in libtorch_cpu.so "
      "(dnnl::impl::lru_primitive_cache_t::add)");
  EXPECT_EQ(findings[2].sentence,
            "temporary files are left behind: `/tmp/temp_voice_*.wav`: 1.00 per request, 24.0 KiB "
            "each; 1,000 now");
  EXPECT_FALSE(findings[0].leak || findings[1].leak);
}

TEST(ServerA, DoesNotBlameTheVoiceThatIsLoadedAgain) {
  for (const Finding& finding : server_a().judged().findings) {
    EXPECT_THAT(finding.sentence, testing::Not(testing::HasSubstr("voices.py")));
  }
}

// Unique texts: a dict keeps 200 kB for each stream that the client hung up on, a cache without
// bound keeps every text, and server A's retention is underneath.
SoakedRecord server_b() {
  SoakedRecord soak;
  soak.fresh_texts()
      .aborts(5)
      .stack({python_line("stream", "/app/server.py", 88)}, linear(0, 0.2 * 200e3), 200e3)
      .stack({python_line("phonemes", "/app/text.py", 31)}, linear(0, 9 * kKib), 9 * kKib)
      .holder("server._writers", "dict", 5, 5 * 200e3, -1, "str -> bytearray")
      .holder("text.phonemes", "functools._lru_cache_wrapper", 25, 25 * 9 * kKib, -1, "str -> list")
      .part(MemoryPart::free, linear(0, 30 * kKib))
      .experiment(ExperimentKind::malloc_trim, 28 * kMib);
  return soak;
}

TEST(ServerB, NamesBothContainersAndTellsRetentionApart) {
  const std::vector<Finding> findings = server_b().judged().findings;

  ASSERT_THAT(server_b().causes(),
              ElementsAre(Cause::leak_on_abort, Cause::allocator_retention, Cause::keyed_cache));
  EXPECT_EQ(
      findings[0].sentence,
      "for every aborted stream: stream at /app/server.py:88 keeps 39.1 KiB per request, held "
      "by `server._writers` (dict, +5.00 a cycle, 195.3 KiB each: str -> bytearray); that is "
      "195.3 KiB for each");
  EXPECT_EQ(findings[2].sentence,
            "a cache without a known bound: phonemes at /app/text.py:31 keeps 9.0 KiB per request, "
            "held by `text.phonemes` (functools._lru_cache_wrapper, +25.0 a cycle, 9.0 KiB each: "
            "str -> list); no text was sent twice");
}

}  // namespace
}  // namespace ttsoak
