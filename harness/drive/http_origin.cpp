#include "harness/drive/http_origin.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>

namespace ttsoak {

namespace net = boost::asio;

Result<HttpOrigin> resolve_origin(const Endpoint& endpoint, const Timeouts& timeouts,
                                  bool insecure) {
  HttpOrigin origin;
  origin.endpoint = endpoint;
  origin.timeouts = timeouts;
  if (endpoint.tls) {
    origin.tls = std::make_shared<net::ssl::context>(net::ssl::context::tls_client);
    if (insecure) {
      origin.tls->set_verify_mode(net::ssl::verify_none);
    } else {
      origin.tls->set_default_verify_paths();
      origin.tls->set_verify_mode(net::ssl::verify_peer);
      origin.tls->set_verify_callback(net::ssl::host_name_verification(endpoint.host));
    }
  }
  net::io_context io;
  net::ip::tcp::resolver resolver(io);
  boost::system::error_code error;
  origin.addresses = resolver.resolve(endpoint.host, std::to_string(endpoint.port), error);
  if (error) return Error{"host \"" + endpoint.host + "\": " + error.message()};
  return origin;
}

}  // namespace ttsoak
