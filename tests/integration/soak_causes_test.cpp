#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "tests/integration/soak_run.h"

// Which causes `ttsoak run` names for each fault of the reference engine, over HTTP. A machine that
// stalls makes a run INVALID, which says nothing of its causes.
namespace ttsoak {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kShort = R"(["Yes.", "No.", "Hello.", "Good day.", "Thank you."])";
// Of several sentences: the client can hang up while the next one is being spoken.
constexpr const char* kLong =
    R"(["Good day. I would like to hear a longer story now. It may take its time. There once was )"
    R"(a small house by the sea, and nobody lived in it. One day somebody came."])";

std::string config(const char* texts, int requests_per_cycle) {
  return R"({"target": {"url": "http://127.0.0.1:9"}, "workload": {"cycles": 40, "texts": )" +
         std::string(texts) + R"(, "requests_per_cycle": )" + std::to_string(requests_per_cycle) +
         R"(, "quiesce": {"settle_s": 0.2, "limit_s": 3}}})";
}

struct Named {
  std::vector<std::string> leaks, sound;  // causes
  std::string sentences;                  // of all, a line each
  std::string story;
};

Named soak(const std::string& fault, const std::string& config,
           const std::vector<std::string>& more = {}) {
  const TempDirectory files;
  const std::uint16_t port = free_port();
  std::string launch = std::string(kTtsoak) + " engine serve --port " + std::to_string(port);
  if (!fault.empty()) launch += " --fault " + fault;
  std::vector<std::string> arguments = {files.write("config.json", config), "--url",
                                        local_url(port), "--launch", launch};
  arguments.insert(arguments.end(), more.begin(), more.end());
  SoakRun run(arguments, {"TMPDIR=" + files.path().string()});
  run.finish();
  Named named;
  named.story = run.story();
  const nlohmann::json report = run.report();
  for (const auto& cause : report["causes"]) {
    // Of other programs on this machine: whose a file in /tmp is cannot be seen.
    if (cause["cause"] == "temp_files" && fault != "temp_files=1") continue;
    (cause["leak"].get<bool>() ? named.leaks : named.sound).push_back(cause["cause"]);
    named.sentences += cause["sentence"].get<std::string>() + '\n';
  }
  ::testing::Test::RecordProperty("causes", named.sentences);
  return named;
}

void expect_leak(const Named& named, const std::string& cause, const std::string& culprit) {
  EXPECT_THAT(named.leaks, Contains(cause)) << named.story << '\n' << named.sentences;
  EXPECT_THAT(named.leaks, Each(cause)) << named.sentences;
  EXPECT_THAT(named.sentences, HasSubstr(culprit)) << named.story;
}

TEST(CauseOfFault, NoneOfAHealthyEngine) {
  const Named named = soak("", config(kShort, 25));

  EXPECT_THAT(named.leaks, IsEmpty()) << named.sentences;
}

TEST(CauseOfFault, TextCacheIsALiveLeakOfItsLine) {
  expect_leak(soak("text_cache=1", config(kShort, 25)), "live_leak", "text_cache.h:");
}

TEST(CauseOfFault, AbortStateIsALeakOnAbort) {
  expect_leak(soak("abort_state=1", config(kLong, 10), {"--aborts", "0.3"}), "leak_on_abort",
              "abort_state.h:");
}

TEST(CauseOfFault, TempFilesAreNamedByTheirCluster) {
  expect_leak(soak("temp_files=1", config(kShort, 25)), "temp_files", "/temp_voice_*");
}

TEST(CauseOfFault, BoundedTextCacheIsNoLeak) {
  const Named named = soak("bounded_text_cache=1", config(kShort, 25));

  EXPECT_THAT(named.leaks, IsEmpty()) << named.sentences;
}

TEST(CauseOfFault, PinnedBuffersAreFreeMemoryThatATrimReturns) {
  const Named named = soak("pinned_buffers=1", config(kShort, 25));

  EXPECT_THAT(named.leaks, IsEmpty()) << named.sentences;
  EXPECT_THAT(named.sentences, HasSubstr("a trim returned")) << named.story;
}

TEST(CauseOfFault, PinnedPagesAreFragmentationByTheLineThatPins) {
  const Named named = soak("pinned_pages=1", config(kShort, 25));

  EXPECT_THAT(named.sound, Contains("pinned_fragmentation")) << named.sentences;
  EXPECT_THAT(named.sentences, HasSubstr("pinned_buffers.h:")) << named.story;
}

TEST(CauseOfFault, WarmupInStepsIsAWarmUp) {
  const Named named = soak("warmup_staircase=1", config(kShort, 25));

  EXPECT_THAT(named.leaks, IsEmpty()) << named.sentences;
  EXPECT_THAT(named.sound, Contains("warm_up")) << named.sentences;
}

}  // namespace
}  // namespace ttsoak
