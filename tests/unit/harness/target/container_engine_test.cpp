#include "harness/target/container_engine.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <future>

#include "gmock/gmock.h"
#include "harness/target/watched_container.h"
#include "tests/integration/soak_run.h"
#include "tests/unit/harness/target/fake_engine.h"

// Docker's API as our client sees it, from an engine that says what it is told to.
namespace ttsoak {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string state(const std::string& fields) {
  return R"({"Id": "4c01db0b339c4711", "Name": "/tts", "State": {)" + fields + "}}";
}

class ContainerEngineTest : public testing::Test {
 protected:
  [[nodiscard]] std::string inspect_error(const FakeEngine::Script& script,
                                          std::chrono::milliseconds patience = 60s) const {
    const FakeEngine engine(socket_, script);
    const auto container = ContainerEngine({socket_}).inspect("tts", patience);
    return container.ok() ? "no error" : container.error().message;
  }

  TempDirectory directory_;
  std::filesystem::path socket_ = directory_.path() / "docker.sock";
};

TEST_F(ContainerEngineTest, InspectsByName) {
  const FakeEngine engine(socket_, [](const std::string& target) {
    return target == "/containers/tts/json"
               ? engine_reply("200 OK", state(R"("Running": true, "Pid": 4711)"))
               : engine_reply("404 Not Found", R"({"message": "page not found"})");
  });
  const auto container = ContainerEngine({socket_}).inspect("tts");

  ASSERT_TRUE(container.ok()) << container.error().message;
  EXPECT_EQ(container.value().pid, 4711);
}

TEST_F(ContainerEngineTest, ContainerThatNobodyKnowsIsAnErrorThatNamesIt) {
  EXPECT_THAT(
      inspect_error([](const std::string&) {
        return engine_reply("404 Not Found", R"({"message":"No such container: tts"})");
      }),
      AllOf(StartsWith("no container tts"), HasSubstr(socket_.string()), HasSubstr("docker ps")));
}

TEST_F(ContainerEngineTest, SecondEngineIsAskedWhereTheFirstDoesNotKnow) {
  const FakeEngine docker(socket_, [](const std::string&) {
    return engine_reply("404 Not Found", R"({"message":"No such container: tts"})");
  });
  const auto other = directory_.path() / "podman.sock";
  const FakeEngine podman(other, [](const std::string&) {
    return engine_reply("200 OK", state(R"("Running": true, "Pid": 12)"));
  });

  EXPECT_EQ(ContainerEngine({socket_, other}).inspect("tts").value().pid, 12);
}

TEST_F(ContainerEngineTest, WhatTheEngineComplainsAboutIsPassedOn) {
  EXPECT_THAT(inspect_error([](const std::string&) {
                return engine_reply("500 Internal Server Error", R"({"message":"disk on fire"})");
              }),
              AllOf(StartsWith(socket_.string()), HasSubstr("500, disk on fire")));
}

TEST_F(ContainerEngineTest, AnswersThatAreNoneAreErrorsThatNameTheSocket) {
  for (const std::string& answer :
       {std::string("SSH-2.0-OpenSSH_9.2\r\n"), std::string(), std::string(3000, '\0'),
        std::string("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"),
        engine_reply("200 OK", "<html>"), engine_reply("200 OK", R"({"State": null})")}) {
    EXPECT_THAT(inspect_error([&](const std::string&) { return answer; }),
                StartsWith(socket_.string()))
        << answer;
  }
}

TEST_F(ContainerEngineTest, OneThatKeepsSilentIsWaitedForInVain) {
  std::promise<void> over;
  const FakeEngine engine(socket_, [&](const std::string&) {
    over.get_future().wait();
    return std::string();
  });
  const auto container = ContainerEngine({socket_}).inspect("tts", 100ms);
  over.set_value();

  ASSERT_FALSE(container.ok());
  EXPECT_THAT(container.error().message, StartsWith(socket_.string()));
}

TEST_F(ContainerEngineTest, SocketOfAnEngineThatIsGoneSaysSo) {
  {
    const FakeEngine engine(socket_, [](const std::string&) { return std::string(); });
  }
  const auto container = ContainerEngine({socket_}).inspect("tts");

  ASSERT_FALSE(container.ok());
  EXPECT_THAT(container.error().message,
              AllOf(HasSubstr("Connection refused"), HasSubstr("start the engine")));
}

TEST_F(ContainerEngineTest, SocketThatMayNotBeOpenedNamesTheRemedy) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root to become another user";
  const FakeEngine engine(socket_, [](const std::string&) { return std::string(); });
  ::chmod(directory_.path().c_str(), 0755);
  ::chmod(socket_.c_str(), 0600);
  ASSERT_EQ(::seteuid(65534), 0);
  const auto container = ContainerEngine({socket_}).inspect("tts");
  ASSERT_EQ(::seteuid(0), 0);

