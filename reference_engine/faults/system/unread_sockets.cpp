#include "reference_engine/faults/system/unread_sockets.h"

#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <utility>

namespace ttsoak {

UnreadSockets::UnreadSockets() : max_readers_(kMaxReaders) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    max_readers_ = std::min<std::size_t>(kMaxReaders, limit.rlim_cur / 4);  // two each
  }
  readers_.reserve(max_readers_);
}

void UnreadSockets::on_done(const FaultyRequest& /*request*/,
                            const std::shared_ptr<const Pcm>& /*speech*/) {
  if (readers_.size() == max_readers_) return;
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) != 0) {
    return;
  }
  SlowReader reader{UniqueFd(ends[0]), UniqueFd(ends[1]), std::make_unique<Unsent>()};
  reader.unsent->fill(1);  // written to, hence resident
  // Until it would block.
  while (::send(reader.server.get(), reader.unsent->data(), 4096, MSG_NOSIGNAL) > 0) {
  }
  readers_.push_back(std::move(reader));
}

}  // namespace ttsoak
