#include <utility>
// Boost 1.81's coroutines use std::exchange without including it; hence <utility> first.
#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <exception>
#include <iterator>
#include <list>
#include <string>

#include "reference_engine/server/connection.h"
#include "reference_engine/server/speech_server.h"

namespace ttsoak {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

constexpr std::chrono::seconds kGrace{5};  // for requests in flight at a stop
// After accept() has failed, which it does for lack of descriptors: time for some to be closed.
constexpr std::chrono::milliseconds kAcceptPause{100};

// The coroutines handle what the world does. An exception is a bug or the end of memory; left
// alone, it would vanish with its coroutine.
void die_of(const std::exception_ptr& exception) {
  if (exception) std::rethrow_exception(exception);
}

}  // namespace

class SpeechServer::Listener {
 public:
  Listener(Engine& engine, ServerOptions options)
      : options_(std::move(options)),
        // At least one, so that construction cannot fail; listen() refuses what is out of range.
        workers_(static_cast<std::size_t>(std::max(1, options_.workers))),
        acceptor_(io_),
        timer_(io_),
        state_{engine, {}, false} {}

  Status listen() {
    if (options_.workers < 1) return Error{"workers: expected at least 1"};
    boost::system::error_code error;
    const auto address = asio::ip::make_address(options_.address, error);
    const tcp::endpoint endpoint(address, options_.port);
    if (!error) acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) {
      return Error{"listen on " + options_.address + ":" + std::to_string(options_.port) + ": " +
                   error.message()};
    }
    port_ = acceptor_.local_endpoint().port();
    asio::co_spawn(io_, accept(), die_of);
    return std::nullopt;
  }

  [[nodiscard]] std::uint16_t port() const { return port_; }

  void run() {
    io_.run();
    workers_.join();
  }

  void stop() {
    asio::post(io_, [this] { begin_to_stop(); });
  }

 private:
  void begin_to_stop() {
    if (std::exchange(state_.stopping, true)) return;
    timer_.cancel();  // the pause of accept()
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    for (ServedConnection& connection : connections_) connection.close_if_idle();
    if (connections_.empty()) return;
    timer_.expires_after(kGrace);
    timer_.async_wait([this](boost::system::error_code cancelled) {
      if (cancelled) return;
      for (ServedConnection& connection : connections_) connection.close();
    });
  }

  asio::awaitable<void> accept() {
    while (!state_.stopping) {
      boost::system::error_code error;
      auto socket =
          co_await acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, error));
      if (!error) {
        asio::co_spawn(io_, serve(std::move(socket)), die_of);
      } else if (!state_.stopping) {
        timer_.expires_after(kAcceptPause);
        co_await timer_.async_wait(asio::redirect_error(asio::use_awaitable, error));
      }
    }
  }

  asio::awaitable<void> serve(tcp::socket socket) {
    connections_.emplace_back(std::move(socket), state_, workers_);
    const auto self = std::prev(connections_.end());
    co_await self->serve();
    connections_.erase(self);
    if (state_.stopping && connections_.empty()) timer_.cancel();
  }

  ServerOptions options_;
  asio::thread_pool workers_;
  asio::io_context io_{1};
  tcp::acceptor acceptor_;
  std::uint16_t port_ = 0;
  asio::steady_timer timer_;
  ServerState state_;
  std::list<ServedConnection> connections_;
};

SpeechServer::SpeechServer(Engine& engine, ServerOptions options)
    : listener_(std::make_unique<Listener>(engine, std::move(options))) {}
SpeechServer::~SpeechServer() = default;

Status SpeechServer::start() { return listener_->listen(); }
std::uint16_t SpeechServer::port() const { return listener_->port(); }
void SpeechServer::run() { listener_->run(); }
void SpeechServer::stop() { listener_->stop(); }

}  // namespace ttsoak
