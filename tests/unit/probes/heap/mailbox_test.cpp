#include "probes/heap/mailbox.h"

#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <thread>

#include "gmock/gmock.h"
#include "tests/unit/probes/heap/synthetic_box.h"

namespace ttsoak {
namespace {

using namespace blackbox;
using namespace std::chrono_literals;
using ::testing::HasSubstr;

class MailboxTest : public ::testing::Test {
 protected:
  MailboxTest() { box_.save(path_); }

  BoxFile open() { return BoxFile::open(path_).value(); }
  std::string error(int host_pid, std::chrono::milliseconds timeout) {
    const auto reply = ask_tracer(open(), host_pid, Command::trim, 0, timeout);
    return reply.ok() ? "no error" : reply.error().message;
  }
  Mailbox mailbox() { return open().header().value().mailbox; }

  // Answers the next question, as a control thread does.
  std::jthread control_thread(int status, const std::string& text) {
    return std::jthread([this, status, text](const std::stop_token& stop) {
      const BoxFile file = open();
      const std::uint32_t done = mailbox().done;
      while (mailbox().request == done) {
        if (stop.stop_requested()) return;
        std::this_thread::sleep_for(1ms);
      }
      Mailbox answer = mailbox();
      answer.status = status;
      answer.reply_bytes = text.size();
      (void)file.write(text.data(), text.size(), file.layout().reply.offset);
      (void)file.write(&answer, sizeof answer, offsetof(Header, mailbox));
      (void)file.write(&answer.request, 4, offsetof(Header, mailbox) + offsetof(Mailbox, done));
    });
  }

  TemporaryDirectory directory_;
  std::filesystem::path path_ = directory_.path() / "4711-1.blackbox";
  SyntheticBox box_;
};

TEST_F(MailboxTest, ReplyIsWhatTheControlThreadWrote) {
  const auto thread = control_thread(0, "<malloc/>");

  const auto reply = ask_tracer(open(), 0, Command::allocator_figures, 77, 10s);

  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(std::string(reply.value().begin(), reply.value().end()), "<malloc/>");
  EXPECT_EQ(mailbox().command, static_cast<std::uint32_t>(Command::allocator_figures));
  EXPECT_EQ(mailbox().argument, 77U);
}

TEST_F(MailboxTest, CommandThatFailsThereIsAnErrorWithItsReason) {
  const auto thread = control_thread(ENOSYS, "");

  EXPECT_THAT(error(0, 10s), HasSubstr("could not do it: Function not implemented"));
}

TEST_F(MailboxTest, NobodyWhoAnswersIsAnErrorAfterTheTimeout) {
  EXPECT_THAT(error(::getpid(), 20ms), HasSubstr("its tracer has no control thread"));
}

TEST_F(MailboxTest, ReplyThatComesLateIsNotTakenForTheNextOne) {
  EXPECT_THAT(error(0, 5ms), HasSubstr("no answer"));
  Mailbox late = mailbox();
  late.done = late.request;
  late.command = 0;
  ASSERT_FALSE(open().write(&late, sizeof late, offsetof(Header, mailbox)));

  EXPECT_THAT(error(0, 20ms), HasSubstr("no answer"));
  EXPECT_EQ(mailbox().request, late.request + 1);
}

TEST_F(MailboxTest, QuestionThatIsStillUnderWayIsNotWrittenOver) {
  EXPECT_THAT(error(0, 5ms), HasSubstr("no answer"));
  const Mailbox pending = mailbox();

  EXPECT_THAT(error(0, 5ms), HasSubstr("no answer"));

  EXPECT_EQ(mailbox().request, pending.request);
}

TEST_F(MailboxTest, RequestsThatTheTracerCountsItselfDoNotHideTheReply) {
  const std::jthread thread([this] {
    while (mailbox().request == 0) std::this_thread::sleep_for(1ms);
    Mailbox answer = mailbox();
    answer.done = answer.request += 3;
    (void)open().write(&answer, sizeof answer, offsetof(Header, mailbox));
  });

  EXPECT_TRUE(ask_tracer(open(), 0, Command::trim, 0, 10s).ok());
}

TEST_F(MailboxTest, StoppedProcessIsToldFromABusyOne) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::raise(SIGSTOP);
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, WUNTRACED);

