#include "harness/drive/wyoming_exchange.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include "harness/config/json_text.h"
#include "harness/drive/wyoming_event.h"

namespace ttsoak {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;

constexpr auto kAwait = net::as_tuple(net::use_awaitable);
// An hour of 48 kHz speech, as over HTTP.
constexpr std::int64_t kMostAudio = 512LL * 1024 * 1024;

class Dialogue {
 public:
  Dialogue(Connection& connection, Listener& listener, Patience& patience, const RunClock& clock,
           RequestOutcome& outcome)
      : connection_(&connection),
        listener_(&listener),
        patience_(&patience),
        clock_(&clock),
        outcome_(&outcome) {}

  net::awaitable<void> run(const std::string& event) {
    const std::string line = event + "\n";
    connection_->lowest().expires_at(patience_->limit());
    auto [error, size] = co_await net::async_write(connection_->wire(), net::buffer(line), kAwait);
    if (error) broke(error, "sending the event");
    while (going()) co_await take_event();
  }

 private:
  [[nodiscard]] bool going() const {
    return outcome_->error == RequestError::none && !outcome_->aborted && !stopped_;
  }

  net::awaitable<void> take_event() {
    std::string line;
    if (!co_await take_line(line)) co_return;
    Result<WyomingHeader> header = parse_wyoming_header(line);
    if (!header.ok()) {
      fail(RequestError::protocol, header.error().message);
      co_return;
    }
    std::string data;
    if (!co_await take_bytes(header.value().data_bytes, data)) co_return;
    if (!data.empty()) {
      Result<nlohmann::json> more = parse_json_text(data);
      if (more.ok() && more.value().is_object()) header.value().data.update(more.value());
    }
    if (header.value().type == "audio-chunk") {
      co_await take_audio(header.value().payload_bytes);
      co_return;
    }
    std::string unused;
    if (!co_await take_bytes(header.value().payload_bytes, unused)) co_return;
    act_on(header.value());
  }

  void act_on(const WyomingHeader& header) {
    if (header.type == "audio-start") {
      const Result<WyomingFormat> format = parse_wyoming_format(header.data);
      if (!format.ok()) {
        fail(RequestError::protocol, format.error().message);
      } else if (patience_->hangs_up_at_headers()) {
        outcome_->aborted = true;
      } else if (!std::exchange(started_, true)) {
        head_ = wav_header_of(format.value());
      }
    } else if (header.type == "audio-stop") {
      stopped_ = true;
    } else if (header.type == "error") {
      fail(RequestError::error_in_body,
           "event \"error\": " +
               excerpt(header.data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
    }
  }

  net::awaitable<void> take_audio(std::size_t left) {
    if (!started_) {
      fail(RequestError::protocol, "audio-chunk before audio-start");
      co_return;
    }
    while (left > 0 && going()) {
      if (held().empty() && !co_await read_some()) co_return;
      const std::string_view piece = held().substr(0, left);
      // The first of it brings the header along: what has come so far is then audio, and not words.
      listener_->hear(head_.empty() ? piece : std::string_view(head_.append(piece)), clock_->now());
      head_.clear();
      patience_->audio_comes();
      left -= piece.size();
      connection_->buffer().consume(piece.size());
      if (listener_->heard_bytes() > kMostAudio) {
        fail(RequestError::protocol, "the audio exceeds 512 MiB");
      } else {
        outcome_->aborted = (patience_->hangs_up_at_audio() && listener_->has_heard_audio()) ||
                            patience_->time_to_hang_up();
      }
    }
  }

  net::awaitable<bool> take_line(std::string& line) {
    while (true) {
      const std::size_t end = held().find('\n');
      if (end != std::string_view::npos) {
        line = held().substr(0, end);
        connection_->buffer().consume(end + 1);
        co_return true;
      }
      if (held().size() > WyomingHeader::kLongestLine) {
        fail(RequestError::protocol, "no event: a line longer than 64 KiB");
        co_return false;
      }
      if (!co_await read_some()) co_return false;
    }
  }

  net::awaitable<bool> take_bytes(std::size_t count, std::string& bytes) {
    while (bytes.size() < count) {
      if (held().empty() && !co_await read_some()) co_return false;
      const std::string_view piece = held().substr(0, count - bytes.size());
      bytes += piece;
      connection_->buffer().consume(piece.size());
    }
    co_return true;
  }

  [[nodiscard]] std::string_view held() const {
    const auto data = connection_->buffer().data();
    return {static_cast<const char*>(data.data()), data.size()};
  }

  net::awaitable<bool> read_some() {
    if (patience_->is_over()) {
      broke(beast::error::timeout, "reading events");
      co_return false;
    }
    const std::size_t room = patience_->appetite(Connection::kPieceBytes);
    connection_->lowest().expires_at(patience_->limit());
    auto [error, got] = co_await connection_->wire().async_read_some(
        net::buffer(connection_->piece(), room), kAwait);
    if (error) {
      broke(error, "reading events");
      co_return false;
    }
    const auto space = connection_->buffer().prepare(got);
    std::copy_n(connection_->piece(), got, static_cast<char*>(space.data()));
    connection_->buffer().commit(got);
    if (const auto rest = patience_->rest_after(got); rest.count() > 0) {
      co_await connection_->pause(rest);
    }
    co_return true;
  }

  void fail(RequestError error, std::string detail) {
    outcome_->error = error;
    outcome_->detail = std::move(detail);
  }

  void broke(beast::error_code error, const char* phase) {
    outcome_->aborted = error == beast::error::timeout && patience_->time_to_hang_up();
    if (outcome_->aborted) return;
    Failure failure = failure_of(error, phase);
    fail(failure.error, std::move(failure.detail));
  }

  Connection* connection_;
  Listener* listener_;
  Patience* patience_;
  const RunClock* clock_;
  RequestOutcome* outcome_;
  std::string head_;  // a WAV header that was not heard yet
  bool started_ = false;
  bool stopped_ = false;
};

}  // namespace

net::awaitable<void> wyoming_exchange(Connection& connection, const std::string& event,
                                      Listener& listener, Patience& patience, const RunClock& clock,
                                      RequestOutcome& outcome) {
  Dialogue dialogue(connection, listener, patience, clock, outcome);
  co_await dialogue.run(event);
  if (outcome.error == RequestError::none && !outcome.aborted && !patience.is_slow()) {
    connection.rest();
  } else {
    connection.close();
  }
}

}  // namespace ttsoak
