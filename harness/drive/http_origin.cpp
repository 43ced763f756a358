#include "harness/drive/http_origin.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>

namespace ttsoak {

namespace net = boost::asio;

namespace {

// An authority of one's own is trusted alone: who names it wants no other to vouch for the server.
Status trust(const std::string& ca_file, net::ssl::context& tls) {
  boost::system::error_code error;
  if (ca_file.empty()) {
    tls.set_default_verify_paths(error);
  } else {
    tls.load_verify_file(ca_file, error);
  }
  if (!error) return std::nullopt;
  return Error{"target.ca_file \"" + ca_file + "\": " + error.message() +
               "; expected certificates in PEM"};
}

}  // namespace

Result<HttpOrigin> resolve_origin(const Endpoint& endpoint, const Timeouts& timeouts,
                                  const TargetSpec& target) {
  HttpOrigin origin;
  origin.endpoint = endpoint;
  origin.timeouts = timeouts;
  if (endpoint.scheme == Scheme::https) {
    origin.tls = std::make_shared<net::ssl::context>(net::ssl::context::tls_client);
    if (target.insecure) {
      origin.tls->set_verify_mode(net::ssl::verify_none);
    } else {
      if (Status error = trust(target.ca_file, *origin.tls)) return *error;
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
