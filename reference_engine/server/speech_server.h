#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "probes/base/result.h"
#include "reference_engine/engine/engine.h"

namespace ttsoak {

struct ServerOptions {
  std::string address = "127.0.0.1";  // numeric; synthesis for anyone who can reach it
  std::uint16_t port = 8880;          // 0: any free port, see SpeechServer::port()
  int workers = 2;                    // threads that synthesise
};

// An Engine behind HTTP/1.1, in the manner of OpenAI's API:
//
//   POST /v1/audio/speech   the fields of SpeechCall; audio/wav or audio/pcm
//   GET  /v1/audio/voices   {"voices":[...]}
//   GET  /health            {"status":"healthy"}
//   GET  /metrics           Prometheus text
//
// Streamed WAV has sizes of 0xFFFFFFFF; its header leaves together with the first sentence, so
// that the first byte of a body means audio. Errors are JSON, see ApiError. One thread does all
// I/O; what a connection buffers is bounded by one sentence of audio, except with stream=false.
// A client that hangs up is noticed between sentences, and its synthesis stops there.
class SpeechServer {
 public:
  // The engine must outlive the server.
  SpeechServer(Engine& engine, ServerOptions options);
  ~SpeechServer();
  SpeechServer(const SpeechServer&) = delete;
  SpeechServer& operator=(const SpeechServer&) = delete;

  // Binds and listens; clients may connect from here on.
  // Errors: a bad address, a port in use, too few workers.
  Status start();

  // The port listened on. Valid after start().
  [[nodiscard]] std::uint16_t port() const;

  // Serves until stop(). Call it after start(), once, on the thread that shall do the I/O.
  void run();

  // Ends run(): no new connections, idle ones are closed, and requests in flight have 5 s to
  // finish. From any thread; more than once is fine.
  void stop();

 private:
  class Listener;

  std::unique_ptr<Listener> listener_;
};

}  // namespace ttsoak
