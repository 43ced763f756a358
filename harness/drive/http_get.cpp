#include "harness/drive/http_get.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include "harness/drive/http_connection.h"
#include "harness/drive/http_origin.h"

namespace ttsoak {
namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;

}  // namespace

Result<HttpAnswer> http_get(const Endpoint& endpoint, const std::string& path,
                            std::chrono::milliseconds timeout, bool insecure) {
  Result<HttpOrigin> origin =
      resolve_origin(endpoint, Timeouts{timeout, timeout, timeout}, insecure);
  if (!origin.ok()) return origin.error();
  HttpRequest request{http::verb::get, endpoint.base_path + path, 11};
  request.set(http::field::host, host_header(endpoint));
  request.set(http::field::user_agent, "ttsoak");

  net::io_context io{1};
  HttpConnection connection(io.get_executor(), origin.value());
  RequestOutcome outcome;
  Listener body({}, outcome);
  std::exception_ptr bug;
  // The coroutine keeps references: none may be to a temporary, gone before run() begins.
  const std::string any_media_type;
  const ReadManner patient;
  const RunClock clock;
  net::co_spawn(io, connection.exchange(request, any_media_type, patient, clock, body, outcome),
                [&bug](std::exception_ptr thrown) { bug = std::move(thrown); });
  io.run();
  if (bug) std::rethrow_exception(bug);
  if (outcome.http_status == 0) {
    return Error{"GET " + path + " on port " + std::to_string(endpoint.port) + ": " +
                 outcome.detail};
  }
  return HttpAnswer{outcome.http_status, std::string(body.head())};
}

Status try_connect(const Endpoint& endpoint, std::chrono::milliseconds timeout) {
  Result<HttpOrigin> origin = resolve_origin(endpoint, Timeouts{timeout, timeout, timeout}, true);
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
