#include "reference_engine/faults/system/growing_child.h"

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <utility>

namespace ttsoak {
namespace {

// The life of the child. It is forked from a process with threads, so only what is safe in a
// signal handler may be called.
[[noreturn]] void grow_for_each_order(int orders) {
  // Clients would wait for the end of connections whose descriptors lived on here.
  ::dup2(orders, 0);
  if (::close_range(1, ~0U, 0) != 0) {  // before Linux 5.9
    for (int fd = 1; fd < 4096; ++fd) ::close(fd);
  }
  constexpr auto kBytes = static_cast<std::size_t>(GrowingChild::kBytesPerRequest);
  char order = 0;
  for (std::size_t block = 0; ::read(0, &order, 1) == 1;) {
    if (block == GrowingChild::kMaxBlocks) continue;
    void* mapped =
        ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) continue;
    std::memset(mapped, 1, kBytes);
    ++block;
  }
  ::_exit(0);
}

}  // namespace

GrowingChild::~GrowingChild() {
  orders_.reset();
  if (child_ > 0) ::waitpid(child_, nullptr, 0);
}

void GrowingChild::on_start(const FaultyRequest& /*request*/) {
  if (child_ > 0) return;
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
  const UniqueFd reader(ends[0]);
  UniqueFd writer(ends[1]);
  child_ = ::fork();
  if (child_ == 0) grow_for_each_order(reader.get());
  if (child_ > 0) orders_ = std::move(writer);
}

void GrowingChild::on_done(const FaultyRequest& /*request*/,
                           const std::shared_ptr<const Pcm>& /*speech*/) {
  // Without a signal, and without waiting: a child that somebody has killed or stopped is not to
  // take the server with it.
  const char order = 1;
  (void)::send(orders_.get(), &order, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

}  // namespace ttsoak
