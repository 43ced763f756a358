#include "harness/drive/websocket_exchange.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/websocket/ssl.hpp>  // teardown()
#include <boost/beast/websocket/stream.hpp>
#include <memory>

#include "harness/drive/json_audio.h"

namespace ttsoak {

// How Beast ends a stream that is not one of its own (its overloads are found by their argument).
template <typename Handler>
void async_teardown(boost::beast::role_type role, Wire& wire, Handler&& handler) {
  using boost::beast::websocket::async_teardown;
  if (Wire::Tls* const tls = wire.tls()) {
    async_teardown(role, *tls, std::forward<Handler>(handler));
  } else {
    async_teardown(role, wire.lowest().socket(), std::forward<Handler>(handler));
  }
}
void beast_close_socket(Wire& wire) { wire.lowest().close(); }

namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;

constexpr auto kAwait = net::as_tuple(net::use_awaitable);
constexpr std::size_t kLargestMessage = std::size_t{16} << 20U;
// An hour of 48 kHz speech, as over HTTP.
constexpr std::int64_t kMostAudio = 512LL * 1024 * 1024;

void fail(RequestOutcome& outcome, Failure failure) {
  outcome.error = failure.error;
  outcome.detail = std::move(failure.detail);
}

class Dialogue {
 public:
  Dialogue(Connection& connection, const AudioSpec& audio, Listener& listener, Patience& patience,
           const RunClock& clock, RequestOutcome& outcome)
      : socket_(connection.wire()),
        connection_(&connection),
        listener_(&listener),
        patience_(&patience),
        clock_(&clock),
        outcome_(&outcome),
        json_(audio, listener) {
    socket_.read_message_max(kLargestMessage);
  }

  net::awaitable<void> run(const WebsocketRequest& request) {
    if (!co_await shake_hands(request)) co_return;
    if (patience_->hangs_up_at_headers()) {
      outcome_->aborted = true;
      co_return;
    }
    if (!request.message.empty()) {
      connection_->lowest().expires_at(patience_->limit());
      socket_.text(true);
      auto [error, size] = co_await socket_.async_write(net::buffer(request.message), kAwait);
      if (error) {
        broke(error, "sending the message");
        co_return;
      }
    }
    while (outcome_->error == RequestError::none && !outcome_->aborted && !closed_) {
      co_await read_some();
    }
  }

 private:
  net::awaitable<bool> shake_hands(const WebsocketRequest& request) {
    socket_.set_option(websocket::stream_base::decorator([&request](websocket::request_type& head) {
      head.set(http::field::user_agent, "ttsoak");
      for (const auto& [name, value] : request.headers) head.set(name, value);
    }));
    connection_->lowest().expires_at(patience_->limit());
    websocket::response_type reply;
    auto [error] = co_await socket_.async_handshake(
        reply, host_header(connection_->origin().endpoint), request.target, kAwait);
    outcome_->http_status = static_cast<int>(reply.result_int());
    if (error == websocket::error::upgrade_declined) {
      fail(*outcome_, {RequestError::http_status,
                       std::to_string(reply.result_int()) +
                           ": the websocket was declined: " + excerpt(reply.body())});
    } else if (error) {
      broke(error, "opening the websocket");
    }
    co_return !error;
  }

  net::awaitable<void> read_some() {
    if (patience_->is_over()) {
      broke(beast::error::timeout, "reading the websocket");
      co_return;
    }
    connection_->lowest().expires_at(patience_->limit());
    const std::size_t room = patience_->appetite(Connection::kPieceBytes);
    auto [error, got] =
        co_await socket_.async_read_some(net::buffer(connection_->piece(), room), kAwait);
    if (error == websocket::error::closed) {
      take_close();
      co_return;
    }
    if (error) {
      broke(error, "reading the websocket");
      co_return;
    }
    const std::string_view piece(connection_->piece(), got);
    if (socket_.got_text()) {
      text_.append(piece);
      if (socket_.is_message_done()) take_text();
    } else {
      listener_->hear(piece, clock_->now());
      if (listener_->heard_bytes() > 0) patience_->audio_comes();
    }
    if (listener_->heard_bytes() > kMostAudio) {
      fail(*outcome_, {RequestError::protocol, "the audio exceeds 512 MiB"});
    }
    const bool enough = patience_->hangs_up_at_audio() && listener_->has_heard_audio();
    outcome_->aborted =
        outcome_->error == RequestError::none && (enough || patience_->time_to_hang_up());
    if (const auto rest = patience_->rest_after(got); rest.count() > 0) {
      co_await connection_->pause(rest);
    }
  }

  // Words that are no JSON say nothing that could be understood: a log line.
  void take_text() {
    const bool is_json = text_.starts_with('{') || text_.starts_with('[');
    if (is_json) {
      if (auto failure = json_.take(text_, "", clock_->now())) fail(*outcome_, std::move(*failure));
    }
    text_.clear();
  }

  void take_close() {
    closed_ = true;
    const websocket::close_reason& reason = socket_.reason();
    if (reason.code != websocket::close_code::normal &&
        reason.code != websocket::close_code::none) {
      fail(*outcome_, {RequestError::error_in_body,
                       "closed by the server with code " + std::to_string(reason.code) + " " +
                           excerpt({reason.reason.data(), reason.reason.size()})});
    } else if (auto failure = json_.finish()) {
      fail(*outcome_, std::move(*failure));
    }
  }

  void broke(beast::error_code error, const char* phase) {
    outcome_->aborted = error == beast::error::timeout && patience_->time_to_hang_up();
    if (!outcome_->aborted) fail(*outcome_, failure_of(error, phase));
  }

  // Without compression, which audio has no use for.
  websocket::stream<Wire&, false> socket_;
  Connection* connection_;
  Listener* listener_;
  Patience* patience_;
  const RunClock* clock_;
  RequestOutcome* outcome_;
  JsonAudio json_;
  std::string text_;
  bool closed_ = false;
};

}  // namespace

net::awaitable<void> websocket_exchange(Connection& connection, const WebsocketRequest& request,
                                        const AudioSpec& audio, Listener& listener,
                                        Patience& patience, const RunClock& clock,
                                        RequestOutcome& outcome) {
  // On the heap: a stream of Beast's is too large for the frame of a coroutine to hold in passing.
  const auto dialogue =
      std::make_unique<Dialogue>(connection, audio, listener, patience, clock, outcome);
  co_await dialogue->run(request);
  connection.close();
}

}  // namespace ttsoak
