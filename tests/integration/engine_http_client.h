#pragma once

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <cstdint>
#include <string>
#include <thread>

#include "gmock/gmock.h"
#include "reference_engine/server/speech_server.h"

namespace ttsoak {

using HttpResponse = boost::beast::http::response<boost::beast::http::string_body>;

// A client's connection to a port of this machine. Throws on I/O errors, which fails a test.
class HttpClient {
 public:
  explicit HttpClient(std::uint16_t port) : socket_(io_) {
    socket_.connect({boost::asio::ip::address_v4::loopback(), port});
  }

  void send(boost::beast::http::verb method, const std::string& path,
            const std::string& body = "") {
    boost::beast::http::request<boost::beast::http::string_body> request(method, path, 11, body);
    request.prepare_payload();
    boost::beast::http::write(socket_, request);
  }

  HttpResponse receive() {
    boost::beast::http::response_parser<boost::beast::http::string_body> parser;
    parser.body_limit(std::uint64_t{1} << 30U);
    boost::beast::http::read(socket_, buffer_, parser);
    return parser.release();
  }

  HttpResponse get(const std::string& path) {
    send(boost::beast::http::verb::get, path);
    return receive();
  }
  HttpResponse post(const std::string& body) {
    send(boost::beast::http::verb::post, "/v1/audio/speech", body);
    return receive();
  }

  boost::asio::ip::tcp::socket& socket() { return socket_; }

 private:
  boost::asio::io_context io_;
  boost::asio::ip::tcp::socket socket_;
  boost::beast::flat_buffer buffer_;
};

// A server on a free port with a thread for its I/O, until the end of its scope.
class RunningServer {
 public:
  explicit RunningServer(const FaultPlan& faults = {})
      : engine_(std::move(Engine::create({{}, faults})).value()),
        server_(*engine_, {"127.0.0.1", 0, 2}) {
    const Status failed = server_.start();
    EXPECT_FALSE(failed.has_value()) << failed->message;
    thread_ = std::thread([this] { server_.run(); });
  }
  ~RunningServer() {
    server_.stop();
    if (thread_.joinable()) thread_.join();
  }

  [[nodiscard]] std::uint16_t port() const { return server_.port(); }
  Engine& engine() { return *engine_; }
  SpeechServer& server() { return server_; }
  void join() { thread_.join(); }

 private:
  std::unique_ptr<Engine> engine_;
  SpeechServer server_;
  std::thread thread_;
};

}  // namespace ttsoak
