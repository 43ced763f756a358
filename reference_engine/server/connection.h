#pragma once

#include <utility>
// Boost 1.81's coroutines use std::exchange without including it; hence <utility> first.
#include <boost/asio/awaitable.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <cstddef>
#include <memory>

#include "reference_engine/engine/engine.h"
#include "reference_engine/server/answer.h"
#include "reference_engine/server/speech_call.h"

namespace ttsoak {

// One client. I/O thread only.
class ServedConnection {
 public:
  ServedConnection(boost::asio::ip::tcp::socket socket, ServerState& state,
                   boost::asio::thread_pool& workers);

  // Answers requests until the client leaves, breaks the protocol, is silent for too long, or the
  // server stops. *this must live until then.
  boost::asio::awaitable<void> serve();

  // At a stop: closes the connection unless a request is being answered.
  void close_if_idle();
  void close();

 private:
  // The answering coroutines return whether the connection can take another request.
  boost::asio::awaitable<bool> answer(const Request& request);
  boost::asio::awaitable<bool> answer_speech(const Request& request);
  boost::asio::awaitable<bool> send_speech(const Request& request, SpeechStream& speech,
                                           AudioFormat format);
  boost::asio::awaitable<bool> stream_speech(SpeechStream& speech, AudioFormat format,
                                             bool keep_alive);
  boost::asio::awaitable<bool> send(const Answer& answer, bool keep_alive);
  boost::asio::awaitable<bool> send_chunk(const void* data, std::size_t bytes);
  boost::asio::awaitable<std::shared_ptr<const Pcm>> next_sentence(SpeechStream& speech);
  [[nodiscard]] bool client_left();

  boost::beast::tcp_stream stream_;
  boost::beast::flat_buffer buffer_;
  ServerState& state_;
  boost::asio::thread_pool& workers_;  // synthesis runs here
  bool answering_ = false;
};

}  // namespace ttsoak
