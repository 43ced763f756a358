#include <algorithm>
#include <fstream>

#include "gmock/gmock.h"
#include "tests/integration/soak_run.h"

// Short soaks of real speech servers by the configs in configs/soaks/. Minutes each; they need what
// the servers' setup scripts install. A verdict is not asked for; 3: the machine stalled.
namespace ttsoak {
namespace {

using ::testing::AnyOf;

constexpr const char* kSoaks = TTSOAK_SOURCE_DIR "/configs/soaks/";
constexpr double kMiB = 1024.0 * 1024.0;

std::string launch(const std::string& server, std::uint16_t port) {
  return "tests/servers/" + server + "/start " TTSOAK_BINARY_DIR " " + std::to_string(port);
}

double audio_seconds(const nlohmann::json& report) {
  return report["totals"]["audio_s"].get<double>();
}

TEST(PiperSoak, TwentySentencesAreSpoken) {
  ASSERT_TRUE(std::filesystem::exists(TTSOAK_BINARY_DIR "/servers/piper/installed.sha256"))
      << "Piper is not installed: run tests/servers/piper/setup " TTSOAK_BINARY_DIR;
  const std::uint16_t port = free_port();
  SoakRun run({std::string(kSoaks) + "piper.json", "--requests", "20",  //
               "--url", local_url(port), "--launch", launch("piper", port)});

  EXPECT_THAT(run.finish(), AnyOf(0, 1, 2, 3)) << run.story();
  const auto report = run.report();
  EXPECT_EQ(report["totals"]["requests"], 20);
  EXPECT_EQ(report["totals"]["errors"], 0) << report["totals"];
  EXPECT_GT(audio_seconds(report), 20.0);
  RecordProperty("verdict", run.story());
}

bool has_frame(const nlohmann::json& stack, const std::string& key, const std::string& text) {
  const auto& frames = stack["frames"];
  return std::any_of(frames.begin(), frames.end(), [&](const auto& frame) {
    return frame[key].template get<std::string>().find(text) != std::string::npos;
  });
}

// What was added under load by stacks that show both whose request it was, a line of the server's
// own, and who keeps it: torch, or oneDNN inside or beside it.
double mib_gained_by_handler(const nlohmann::json& report) {
  double bytes = 0;
  for (const auto& stack : report["heap"]["gained"]) {
    const bool ours = has_frame(stack, "file", "/torch_fastapi/server.py") ||
                      has_frame(stack, "file", "/torch_fastapi/vocoder.py");
    const bool theirs =
        has_frame(stack, "module", "/libdnnl") || has_frame(stack, "module", "/libtorch_cpu");
    if (ours && theirs) bytes += stack["bytes"].get<double>();
  }
  return bytes / kMiB;
}

// Memory of the torch server over three cycles of 100 requests.
struct TorchMemory {
  double start_mib = 0;  // RSS before the first request
  std::vector<double> troughs_mib;
  double gained_by_handler_mib = 0;  // live heap
};

TorchMemory soak_torch(const std::string& soak) {
  const TempDirectory files;
  std::ifstream file(kSoaks + soak);
  auto config = nlohmann::json::parse(file, nullptr, true, /*ignore_comments=*/true);
  config["workload"]["cycles"] = 3;
  if (config["workload"].contains("texts_file")) {
    config["workload"]["texts_file"] = kSoaks + config["workload"]["texts_file"].get<std::string>();
  }
  const std::uint16_t port = free_port();
  SoakRun run({files.write(soak, config.dump()), "--url", local_url(port),  //
               "--launch", launch("torch_fastapi", port)});

  EXPECT_THAT(run.finish(), AnyOf(0, 1, 2, 3)) << run.story();
  const auto report = run.report();
  EXPECT_EQ(report["totals"]["requests"], 300);
  EXPECT_EQ(report["totals"]["errors"], 0) << report["totals"];
  TorchMemory memory;
  memory.start_mib = root_process(report)["first_rss_bytes"].get<double>() / kMiB;
  for (const auto& cycle : report["troughs"]) {
    memory.troughs_mib.push_back(cycle["trough_rss_bytes"].get<double>() / kMiB);
  }
  memory.gained_by_handler_mib = mib_gained_by_handler(report);
  ::testing::Test::RecordProperty(soak + ".gained_by_handler_mib",
                                  std::to_string(memory.gained_by_handler_mib));
  ::testing::Test::RecordProperty(soak, std::to_string(memory.start_mib) + " MiB, then " +
                                            ::testing::PrintToString(memory.troughs_mib) + "; " +
                                            run.story());
  return memory;
}

// Why varied lengths cost memory: tests/servers/torch_fastapi/vocoder.py.
TEST(TorchSoak, VariedTextLengthsCostMemoryThatEqualOnesDoNot) {
  const TorchMemory fixed = soak_torch("torch_fastapi_fixed.json");
  const TorchMemory varied = soak_torch("torch_fastapi.json");
  ASSERT_EQ(fixed.troughs_mib.size(), 3U);
  ASSERT_EQ(varied.troughs_mib.size(), 3U);

  EXPECT_LT(fixed.troughs_mib.back() - fixed.troughs_mib.front(), 8.0);
  EXPECT_GT(varied.troughs_mib.front() - varied.start_mib, 150.0);
  EXPECT_GT(varied.troughs_mib.back() - fixed.troughs_mib.back(), 200.0);
  // What pins all that is small: some KiB a primitive, named by the line that ran the network.
  EXPECT_GT(varied.gained_by_handler_mib, 1.0);
  EXPECT_LT(fixed.gained_by_handler_mib, varied.gained_by_handler_mib / 2);
}

}  // namespace
}  // namespace ttsoak