  EXPECT_THAT(error(child, 5ms), HasSubstr("is stopped; continue it"));

  ::kill(child, SIGKILL);
  ::waitpid(child, &status, 0);
  EXPECT_THAT(error(child, 5ms), HasSubstr("has ended"));
}

TEST_F(MailboxTest, EndedProcessIsNotWaitedFor) {
  box_.header().state = static_cast<std::uint32_t>(State::ended);
  box_.save(path_);

  EXPECT_THAT(error(0, 1h), HasSubstr("the process has ended"));
}

TEST_F(MailboxTest, TracerThatGaveUpIsNotWaitedForAndSaysWhy) {
  box_.header().state = static_cast<std::uint32_t>(State::gave_up);
  std::strcpy(box_.header().note, "no room for the black box");
  box_.save(path_);

  EXPECT_THAT(error(0, 1h), HasSubstr("gave up: no room for the black box"));
}

TEST_F(MailboxTest, SecondAskerIsRefused) {
  const BoxFile other = open();
  ASSERT_EQ(::flock(other.fd(), LOCK_EX), 0);

  EXPECT_THAT(error(0, 1h), HasSubstr("another ttsoak is asking"));
}

TEST_F(MailboxTest, ReplyLongerThanItsAreaIsCutToIt) {
  const std::jthread thread([this] {
    while (mailbox().request == 0) std::this_thread::sleep_for(1ms);
    Mailbox answer = mailbox();
    answer.reply_bytes = UINT64_MAX;
    answer.done = answer.request;
    (void)open().write(&answer, sizeof answer, offsetof(Header, mailbox));
  });

  EXPECT_EQ(ask_tracer(open(), 0, Command::trim, 0, 10s).value().size(), 4096U);
}

class ReplyFileTest : public MailboxTest {
 protected:
  // Asks for a file, of which the tracer says that it has `said` bytes.
  std::string ask(std::uint64_t said) {
    const auto thread = control_thread(0, {reinterpret_cast<const char*>(&said), sizeof said});
    const auto reply = ask_tracer_for_file(open(), 0, Command::walk, 0, 10s, 1 << 20);
    return reply.ok() ? std::string(reply.value().begin(), reply.value().end())
                      : reply.error().message;
  }
  // Writes a part of the file when it is asked, and dies.
  std::jthread tracer_that_dies() {
    return std::jthread([this] {
      while (mailbox().request == 0) std::this_thread::sleep_for(1ms);
      std::ofstream(reply_) << "half of";
      const auto state = static_cast<std::uint32_t>(State::ended);
      (void)open().write(&state, sizeof state, offsetof(Header, state));
    });
  }
  std::filesystem::path reply_ = path_.string() + ".reply";
};

TEST_F(ReplyFileTest, OfAnEarlierQuestionIsNotTakenForThisOne) {
  std::ofstream(reply_) << "earlier";

  EXPECT_THAT(ask(7), HasSubstr("No such file"));
  EXPECT_FALSE(std::filesystem::exists(reply_));
}

TEST_F(ReplyFileTest, OfAQuestionThatIsGivenUpIsRemovedAndTheTracerIsTold) {
  const auto tracer = tracer_that_dies();
  const auto reply = ask_tracer_for_file(open(), 0, Command::walk, 0, 1h, 1 << 20);

  EXPECT_FALSE(reply.ok());
  EXPECT_FALSE(std::filesystem::exists(reply_));
  EXPECT_EQ(open().header().value().abandoned, 1U);
}

}  // namespace
}  // namespace ttsoak
