#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>  // before Asio: GCC 12's coroutine support needs it there

#include "harness/drive/http_origin.h"
#include "harness/drive/listener.h"
#include "harness/drive/read_manner.h"
#include "probes/base/clock.h"
#include "probes/values/request_outcome.h"

namespace ttsoak {

using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;

// One keep-alive connection. One exchange at a time, on the thread of its executor.
class HttpConnection {
 public:
  HttpConnection(boost::asio::any_io_executor executor, const HttpOrigin& origin)
      : executor_(std::move(executor)), origin_(&origin) {}

  // Sends `request` once and reads the reply to its end, connecting first where necessary.
  // A reply that is complete before `manner` says to hang up is one that was not aborted.
  //
  // Fills the times, the status and the error of `outcome`; never throws.
  //
  // A connection that the server closed while it was idle is noticed before anything is sent and
  // replaced: that is no retry. One that breaks after that is an error of the request.
  boost::asio::awaitable<void> exchange(const HttpRequest& request, const std::string& media_type,
                                        const ReadManner& manner, const RunClock& clock,
                                        Listener& listener, RequestOutcome& outcome);

  // Closes at once; an exchange under way ends with an error.
  void close();

 private:
  boost::asio::awaitable<bool> connect(RequestOutcome& outcome);
  [[nodiscard]] bool usable();
  [[nodiscard]] boost::beast::tcp_stream& lowest();

  boost::asio::any_io_executor executor_;
  const HttpOrigin* origin_;
  std::optional<boost::beast::tcp_stream> plain_;
  std::optional<boost::beast::ssl_stream<boost::beast::tcp_stream>> tls_;
  boost::beast::flat_buffer buffer_;
  std::unique_ptr<char[]> chunk_;
};

}  // namespace ttsoak
