#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <utility>  // before Asio: GCC 12's coroutine support needs it there

#include "harness/config/run_config.h"
#include "harness/drive/endpoint.h"
#include "probes/base/result.h"

namespace ttsoak {

// What all connections to one server share.
struct HttpOrigin {
  Endpoint endpoint;
  boost::asio::ip::tcp::resolver::results_type addresses;
  std::shared_ptr<boost::asio::ssl::context> tls;  // null for plain HTTP
  Timeouts timeouts;
};

// Looks the host up once: a resolver in the request path would be measured as latency.
// TLS certificates are verified against the target's `ca_file`, else the system's store, and the
// host name, unless `insecure`. No proxy is used, whatever the environment says.
//
// Errors: the host name has no address; the file holds no certificates.
Result<HttpOrigin> resolve_origin(const Endpoint& endpoint, const Timeouts& timeouts,
                                  const TargetSpec& target);

}  // namespace ttsoak
