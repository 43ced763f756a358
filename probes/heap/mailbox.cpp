#include "probes/heap/mailbox.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <ctime>
#include <system_error>

#include "probes/process/proc_file.h"
#include "probes/process/proc_stat.h"

namespace ttsoak {
namespace {

using namespace blackbox;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kPage = 4096;
constexpr milliseconds kLookAtLeastEvery{100};

// The header's page, mapped to have addresses for the futex. Never loaded from or stored to: the
// kernel answers EFAULT where the file was truncated, while a load would be a SIGBUS.
class FutexPage {
 public:
  explicit FutexPage(int fd) : base_(::mmap(nullptr, kPage, PROT_READ, MAP_SHARED, fd, 0)) {}
  ~FutexPage() {
    if (mapped()) ::munmap(base_, kPage);
  }
  FutexPage(const FutexPage&) = delete;
  FutexPage& operator=(const FutexPage&) = delete;

  [[nodiscard]] bool mapped() const { return base_ != MAP_FAILED; }

  void wake(std::size_t offset) const {
    ::syscall(SYS_futex, at(offset), FUTEX_WAKE, INT32_MAX, nullptr, nullptr, 0);
  }
  // Until the word is no longer `value`, or it is woken, or `most` has passed.
  void wait(std::size_t offset, std::uint32_t value, milliseconds most) const {
    const timespec time{most.count() / 1000, most.count() % 1000 * 1000000};
    ::syscall(SYS_futex, at(offset), FUTEX_WAIT, value, &time, nullptr, 0);
  }

 private:
  [[nodiscard]] void* at(std::size_t offset) const { return static_cast<char*>(base_) + offset; }

  void* base_;
};

constexpr std::size_t in_mailbox(std::size_t offset) { return offsetof(Header, mailbox) + offset; }
constexpr std::size_t kRequest = in_mailbox(offsetof(Mailbox, request));
constexpr std::size_t kDone = in_mailbox(offsetof(Mailbox, done));
constexpr std::size_t kCommand = in_mailbox(offsetof(Mailbox, command));
constexpr std::size_t kArgument = in_mailbox(offsetof(Mailbox, argument));

// Held while a question is open.
class Turn {
 public:
  explicit Turn(int fd) : fd_(fd), mine_(::flock(fd, LOCK_EX | LOCK_NB) == 0) {}
  ~Turn() {
    if (mine_) ::flock(fd_, LOCK_UN);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  [[nodiscard]] bool mine() const { return mine_; }

 private:
  int fd_;
  bool mine_;
};

// What is wrong with the process, or empty.
std::string trouble_with(int host_pid) {
  if (host_pid <= 0) return "";
  const std::string process = "process " + std::to_string(host_pid);
  auto file = ProcFile::open("/proc/" + std::to_string(host_pid) + "/stat");
  if (!file.ok()) return process + " has ended";
  const auto text = file.value().read();
  if (!text.ok()) return process + " has ended";
  const auto stat = parse_proc_stat(text.value());
  if (!stat.ok()) return "";
  if (stat.value().state == 'Z' || stat.value().state == 'X') return process + " has ended";
  if (stat.value().state == 'T') return process + " is stopped; continue it (kill -CONT)";
  if (stat.value().state == 't') return process + " is stopped by a debugger";
  return "";
}

Error no_answer(const BoxFile& file, int host_pid, milliseconds timeout) {
  const std::string trouble = trouble_with(host_pid);
  if (!trouble.empty()) return Error{file.path() + ": no answer: " + trouble};
  return Error{file.path() + ": no answer within " + std::to_string(timeout.count()) +
               " ms: the process has ended, is too busy, or its tracer has no control thread"};
}

struct Waiting {
  const BoxFile& file;
  const FutexPage& page;
  int host_pid;
  milliseconds timeout;
  steady_clock::time_point end;

