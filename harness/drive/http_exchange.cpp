#include "harness/drive/http_exchange.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>

namespace ttsoak {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

constexpr auto kAwait = net::as_tuple(net::use_awaitable);
// An hour of 48 kHz speech. A server that never stops sending must not keep a lane for ever.
constexpr std::int64_t kMaxBodyBytes = 512LL * 1024 * 1024;
constexpr std::uint32_t kMaxHeaderBytes = 16 * 1024;  // what a slow reader's buffer holds

using BodyParser = http::response_parser<http::buffer_body>;

void fail(RequestOutcome& outcome, Failure failure) {
  outcome.error = failure.error;
  outcome.detail = std::move(failure.detail);
}

// The words of a reply that is an error by its status.
class ErrorWords : public ReplyReader {
 public:
  std::optional<Failure> begin(std::string_view) override { return {}; }
  std::optional<Failure> take(std::string_view bytes, RunTime) override {
    constexpr std::size_t kEnough = 160;
    if (words_.size() < kEnough) words_.append(bytes.substr(0, kEnough - words_.size()));
    taken_ += bytes.size();
    // Long enough for any message. A connection is cheaper than what else may come.
    constexpr std::size_t kMost = std::size_t{1} << 20U;
    if (taken_ > kMost) return Failure{RequestError::http_status, ""};
    return {};
  }
  std::optional<Failure> finish(RunTime) override { return {}; }
  [[nodiscard]] const std::string& words() const { return words_; }

 private:
  std::string words_;
  std::size_t taken_ = 0;
};

bool is_success(int status) { return status >= 200 && status <= 299; }

Failure failure_of_status(int status, const std::string& location, const std::string& words) {
  std::string detail = std::to_string(status) + ": ";
  if (status >= 300 && status <= 399 && !location.empty()) {
    detail += "redirected to " + excerpt(location) + "; name that place instead";
  } else {
    detail += excerpt(words);
  }
  return {RequestError::http_status, std::move(detail)};
}

// One conversation on one connection.
class Conversation {
 public:
  Conversation(Connection& connection, Patience& patience, const RunClock& clock,
               RequestOutcome& outcome)
      : connection_(&connection), patience_(&patience), clock_(&clock), outcome_(&outcome) {
    parser_.body_limit(boost::none);
    parser_.header_limit(kMaxHeaderBytes);
  }

  // Returns whether the connection may be kept.
  net::awaitable<bool> run(const std::string& request, ReplyReader& reader) {
    connection_->lowest().expires_at(patience_->limit());
    auto [write_error, sent] =
        co_await net::async_write(connection_->wire(), net::buffer(request), kAwait);
    if (write_error) co_return broke(write_error, "sending the request");
    auto [error, size] = co_await http::async_read_header(connection_->wire(),
                                                          connection_->buffer(), parser_, kAwait);
    if (error) co_return broke(error, "reading the response header");

    outcome_->http_status = static_cast<int>(parser_.get().result_int());
    if (!is_success(outcome_->http_status)) {
      ErrorWords words;
      const bool whole = co_await read_body(words);
      fail(*outcome_,
           failure_of_status(outcome_->http_status,
                             std::string(parser_.get()[http::field::location]), words.words()));
      outcome_->aborted = false;
      co_return whole&& parser_.keep_alive();
    }
    const auto media_type = parser_.get()[http::field::content_type];
    if (auto failure = reader.begin({media_type.data(), media_type.size()})) {
      fail(*outcome_, std::move(*failure));
      co_return false;
    }
    if (patience_->hangs_up_at_headers() && reader.carries_audio()) {
      outcome_->aborted = true;
      co_return false;
    }
    const bool whole = co_await read_body(reader);
    co_return whole&& parser_.keep_alive();
  }

 private:
  // Returns whether the body was read to its end and taken.
  net::awaitable<bool> read_body(ReplyReader& reader) {
    std::int64_t body_bytes = 0;
    while (!parser_.is_done()) {
      if (patience_->is_over()) co_return broke(beast::error::timeout, "reading the body");
      auto& body = parser_.get().body();
      const std::size_t room = patience_->appetite(Connection::kPieceBytes);
      body.data = connection_->piece();
      body.size = room;
      connection_->lowest().expires_at(patience_->limit());
      auto [error, size] = co_await http::async_read_some(connection_->wire(),
                                                          connection_->buffer(), parser_, kAwait);
      const std::size_t got = room - body.size;
      body_bytes += static_cast<std::int64_t>(got);
      if (got > 0) {
        if (auto failure = reader.take({connection_->piece(), got}, clock_->now())) {
          fail(*outcome_, std::move(*failure));
          co_return false;
        }
        if (reader.has_heard_anything()) patience_->audio_comes();
      }
      if (body_bytes > kMaxBodyBytes) {
        fail(*outcome_, {RequestError::protocol, "the body exceeds 512 MiB"});
        co_return false;
      }
      if (error && error != http::error::need_buffer) co_return broke(error, "reading the body");
      const bool enough = patience_->hangs_up_at_audio() && reader.has_heard_audio();
      if (!parser_.is_done() && (enough || patience_->time_to_hang_up())) {
        outcome_->aborted = true;
        co_return false;
      }
      if (const auto rest = patience_->rest_after(got); rest.count() > 0) {
        co_await connection_->pause(rest);
      }
    }
    if (auto failure = reader.finish(clock_->now())) {
      fail(*outcome_, std::move(*failure));
    }
    co_return true;
  }

  // An operation ended with an error: ours, if we wanted to hang up by then.
  bool broke(beast::error_code error, const char* phase) {
    outcome_->aborted = error == beast::error::timeout && patience_->time_to_hang_up();
    if (!outcome_->aborted) fail(*outcome_, failure_of(error, phase));
    return false;
  }

  Connection* connection_;
  Patience* patience_;
  const RunClock* clock_;
  RequestOutcome* outcome_;
  BodyParser parser_;
};

}  // namespace

net::awaitable<void> http_exchange(Connection& connection, const std::string& request,
                                   ReplyReader& reader, Patience& patience, const RunClock& clock,
                                   RequestOutcome& outcome) {
  Conversation conversation(connection, patience, clock, outcome);
  const bool keep = co_await conversation.run(request, reader);
  if (keep && !patience.is_slow()) {
    connection.rest();
  } else {
    connection.close();
  }
}

}  // namespace ttsoak
