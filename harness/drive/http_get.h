#pragma once

#include <chrono>
#include <string>

#include "harness/config/target_spec.h"
#include "harness/drive/endpoint.h"
#include "probes/base/result.h"

namespace ttsoak {

// The answer to one GET, for asking a server how it is. Not for measuring.
struct HttpAnswer {
  int status = 0;
  std::string body;  // of a status 2xx: its first MiB
};

// Errors: nobody answers within `timeout`, or it is not HTTP. An HTTP error status is an answer. Of
// `target`, what it says of TLS counts.
Result<HttpAnswer> http_get(const Endpoint& endpoint, const std::string& path,
                            std::chrono::milliseconds timeout, const TargetSpec& target);

// Whether somebody accepts connections there.
Status try_connect(const Endpoint& endpoint, std::chrono::milliseconds timeout);

}  // namespace ttsoak
