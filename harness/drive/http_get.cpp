#include "harness/drive/http_get.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include "harness/drive/http_exchange.h"
#include "harness/drive/text_reply.h"

namespace ttsoak {
namespace {

namespace net = boost::asio;

constexpr std::size_t kMostBytes = std::size_t{1} << 20U;

// The caller waits for its end, and so everything referred to outlives it.
net::awaitable<void> ask(Connection& connection, const std::string& request,
                         const Timeouts& timeouts, TextReply& body, RequestOutcome& outcome) {
  if (auto failure = co_await connection.open(false)) {
    outcome.detail = std::move(failure->detail);
    co_return;
  }
  Patience patience(timeouts, {});
  patience.start();
  const RunClock clock;
  co_await http_exchange(connection, request, body, patience, clock, outcome);
}

}  // namespace

Result<HttpAnswer> http_get(const Endpoint& endpoint, const std::string& path,
                            std::chrono::milliseconds timeout, const TargetSpec& target) {
  if (endpoint.scheme == Scheme::tcp) return Error{"GET " + path + ": not over tcp://"};
  const Timeouts timeouts{timeout, timeout, timeout};
  Result<HttpOrigin> origin = resolve_origin(endpoint, timeouts, target);
  if (!origin.ok()) return origin.error();
  const std::string request = "GET " + endpoint.base_path + path +
                              " HTTP/1.1\r\nHost: " + host_header(endpoint) +
                              "\r\nUser-Agent: ttsoak\r\nConnection: close\r\n\r\n";
  net::io_context io{1};
  Connection connection(io.get_executor(), origin.value());
  RequestOutcome outcome;
  TextReply body(kMostBytes);
  std::exception_ptr bug;
  net::co_spawn(io, ask(connection, request, timeouts, body, outcome),
                [&bug](std::exception_ptr thrown) { bug = std::move(thrown); });
  io.run();
  if (bug) std::rethrow_exception(bug);
  if (outcome.http_status == 0) {
    return Error{"GET " + path + " on port " + std::to_string(endpoint.port) + ": " +
                 outcome.detail};
  }
  return HttpAnswer{outcome.http_status, body.text()};
}

Status try_connect(const Endpoint& endpoint, std::chrono::milliseconds timeout) {
  Result<HttpOrigin> origin = resolve_origin(endpoint, {timeout, timeout, timeout}, {});
  if (!origin.ok()) return origin.error();
  net::io_context io{1};
  boost::beast::tcp_stream stream(io);
  stream.expires_after(timeout);
  boost::system::error_code result;
  stream.async_connect(origin.value().addresses,
                       [&result](boost::system::error_code error, const auto&) { result = error; });
  io.run();
  if (result) {
    return Error{"port " + std::to_string(endpoint.port) + " of " + endpoint.host + ": " +
                 result.message()};
  }
  return {};
}

}  // namespace ttsoak