  ASSERT_FALSE(container.ok());
  EXPECT_THAT(container.error().message,
              AllOf(HasSubstr("Permission denied"), HasSubstr("as root")));
}

TEST_F(ContainerEngineTest, NameThatWouldChangeThePathIsRefused) {
  const auto container = ContainerEngine({socket_}).inspect("../images/x");

  ASSERT_FALSE(container.ok());
  EXPECT_THAT(container.error().message, HasSubstr("not the name or id of a container"));
}

TEST(FindContainerEngine, TakesTheSocketThatTheEnvironmentNames) {
  ::setenv("DOCKER_HOST", "unix:///nowhere/docker.sock", 1);
  const auto engine = ContainerEngine::find();
  ::unsetenv("DOCKER_HOST");

  ASSERT_TRUE(engine.ok());
  EXPECT_THAT(engine.value().inspect("tts").error().message,
              StartsWith("/nowhere/docker.sock: No such file"));
}

TEST(FindContainerEngine, RefusesAnotherMachine) {
  ::setenv("DOCKER_HOST", "tcp://10.0.0.1:2375", 1);
  const auto engine = ContainerEngine::find();
  ::unsetenv("DOCKER_HOST");

  ASSERT_FALSE(engine.ok());
  EXPECT_THAT(engine.error().message,
              AllOf(HasSubstr("tcp://10.0.0.1:2375"), HasSubstr("unix:///var/run/docker.sock")));
}

std::string open_error(const std::filesystem::path& socket) {
  const auto watched = WatchedContainer::open(ContainerEngine({socket}), "tts");
  return watched.ok() ? "no error" : watched.error().message;
}

TEST_F(ContainerEngineTest, StoppedContainerIsNotWatchedAndItsEndIsTold) {
  const FakeEngine engine(socket_, [](const std::string&) {
    return engine_reply("200 OK", state(R"("Running": false, "Pid": 0, "ExitCode": 3)"));
  });

  EXPECT_THAT(open_error(socket_), AllOf(HasSubstr("does not run: it exited with status 3"),
                                         HasSubstr("start it first")));
}

TEST_F(ContainerEngineTest, ProcessThatIsNoneOfTheContainersIsNotWatched) {
  const FakeEngine engine(socket_, [](const std::string&) {
    return engine_reply("200 OK",
                        state(R"("Running": true, "Pid": )" + std::to_string(::getpid())));
  });

  EXPECT_THAT(open_error(socket_),
              AllOf(HasSubstr("is not to be seen here"), HasSubstr("the engine's own host")));
}

// Answers one state after the other, and the last for ever.
class ContainerEndTest : public ContainerEngineTest {
 protected:
  [[nodiscard]] std::string end_after(const std::vector<std::string>& states,
                                      std::chrono::milliseconds patience = 60s) const {
    std::size_t asked = 0;
    const FakeEngine engine(socket_, [&](const std::string&) {
      return engine_reply("200 OK", state(states[std::min(asked++, states.size() - 1)]));
    });
    return wait_for_container_end(ContainerEngine({socket_}), start_, patience, 500ms).text;
  }

  const std::string alive_ = R"("Running": true, "Pid": 7, "StartedAt": "ten")";
  const std::string dead_ = R"("Running": false, "Pid": 0, "ExitCode": 3, "StartedAt": "ten")";
  const std::string killed_ =
      R"("Running": false, "Pid": 0, "ExitCode": 137, "OOMKilled": true, "StartedAt": "ten")";
  const std::string again_ = R"("Running": true, "Pid": 8, "StartedAt": "eleven")";
  const Container start_ = parse_container(state(alive_)).value();
};

TEST_F(ContainerEndTest, IsWaitedForWhereTheEngineHearsOfItLater) {
  EXPECT_EQ(end_after({alive_, alive_, dead_}), "exited with status 3");
}

TEST_F(ContainerEndTest, OfOneThatIsStartedAgainSaysBoth) {
  EXPECT_EQ(end_after({alive_, dead_, again_}),
            "exited with status 3, and its container was started again");
  EXPECT_THAT(end_after({killed_, again_}),
              AllOf(HasSubstr("OOM killer"), HasSubstr("started again")));
}

TEST_F(ContainerEndTest, OfOneThatWasStartedAgainMeanwhileIsNotGuessed) {
  EXPECT_EQ(end_after({alive_, again_}), "ended, and its container was started again");
}

TEST_F(ContainerEndTest, ThatNobodyExplainsIsAdmitted) {
  EXPECT_THAT(end_after({alive_}, 300ms), HasSubstr("the engine takes it for alive"));
  EXPECT_THAT(
      wait_for_container_end(ContainerEngine({directory_.path() / "gone"}), start_, 0s, 0s).text,
      AllOf(HasSubstr("why is not known"), HasSubstr("No such file")));
}

}  // namespace
}  // namespace ttsoak
