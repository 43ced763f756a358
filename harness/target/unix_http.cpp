#include "harness/target/unix_http.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <utility>  // before Asio's headers, which miss it

namespace ttsoak {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using net::local::stream_protocol;

constexpr std::uint64_t kMostBytes = std::uint64_t{16} << 20U;

// One request and its answer, each step started by the end of the one before.
class Exchange {
 public:
  Exchange(net::io_context& io, const std::string& path) : stream_(io) {
    request_ = {http::verb::get, path, 11};
    request_.set(http::field::host, "localhost");
    request_.set(http::field::user_agent, "ttsoak");
    request_.set(http::field::connection, "close");
    parser_.body_limit(kMostBytes);
  }

  void start(const std::filesystem::path& socket, std::chrono::milliseconds patience) {
    stream_.expires_after(patience);
    stream_.async_connect(stream_protocol::endpoint(socket.string()),
                          [this](beast::error_code error) { failed(error) ? void() : send(); });
  }

  [[nodiscard]] const beast::error_code& error() const { return error_; }
  UnixHttpAnswer take_answer() {
    auto answer = parser_.release();
    return {static_cast<int>(answer.result_int()), std::move(answer.body())};
  }

 private:
  void send() {
    http::async_write(stream_, request_, [this](beast::error_code error, std::size_t) {
      failed(error) ? void() : receive();
    });
  }
  void receive() {
    http::async_read(stream_, buffer_, parser_,
                     [this](beast::error_code error, std::size_t) { failed(error); });
  }
  bool failed(const beast::error_code& error) {
    error_ = error;
    return error.failed();
  }

  beast::basic_stream<stream_protocol> stream_;
  http::request<http::empty_body> request_;
  http::response_parser<http::string_body> parser_;
  beast::flat_buffer buffer_;
  beast::error_code error_;
};

}  // namespace

Result<UnixHttpAnswer> unix_http_get(const std::filesystem::path& socket, const std::string& path,
                                     std::chrono::milliseconds patience) {
  constexpr std::size_t kLongestName = 107;  // man 7 unix
  if (socket.string().size() > kLongestName) return Error{"File name too long"};
  net::io_context io{1};
  Exchange exchange(io, path);
  exchange.start(socket, patience);
  io.run();
  if (exchange.error()) return Error{exchange.error().message()};
  return exchange.take_answer();
}

}  // namespace ttsoak
