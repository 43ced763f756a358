#include "gmock/gmock.h"
#include "tests/integration/soak_run.h"

// Servers that answer badly, and runs that cannot even begin.
namespace ttsoak {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr int kError = 4;

std::string server_command(std::uint16_t port, const std::string& behaviour) {
  return "python3 tests/integration/soak_server.py " + std::to_string(port) + " " + behaviour;
}

// What `ttsoak run ARGUMENTS` says on standard error; it must end with status 4.
std::string complaint(std::vector<std::string> arguments) {
  SoakRun run(std::move(arguments));
  EXPECT_EQ(run.finish(), kError) << run.story();
  EXPECT_EQ(run.process().output(), "");
  return run.process().errors();
}

TEST(TroubledSoak, ServerWithoutThePageMakesTheRunInvalidWithAnExample) {
  const std::uint16_t port = free_port();
  SoakRun run({"--url", local_url(port), "--launch", server_command(port, "not_found")});

  EXPECT_EQ(run.finish(), 3) << run.story();
  EXPECT_THAT(run.story(), AllOf(HasSubstr("INVALID"), HasSubstr("404")));
  const auto errors = run.report()["totals"]["errors_by_kind"];
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0]["kind"], "http_status");
  EXPECT_THAT(errors[0]["example"].get<std::string>(),
              AllOf(HasSubstr("404"), HasSubstr("no such page")));
  // It gives up after two cycles instead of hammering on.
  EXPECT_EQ(run.report()["totals"]["requests"], 50);
}

TEST(TroubledSoak, ChildThatAppearsDuringTheRunIsWatched) {
  const std::uint16_t port = free_port();
  SoakRun run({"--url", local_url(port), "--launch", server_command(port, "forks"),  //
               "--requests", "50"});

  run.expect_end(2);
  const auto report = run.report();
  const auto root = root_process(report);
  std::vector<nlohmann::json> children;
  for (const auto& process : report["processes"]) {
    if (process["role"] == "child") children.push_back(process);
  }
  ASSERT_EQ(children.size(), 1U);
  EXPECT_EQ(children[0]["command"], "sleep 60");
  EXPECT_EQ(children[0]["parent_pid"], root["pid"]);
  EXPECT_GT(children[0]["first_seen_s"], root["first_seen_s"]);
  EXPECT_GT(children[0]["peak_rss_bytes"], 0);
  EXPECT_TRUE(is_gone_soon(children[0]["pid"].get<pid_t>()));
}

TEST(RefusedSoak, NothingListens) {
  const std::string url = local_url(free_port());

  EXPECT_THAT(complaint({"--url", url}),
              AllOf(HasSubstr(url), HasSubstr("refused"), HasSubstr("--launch")));
}

TEST(RefusedSoak, PortOfTheLaunchedServerIsTaken) {
  const std::uint16_t port = free_port();
  Child occupant({"python3", "tests/integration/soak_server.py", std::to_string(port), "ok"});
  wait_for_listener(port);

  EXPECT_THAT(complaint({"--url", local_url(port), "--launch", server_command(port, "ok")}),
              AllOf(HasSubstr(std::to_string(port)), HasSubstr("is taken"),
                    HasSubstr("choose another port")));
}

TEST(RefusedSoak, MisspeltKeyIsNamedByItsPath) {
  const TempDirectory files;
  const std::string config = files.write("config.json", R"({"workload": {"cycels": 3}})");

  EXPECT_THAT(complaint({config}), HasSubstr("workload.cycels: unknown key"));
}

TEST(RefusedSoak, ServerThatEndsAtOnceIsQuoted) {
  EXPECT_THAT(complaint({"--url", local_url(free_port()), "--launch",
                         "sh -c 'echo no model at /models; exit 7'"}),
              AllOf(HasSubstr("exited with status 7 before it was ready"),
                    HasSubstr("no model at /models")));
}

TEST(RefusedSoak, CommandThatDoesNotExist) {
  EXPECT_THAT(complaint({"--url", local_url(free_port()), "--launch", "./no-such-server"}),
              HasSubstr("no-such-server"));
}

}  // namespace
}  // namespace ttsoak
