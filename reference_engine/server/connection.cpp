#include "reference_engine/server/connection.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <bit>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/http.hpp>
#include <cerrno>
#include <chrono>
#include <string>
#include <variant>

#include "reference_engine/engine/wav_header.h"

// GCC 12 destroys twice what is built from braces inside a co_await expression: arguments of
// coroutines are named variables here, passed by reference.
namespace ttsoak {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

// 4,096 characters take at most 12 bytes each in JSON (a pair of \uXXXX), and there are other
// fields.
constexpr std::uint64_t kMaxBodyBytes = 64 * 1024;
constexpr std::uint32_t kMaxHeaderBytes = 16 * 1024;
constexpr std::chrono::seconds kReadTimeout{30};   // for a whole request, and between two
constexpr std::chrono::seconds kWriteTimeout{30};  // for each slice
// Large sentences leave in slices, so that a slow reader is not a dead one.
constexpr std::size_t kSliceBytes = 64 * 1024;

static_assert(std::endian::native == std::endian::little, "PCM leaves in native byte order");

std::string content_type_of(AudioFormat format) {
  return format == AudioFormat::wav ? "audio/wav" : "audio/pcm";
}

// What to answer to bytes that are not an acceptable request.
ApiError refusal_of(const beast::error_code& error) {
  if (error == http::error::body_limit) {
    return {413, "the body is larger than 64 KiB", "", "body_too_large"};
  }
  if (error == http::error::header_limit) {
    return {431, "the header is larger than 16 KiB", "", "header_too_large"};
  }
  return {400, "not an HTTP request: " + error.message(), "", "bad_request"};
}

}  // namespace

ServedConnection::ServedConnection(asio::ip::tcp::socket socket, ServerState& state,
                                   asio::thread_pool& workers)
    : stream_(std::move(socket)), state_(state), workers_(workers) {
  // Sentences are sent when they are ready, not when a packet is full.
  beast::error_code ignored;
  stream_.socket().set_option(asio::ip::tcp::no_delay(true), ignored);
}

asio::awaitable<void> ServedConnection::serve() {
  bool keep = true;
  while (keep && !state_.stopping) {
    http::request_parser<http::string_body> parser;
    parser.body_limit(kMaxBodyBytes);
    parser.header_limit(kMaxHeaderBytes);
    beast::error_code error;
    stream_.expires_after(kReadTimeout);
    co_await http::async_read(stream_, buffer_, parser,
                              asio::redirect_error(asio::use_awaitable, error));
    answering_ = true;
    if (!error) {
      keep = co_await answer(parser.get());
    } else {
      keep = false;
      // Errors of HTTP, as against those of the socket: someone is there to be told.
      if (error.category() == http::make_error_code(http::error::bad_version).category() &&
          error != http::error::end_of_stream && error != http::error::partial_message) {
        const Answer answer = refusal(refusal_of(error));
        co_await send(answer, false);
      }
    }
    answering_ = false;
  }
  beast::error_code ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
}

void ServedConnection::close_if_idle() {
  if (!answering_) close();
}

void ServedConnection::close() { stream_.close(); }

asio::awaitable<bool> ServedConnection::answer(const Request& request) {
  if (request.method() == http::verb::post && path_of(request) == kSpeechPath) {
    state_.metrics.speech_begins();
    const bool further = co_await answer_speech(request);
    state_.metrics.speech_ends();
    co_return further;
  }
  const Answer answer = answer_without_speech(request, state_);
  co_return co_await send(answer, request.keep_alive());
}

asio::awaitable<bool> ServedConnection::answer_speech(const Request& request) {
  const auto call = parse_speech_call(request.body(), state_.engine);
  if (const auto* error = std::get_if<ApiError>(&call)) {
    const Answer answer = refusal(*error);
    co_return co_await send(answer, request.keep_alive());
  }
  const auto& [speech, format, stream] = std::get<SpeechCall>(call);
  const auto audio = state_.engine.open(speech);
  if (!audio.ok()) abort_with("the engine refuses what it has checked");
  // HTTP/1.0 knows no chunks.
  if (stream && request.version() >= 11) {
    co_return co_await stream_speech(*audio.value(), format, request.keep_alive());
  }
  co_return co_await send_speech(request, *audio.value(), format);
}

