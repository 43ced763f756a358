#include <sys/wait.h>
#include <unistd.h>

#include "gmock/gmock.h"
#include "probes/process/listener.h"
#include "probes/process/machine.h"
#include "tests/integration/process_program.h"

namespace ttsoak {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::uint16_t port_of(const Program& program) {
  return static_cast<std::uint16_t>(std::stoi(program.first_line()));
}

TEST(FindListener, ServerOnIpv4IsFound) {
  const Program server("process_listens", {"v4", "0"});
  const auto found = find_listener(port_of(server));

  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_EQ(found.value(), server.pid());
}

TEST(FindListener, ServerOnIpv6IsFound) {
  const Program server("process_listens", {"v6", "0"});
  const auto found = find_listener(port_of(server));

  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_EQ(found.value(), server.pid());
}

TEST(FindListener, MasterIsFoundAndNotOneOfItsWorkers) {
  const Program server("process_listens", {"v4", "3"});
  const auto found = find_listener(port_of(server));

  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_EQ(found.value(), server.pid());
}

TEST(FindListener, PortOfAServerThatEndedIsNobodys) {
  Program server("process_listens", {"v4", "0"});
  const std::uint16_t port = port_of(server);
  server.kill();
  const auto found = find_listener(port);

  ASSERT_FALSE(found.ok());
  EXPECT_THAT(found.error().message,
              AllOf(HasSubstr(std::to_string(port)), HasSubstr("nobody listens")));
}

TEST(FindListener, DockerProxyIsRefusedWithTheWayToTheServerBehindIt) {
  const Program proxy("process_listens", {"v4", "0"}, "/usr/bin/docker-proxy");
  const auto found = find_listener(port_of(proxy));

  ASSERT_FALSE(found.ok());
  EXPECT_THAT(found.error().message, AllOf(HasSubstr("docker-proxy"), HasSubstr("--container")));
}

TEST(FindListener, OwnerThatCannotBeSeenIsAnErrorThatNamesRoot) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root to become another user";
  const Program server("process_listens", {"v4", "0"});
  const std::uint16_t port = port_of(server);
  const pid_t observer = ::fork();
  if (observer == 0) {
    constexpr uid_t kNobody = 65534;
    if (::setuid(kNobody) != 0) ::_exit(1);
    const auto found = find_listener(port);
    ::_exit(!found.ok() && found.error().message.find("as root") != std::string::npos ? 0 : 2);
  }
  int exit_status = 0;
  ::waitpid(observer, &exit_status, 0);

  EXPECT_EQ(exit_status, 0);
}

TEST(DescribeProcess, EnvironmentOfAChildIsReadAndItsSecretsAreNot) {
  ::setenv("TTSOAK_TEST_TOKEN", "geheim", 1);
  ::setenv("MALLOC_ARENA_TEST", "2", 1);  // tells how glibc runs, hence shown
  const Program program("process_holds_memory", {"1", "1"});
  const auto facts = describe_process(program.pid());

  ASSERT_TRUE(facts.ok()) << facts.error().message;
  EXPECT_EQ(facts.value().at("env.TTSOAK_TEST_TOKEN"), "***");
  EXPECT_EQ(facts.value().at("env.MALLOC_ARENA_TEST"), "2");
  EXPECT_THAT(facts.value().at("exe"), HasSubstr("/bin/process_holds_memory"));
  EXPECT_THAT(facts.value().at("command"), HasSubstr("process_holds_memory 1 1"));
}

}  // namespace
}  // namespace ttsoak
