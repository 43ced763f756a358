#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>  // before Asio: GCC 12's coroutine support needs it there

#include "harness/drive/failure.h"
#include "harness/drive/http_origin.h"
#include "harness/drive/wire.h"

namespace ttsoak {

// One connection to the server, over TCP or TLS, kept from exchange to exchange where the protocol
// allows. Used by one exchange at a time, on the thread of its executor.
class Connection {
 public:
  Connection(boost::asio::any_io_executor executor, const HttpOrigin& origin)
      : wire_(executor), origin_(&origin), timer_(executor) {}

  // The connection at hand if it is still of use, else a new one. One that the server closed while
  // it was idle is noticed here, before anything is sent: replacing it is no retry.
  //
  // A connection for a slow reader is always new, and has a small window: the server shall feel it.
  boost::asio::awaitable<std::optional<Failure>> open(bool for_slow_reader);

  // Waits, unless close() is called.
  boost::asio::awaitable<void> pause(std::chrono::steady_clock::duration time);

  // Closes at once; whatever is under way ends with an error.
  void close();

  // No limit on the time that it lies idle.
  void rest() { lowest().expires_never(); }

  [[nodiscard]] Wire& wire() { return wire_; }
  // Its lowest layer. Precondition: open() succeeded.
  [[nodiscard]] boost::beast::tcp_stream& lowest() { return wire_.lowest(); }
  // What was read and not yet used; belongs to the connection.
  [[nodiscard]] boost::beast::flat_buffer& buffer() { return buffer_; }
  // Room for kPieceBytes.
  [[nodiscard]] char* piece();
  static constexpr std::size_t kPieceBytes = 64 * 1024;

  [[nodiscard]] const HttpOrigin& origin() const { return *origin_; }

 private:
  [[nodiscard]] bool usable();
  boost::asio::awaitable<std::optional<Failure>> connect(bool for_slow_reader);

  Wire wire_;
  const HttpOrigin* origin_;
  boost::asio::steady_timer timer_;
  boost::beast::flat_buffer buffer_;
  std::unique_ptr<char[]> piece_;
};

}  // namespace ttsoak
