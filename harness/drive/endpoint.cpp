#include "harness/drive/endpoint.h"

#include <boost/url.hpp>
#include <charconv>

namespace ttsoak {
namespace {

std::uint16_t usual_port(Scheme scheme) { return scheme == Scheme::https ? 443 : 80; }

}  // namespace

Result<Endpoint> parse_endpoint(const std::string& url) {
  const auto parsed = boost::urls::parse_uri(url);
  if (!parsed) {
    return Error{"url \"" + url + "\": not a URL, expected something like http://127.0.0.1:8880"};
  }
  Endpoint endpoint;
  const std::string scheme(parsed->scheme());
  if (scheme == "https") {
    endpoint.scheme = Scheme::https;
  } else if (scheme == "tcp") {
    endpoint.scheme = Scheme::tcp;
  } else if (scheme != "http") {
    return Error{"url \"" + url + "\": expected http://, https:// or tcp://"};
  }
  if (parsed->has_userinfo()) {
    return Error{
        "url: holds a user name or password; those would end up in the record, "
        "send them as a header instead"};
  }
  endpoint.host = parsed->host_address();
  if (endpoint.host.empty()) return Error{"url \"" + url + "\": no host in it"};
  if (endpoint.scheme == Scheme::tcp && parsed->port().empty()) {
    return Error{"url \"" + url + "\": tcp:// has no usual port; name one, e.g. :10200"};
  }
  endpoint.port = usual_port(endpoint.scheme);
  if (parsed->has_port() && !parsed->port().empty()) {
    // Not port_number(), which makes a number too large for a port into some other one.
    const std::string port(parsed->port());
    const auto [end, error] =
        std::from_chars(port.data(), port.data() + port.size(), endpoint.port);
    if (error != std::errc() || endpoint.port == 0) {
      return Error{"url \"" + url + "\": expected a port from 1 to 65535"};
    }
  }
  endpoint.base_path = std::string(parsed->encoded_path());
  while (!endpoint.base_path.empty() && endpoint.base_path.back() == '/') {
    endpoint.base_path.pop_back();
  }
  return endpoint;
}

std::string host_header(const Endpoint& endpoint) {
  const bool v6 = endpoint.host.find(':') != std::string::npos;
  const std::string host = v6 ? "[" + endpoint.host + "]" : endpoint.host;
  const bool is_default = endpoint.port == usual_port(endpoint.scheme);
  return is_default ? host : host + ":" + std::to_string(endpoint.port);
}

}  // namespace ttsoak
