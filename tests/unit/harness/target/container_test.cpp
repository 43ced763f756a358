#include "harness/target/container.h"

#include <signal.h>

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using testing::HasSubstr;

// As Docker 20.10 answers, shortened.
constexpr const char* kRunning = R"({
  "Id": "4c01db0b339c", "Name": "/tts", "RestartCount": 2,
  "State": {"Status": "running", "Running": true, "OOMKilled": false, "Pid": 4711, "ExitCode": 0,
            "StartedAt": "2026-01-01T10:00:00.5Z"},
  "Config": {"Image": "kokoro:1.2"}, "HostConfig": {"Memory": 536870912},
  "Mounts": [{"Type": "bind", "Source": "/srv/boxes", "Destination": "/ttsoak/box", "RW": true}]
})";

Container running() { return parse_container(kRunning).value(); }

TEST(Container, IsReadFromTheEnginesAnswer) {
  const Container container = running();

  EXPECT_EQ(container.id, "4c01db0b339c");
  EXPECT_EQ(container.name, "tts");
  EXPECT_EQ(container.image, "kokoro:1.2");
  EXPECT_TRUE(container.running);
  EXPECT_EQ(container.pid, 4711);
  EXPECT_FALSE(container.oom_killed);
  EXPECT_EQ(container.restarts, 2);
  EXPECT_EQ(container.memory_limit_bytes, 512 << 20);
  ASSERT_EQ(container.mounts.size(), 1U);
  EXPECT_EQ(container.mounts[0].source, "/srv/boxes");
  EXPECT_EQ(container.mounts[0].destination, "/ttsoak/box");
}

TEST(Container, MayLackWhatNotEveryEngineTells) {
  const auto container = parse_container(
      R"({"State": {"Running": true, "Pid": 7}, "Mounts": null, "HostConfig": {"Memory": 0}})");

  ASSERT_TRUE(container.ok()) << container.error().message;
  EXPECT_EQ(container.value().pid, 7);
  EXPECT_EQ(container.value().memory_limit_bytes, -1);
}

TEST(Container, IsNotReadFromAnythingElse) {
  for (const char* text : {"", "[]", "null", R"({"State": 3})", R"({"State": {"Running": true}})",
                           R"({"message": "page not found"})"}) {
    const auto container = parse_container(text);
    ASSERT_FALSE(container.ok()) << text;
    EXPECT_THAT(container.error().message, HasSubstr("not what a container engine says"));
  }
}

TEST(Container, WrongKindsOfFieldsAreTakenForMissing) {
  const auto container = parse_container(
      R"({"Name": 3, "State": {"Running": "yes", "Pid": "x"}, "Mounts": [4, {"Source": []}]})");

  ASSERT_TRUE(container.ok()) << container.error().message;
  EXPECT_FALSE(container.value().running);
  EXPECT_EQ(container.value().pid, 0);
}

TEST(ContainerEnd, NamesTheOomKillerAndTheLimit) {
  Container now = running();
  now.oom_killed = true;
  now.exit_code = 137;
  const ProcessEnd end = describe_container_end(running(), now);

  EXPECT_EQ(end.text, "was killed by the kernel's OOM killer (memory limit 512 MiB)");
  EXPECT_TRUE(end.by_signal);
  EXPECT_EQ(end.code, SIGKILL);
}

TEST(ContainerEnd, WithoutALimitOfItsOwnTheHostsMemoryIsAllThatIsSaid) {
  Container before = running();
  before.memory_limit_bytes = -1;
  Container now = before;
  now.oom_killed = true;

  EXPECT_THAT(describe_container_end(before, now).text, HasSubstr("no memory limit of its own"));
}

TEST(ContainerEnd, TellsSignalsFromExitStatuses) {
  Container now = running();
  now.exit_code = 139;
  EXPECT_EQ(describe_container_end(running(), now).text, "was killed by SIGSEGV");
  now.exit_code = 3;
  EXPECT_EQ(describe_container_end(running(), now).text, "exited with status 3");
  now.exit_code = 255;
  EXPECT_EQ(describe_container_end(running(), now).text, "exited with status 255");
}

TEST(ContainerEnd, RestartByTheEngineIsSaid) {
  Container now = running();
  now.started_at = "2026-01-01T11:00:00Z";
  now.restarts = 3;

  EXPECT_EQ(describe_container_end(running(), now).text,
            "ended, and its container was started again; the engine has restarted its container "
            "(restart 3)");
}

}  // namespace
}  // namespace ttsoak