asio::awaitable<bool> ServedConnection::send_speech(const Request& request, SpeechStream& speech,
                                                    AudioFormat format) {
  Answer answer{200, content_type_of(format), "", ""};
  std::string& body = answer.body;
  if (format == AudioFormat::wav) body.resize(kWavHeaderBytes);
  while (const auto pcm = co_await next_sentence(speech)) {
    if (client_left()) co_return false;
    body.append(reinterpret_cast<const char*>(pcm->data()), pcm->size() * sizeof(std::int16_t));
  }
  if (format == AudioFormat::wav) {
    const auto data_bytes = static_cast<std::uint32_t>(body.size() - kWavHeaderBytes);
    const auto header = wav_header(speech.sample_rate(), data_bytes);
    std::copy(header.begin(), header.end(), body.begin());
  }
  co_return co_await send(answer, request.keep_alive());
}

asio::awaitable<bool> ServedConnection::stream_speech(SpeechStream& speech, AudioFormat format,
                                                      bool keep_alive) {
  auto pcm = co_await next_sentence(speech);

  http::response<http::empty_body> head{http::status::ok, 11};
  head.set(http::field::content_type, content_type_of(format));
  head.keep_alive(keep_alive && !state_.stopping);
  head.chunked(true);
  http::response_serializer<http::empty_body> serializer(head);
  beast::error_code error;
  stream_.expires_after(kWriteTimeout);
  co_await http::async_write_header(stream_, serializer,
                                    asio::redirect_error(asio::use_awaitable, error));
  if (error) co_return false;
  state_.metrics.count_request(200);

  if (format == AudioFormat::wav) {
    const auto header = wav_header(speech.sample_rate(), std::nullopt);
    if (!co_await send_chunk(header.data(), header.size())) co_return false;
  }
  while (pcm) {
    if (client_left()) co_return false;
    if (!co_await send_chunk(pcm->data(), pcm->size() * sizeof(std::int16_t))) co_return false;
    pcm = co_await next_sentence(speech);
  }
  co_await asio::async_write(stream_, http::make_chunk_last(),
                             asio::redirect_error(asio::use_awaitable, error));
  co_return !error && head.keep_alive();
}

asio::awaitable<bool> ServedConnection::send_chunk(const void* data, std::size_t bytes) {
  const auto* at = static_cast<const char*>(data);
  while (bytes > 0) {
    const std::size_t slice = std::min(bytes, kSliceBytes);
    beast::error_code error;
    stream_.expires_after(kWriteTimeout);
    co_await asio::async_write(stream_, http::make_chunk(asio::const_buffer(at, slice)),
                               asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return false;
    at += slice;
    bytes -= slice;
  }
  co_return true;
}

asio::awaitable<bool> ServedConnection::send(const Answer& answer, bool keep_alive) {
  state_.metrics.count_request(answer.status);
  http::response<http::span_body<const char>> response{static_cast<http::status>(answer.status),
                                                       11};
  response.set(http::field::content_type, answer.content_type);
  if (!answer.allow.empty()) response.set(http::field::allow, answer.allow);
  response.keep_alive(keep_alive && !state_.stopping);
  response.body() = {answer.body.data(), answer.body.size()};
  response.prepare_payload();
  beast::error_code error;
  stream_.expires_after(kWriteTimeout);
  co_await http::async_write(stream_, response, asio::redirect_error(asio::use_awaitable, error));
  co_return !error && response.keep_alive();
}

asio::awaitable<std::shared_ptr<const Pcm>> ServedConnection::next_sentence(SpeechStream& speech) {
  // Synthesis takes as long as it takes; the client is not to blame.
  stream_.expires_never();
  co_return co_await asio::co_spawn(
      workers_.get_executor(),
      [&speech]() -> asio::awaitable<std::shared_ptr<const Pcm>> { co_return speech.next(); },
      asio::use_awaitable);
}

// The client has closed its end. One that only shuts down its sending side counts as gone too, as
// it does for uvicorn: nobody who wants the rest of the audio does that.
bool ServedConnection::client_left() {
  char byte = 0;
  const auto received = ::recv(stream_.socket().native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return received == 0 || (received < 0 && errno != EAGAIN && errno != EWOULDBLOCK);
}

}  // namespace ttsoak
