#include "harness/drive/http_connection.h"

#include <sys/socket.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <chrono>

namespace ttsoak {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Clock = std::chrono::steady_clock;

constexpr auto kAwait = net::as_tuple(net::use_awaitable);
constexpr std::size_t kChunkBytes = 64 * 1024;
// An hour of 48 kHz speech. A server that never stops sending must not keep a lane for ever.
constexpr std::int64_t kMaxBodyBytes = 512LL * 1024 * 1024;

void fail(RequestOutcome& outcome, RequestError error, std::string detail) {
  outcome.error = error;
  outcome.detail = std::move(detail);
  outcome.detail.resize(std::min<std::size_t>(outcome.detail.size(), 200));
}

void fail(RequestOutcome& outcome, RequestError otherwise, beast::error_code error,
          const char* phase) {
  if (error == beast::error::timeout) {
    fail(outcome, RequestError::timeout, std::string("no end of: ") + phase);
  } else if (error.category() == http::make_error_code(http::error::bad_version).category() &&
             error != http::error::end_of_stream && error != http::error::partial_message) {
    fail(outcome, RequestError::protocol, std::string(phase) + ": " + error.message());
  } else {
    fail(outcome, otherwise, std::string(phase) + ": " + error.message());
  }
}

using BodyParser = http::response_parser<http::buffer_body>;

// Sends and receives on one stream, plain or TLS. Returns whether the connection may be kept.
template <typename Stream>
net::awaitable<bool> converse(Stream& stream, const HttpRequest& request,
                              beast::flat_buffer& buffer, char* chunk, const Timeouts& timeouts,
                              const std::string& media_type, const ReadManner& manner,
                              const RunClock& clock, Listener& listener, RequestOutcome& outcome) {
  auto& socket = beast::get_lowest_layer(stream);
  const auto total = Clock::now() + timeouts.total;
  socket.expires_at(std::min(total, Clock::now() + timeouts.first_byte));
  outcome.sent = clock.now();
  {
    auto [error, size] = co_await http::async_write(stream, request, kAwait);
    if (error) {
      fail(outcome, RequestError::reset, error, "sending the request");
      co_return false;
    }
  }

  BodyParser parser;
  parser.body_limit(boost::none);
  {
    auto [error, size] = co_await http::async_read_header(stream, buffer, parser, kAwait);
    if (error) {
      fail(outcome, RequestError::reset, error, "reading the response header");
      co_return false;
    }
  }
  outcome.http_status = static_cast<int>(parser.get().result_int());
  const std::string content_type(parser.get()[http::field::content_type]);

  while (!parser.is_done() && !outcome.aborted) {
    auto& body = parser.get().body();
    body.data = chunk;
    body.size = kChunkBytes;
    auto [error, size] = co_await http::async_read_some(stream, buffer, parser, kAwait);
    const std::size_t got = kChunkBytes - body.size;
    if (got > 0) {
      if (listener.heard_bytes() == 0) socket.expires_at(total);
      listener.hear({chunk, got}, clock.now());
    }
    if (listener.heard_bytes() > kMaxBodyBytes) {
      fail(outcome, RequestError::protocol, "the body exceeds 512 MiB");
      co_return false;
    }
    if (error && error != http::error::need_buffer) {
      fail(outcome, RequestError::reset, error, "reading the body");
      co_return false;
    }
    outcome.aborted =
        manner.abort == Abort::first_audio && !parser.is_done() && listener.has_heard_audio();
  }

  if (outcome.http_status < 200 || outcome.http_status > 299) {
    fail(outcome, RequestError::http_status,
         std::to_string(outcome.http_status) + ": " + std::string(listener.head().substr(0, 180)));
  } else if (!media_type.empty() && content_type.rfind(media_type, 0) != 0) {
    fail(outcome, RequestError::content_type,
         "content type \"" + content_type + "\", expected \"" + media_type + "...\"");
  }
  co_return !outcome.aborted && parser.keep_alive();
}

}  // namespace

net::awaitable<void> HttpConnection::exchange(const HttpRequest& request,
                                              const std::string& media_type,
                                              const ReadManner& manner, const RunClock& clock,
                                              Listener& listener, RequestOutcome& outcome) {
  if (!chunk_) chunk_ = std::make_unique<char[]>(kChunkBytes);
  bool keep = false;
  if (usable() || co_await connect(outcome)) {
    keep = tls_ ? co_await converse(*tls_, request, buffer_, chunk_.get(), origin_->timeouts,
                                    media_type, manner, clock, listener, outcome)
                : co_await converse(*plain_, request, buffer_, chunk_.get(), origin_->timeouts,
                                    media_type, manner, clock, listener, outcome);
  }
  outcome.done = clock.now();
  if (keep) {
    lowest().expires_never();
  } else {
    close();
  }
}

net::awaitable<bool> HttpConnection::connect(RequestOutcome& outcome) {
  close();
  if (origin_->tls) {
    tls_.emplace(executor_, *origin_->tls);
    // Servers behind a shared address choose the certificate by this name.
    // (SSL_set_tlsext_host_name() is a macro with C casts; this is what it stands for.)
    SSL_ctrl(tls_->native_handle(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
             const_cast<char*>(origin_->endpoint.host.c_str()));
  } else {
    plain_.emplace(executor_);
  }
  lowest().expires_after(origin_->timeouts.connect);
  auto [error, address] = co_await lowest().async_connect(origin_->addresses, kAwait);
  if (error) {
    fail(outcome, RequestError::connect, error, "connecting");
    co_return false;
  }
  lowest().socket().set_option(net::ip::tcp::no_delay(true));
  if (tls_) {
    auto [tls_error] = co_await tls_->async_handshake(net::ssl::stream_base::client, kAwait);
    if (tls_error) {
      fail(outcome, RequestError::connect, tls_error, "TLS handshake");
      co_return false;
    }
  }
  co_return true;
}

// Anything readable on an idle connection, an end of stream above all, makes it useless.
bool HttpConnection::usable() {
  if ((!plain_ && !tls_) || !lowest().socket().is_open()) return false;
  char byte = 0;
  const ssize_t n = ::recv(lowest().socket().native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
}

beast::tcp_stream& HttpConnection::lowest() {
  return tls_ ? beast::get_lowest_layer(*tls_) : *plain_;
}

void HttpConnection::close() {
  if (plain_ || tls_) lowest().close();
  buffer_.clear();
}

}  // namespace ttsoak
