#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <cstddef>
#include <optional>
#include <utility>

namespace ttsoak {

// The bytes of a connection, plain or under TLS. One type for both, an AsyncStream as Asio and
// Beast want it: what is spoken over it (HTTP, websockets, Wyoming) is then compiled once.
class Wire {
 public:
  using executor_type = boost::asio::any_io_executor;
  using Plain = boost::beast::tcp_stream;
  using Tls = boost::beast::ssl_stream<Plain>;

  explicit Wire(executor_type executor) : executor_(std::move(executor)) {}

  // Not connected yet. `context` null: plain.
  void begin(boost::asio::ssl::context* context) {
    plain_.reset();
    tls_.reset();
    if (context != nullptr) {
      tls_.emplace(executor_, *context);
    } else {
      plain_.emplace(executor_);
    }
  }
  [[nodiscard]] bool has_begun() const { return plain_ || tls_; }

  // Null: plain.
  [[nodiscard]] Tls* tls() { return tls_ ? &*tls_ : nullptr; }
  // Where time limits are set. Precondition: has_begun().
  [[nodiscard]] Plain& lowest() { return tls_ ? tls_->next_layer() : *plain_; }

  executor_type get_executor() const noexcept { return executor_; }

  template <typename Buffers, typename Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(boost::beast::error_code, std::size_t)>(
        [this](auto handler, const Buffers& to) {
          if (tls_) {
            tls_->async_read_some(to, std::move(handler));
          } else {
            plain_->async_read_some(to, std::move(handler));
          }
        },
        token, buffers);
  }

  template <typename Buffers, typename Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(boost::beast::error_code, std::size_t)>(
        [this](auto handler, const Buffers& from) {
          if (tls_) {
            tls_->async_write_some(from, std::move(handler));
          } else {
            plain_->async_write_some(from, std::move(handler));
          }
        },
        token, buffers);
  }

 private:
  executor_type executor_;
  std::optional<Plain> plain_;
  std::optional<Tls> tls_;
};

}  // namespace ttsoak
