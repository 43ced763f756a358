#include "harness/drive/connection.h"

#include <sys/socket.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <limits>

namespace ttsoak {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;

constexpr auto kAwait = net::as_tuple(net::use_awaitable);
constexpr int kSlowWindowBytes = 16384;  // the kernel doubles it
constexpr std::size_t kReadAheadBytes = 16384;
constexpr std::size_t kSlowBufferBytes = 16384;  // must hold the header of a reply

}  // namespace

net::awaitable<std::optional<Failure>> Connection::open(bool for_slow_reader) {
  if (usable() && !for_slow_reader) co_return std::nullopt;
  std::optional<Failure> failure = co_await connect(for_slow_reader);
  if (failure) close();
  co_return failure;
}

net::awaitable<std::optional<Failure>> Connection::connect(bool for_slow_reader) {
  close();
  wire_.begin(origin_->tls.get());
  if (Wire::Tls* const tls = wire_.tls()) {
    // Servers behind a shared address choose the certificate by this name.
    // (SSL_set_tlsext_host_name() is a macro with C casts; this is what it stands for.)
    SSL_ctrl(tls->native_handle(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
             const_cast<char*>(origin_->endpoint.host.c_str()));
  }
  lowest().expires_after(origin_->timeouts.connect);
  buffer_.max_size(for_slow_reader ? kSlowBufferBytes : std::numeric_limits<std::size_t>::max());
  // One read then takes the header and a short reply behind it: each one is a call of the kernel,
  // where a client's time goes.
  if (!for_slow_reader) buffer_.reserve(kReadAheadBytes);
  if (for_slow_reader) {
    // The window must be small before the handshake, which says how far it may ever grow. That
    // takes a socket that is open already, and so an address that was chosen: the first.
    const net::ip::tcp::endpoint address = *origin_->addresses.begin();
    beast::error_code ignored;
    lowest().socket().open(address.protocol(), ignored);
    lowest().socket().set_option(net::socket_base::receive_buffer_size(kSlowWindowBytes), ignored);
    auto [error] = co_await lowest().async_connect(address, kAwait);
    if (error) co_return failure_of(error, "connecting", RequestError::connect);
  } else {
    auto [error, address] = co_await lowest().async_connect(origin_->addresses, kAwait);
    if (error) co_return failure_of(error, "connecting", RequestError::connect);
  }
  beast::error_code ignored;
  lowest().socket().set_option(net::ip::tcp::no_delay(true), ignored);
  if (Wire::Tls* const tls = wire_.tls()) {
    auto [error] = co_await tls->async_handshake(net::ssl::stream_base::client, kAwait);
    if (error) co_return failure_of(error, "TLS handshake", RequestError::connect);
  }
  co_return std::nullopt;
}

net::awaitable<void> Connection::pause(std::chrono::steady_clock::duration time) {
  timer_.expires_after(time);
  co_await timer_.async_wait(kAwait);
}

void Connection::close() {
  timer_.cancel();
  if (wire_.has_begun()) lowest().close();
  buffer_.clear();
}

// Anything readable on an idle connection, an end of stream above all, makes it useless.
bool Connection::usable() {
  if (!wire_.has_begun() || !lowest().socket().is_open()) return false;
  if (buffer_.size() > 0) return false;
  char byte = 0;
  const ssize_t n = ::recv(lowest().socket().native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
}

char* Connection::piece() {
  if (!piece_) piece_ = std::make_unique<char[]>(kPieceBytes);
  return piece_.get();
}

}  // namespace ttsoak