  // The mailbox as soon as `condition` holds for it.
  template <typename Condition>
  Result<Mailbox> until(Condition condition) {
    while (true) {
      const auto header = file.header();
      if (!header.ok()) return header.error();
      const Mailbox& mailbox = header.value().mailbox;
      const auto state = static_cast<State>(header.value().state);
      if (condition(mailbox) && state != State::gave_up) return mailbox;
      if (state == State::ended) return Error{file.path() + ": the process has ended"};
      if (state == State::gave_up) {
        return Error{file.path() + ": the tracer gave up: " +
                     printable({header.value().note, sizeof header.value().note})};
      }
      const auto left = std::chrono::ceil<milliseconds>(end - steady_clock::now());
      if (left.count() <= 0) return no_answer(file, host_pid, timeout);
      page.wake(kRequest);  // again each time: it may have been about to go to sleep
      page.wait(kDone, mailbox.done, std::min(left, kLookAtLeastEvery));
    }
  }
};

std::string reply_path(const BoxFile& file) { return file.path() + ".reply"; }

Status set_abandoned(const BoxFile& file, std::uint32_t is_abandoned) {
  return file.write(&is_abandoned, sizeof is_abandoned, offsetof(Header, abandoned));
}

void remove_reply(const BoxFile& file) { ::unlink(reply_path(file).c_str()); }

// Precondition: it is our turn.
Result<std::vector<char>> ask(const BoxFile& file, int host_pid, Command command,
                              std::uint64_t argument, milliseconds timeout) {
  const FutexPage page(file.fd());
  if (!page.mapped()) return errno_error(file.path());
  Waiting waiting{file, page, host_pid, timeout, steady_clock::now() + timeout};

  // One that ttsoak gave up waiting for may still be under way, and would be mixed up with ours.
  const auto before = waiting.until([](const Mailbox& mailbox) {
    return mailbox.command == 0 || mailbox.done == mailbox.request;
  });
  if (!before.ok()) return before.error();
  remove_reply(file);  // the tracer may not have come to that yet
  if (Status error = set_abandoned(file, 0)) return *error;

  const auto number = static_cast<std::uint32_t>(command);
  const std::uint32_t request = before.value().request + 1;
  if (Status error = file.write(&argument, sizeof argument, kArgument)) return *error;
  if (Status error = file.write(&number, sizeof number, kCommand)) return *error;
  if (Status error = file.write(&request, sizeof request, kRequest)) return *error;

  // The tracer counts requests up itself, too, to wake its thread: done may be ahead of ours.
  const auto after = waiting.until([&](const Mailbox& mailbox) {
    return static_cast<std::int32_t>(mailbox.done - request) >= 0;
  });
  if (!after.ok()) {
    static_cast<void>(set_abandoned(file, 1));
    remove_reply(file);
    return after.error();
  }
  if (after.value().status != 0) {
    return Error{file.path() + ": the process could not do it: " +
                 std::generic_category().message(after.value().status)};
  }
  return file.elements<char>(file.layout().reply, 0, after.value().reply_bytes);
}

// Takes the file away, whatever is in it.
Result<std::vector<char>> take_reply_file(const std::string& path, std::uint64_t bytes) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  const Error error = errno_error(path);
  ::unlink(path.c_str());
  if (!fd.valid()) return error;
  std::vector<char> content(bytes);
  std::uint64_t read_bytes = 0;
  while (read_bytes < bytes) {
    const ssize_t got = ::read(fd.get(), content.data() + read_bytes, bytes - read_bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno_error(path);
    if (got == 0) return Error{path + ": shorter than the process said; ask again"};
    read_bytes += static_cast<std::uint64_t>(got);
  }
  return content;
}

Error not_our_turn(const BoxFile& file) {
  return Error{file.path() + ": another ttsoak is asking this process"};
}

}  // namespace

Result<std::vector<char>> ask_tracer(const BoxFile& file, int host_pid, Command command,
                                     std::uint64_t argument, milliseconds timeout) {
  const Turn turn(file.fd());
  if (!turn.mine()) return not_our_turn(file);
  return ask(file, host_pid, command, argument, timeout);
}

Result<std::vector<char>> ask_tracer_for_file(const BoxFile& file, int host_pid, Command command,
                                              std::uint64_t argument, milliseconds timeout,
                                              std::uint64_t max_bytes) {
  const Turn turn(file.fd());
  if (!turn.mine()) return not_our_turn(file);
  const auto reply = ask(file, host_pid, command, argument, timeout);
  if (!reply.ok()) return reply.error();
  std::uint64_t bytes = 0;
  if (reply.value().size() != sizeof bytes) {
    return Error{file.path() + ": a reply that does not say how long its file is"};
  }
  std::memcpy(&bytes, reply.value().data(), sizeof bytes);
  const std::string path = reply_path(file);
  if (bytes > max_bytes) {
    remove_reply(file);
    return Error{path + ": " + std::to_string(bytes) + " bytes, more than the " +
                 std::to_string(max_bytes) + " there is room for"};
  }
  return take_reply_file(path, bytes);
}

}  // namespace ttsoak
