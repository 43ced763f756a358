#pragma once

#include <chrono>
#include <string>

#include "harness/drive/endpoint.h"
#include "probes/base/result.h"

namespace ttsoak {

// The answer to one GET, for asking a server how it is. Not for measuring.
struct HttpAnswer {
  int status = 0;
  std::string head;  // the first 4 KiB of the body
};

// Errors: nobody answers within `timeout`, or it is not HTTP. An HTTP error status is an answer.
Result<HttpAnswer> http_get(const Endpoint& endpoint, const std::string& path,
                            std::chrono::milliseconds timeout, bool insecure);

// Whether somebody accepts connections there.
Status try_connect(const Endpoint& endpoint, std::chrono::milliseconds timeout);

}  // namespace ttsoak
