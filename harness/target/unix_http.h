#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "probes/base/result.h"

namespace ttsoak {

struct UnixHttpAnswer {
  int status = 0;
  std::string body;
};

// GET `path` from the HTTP server that listens on a Unix socket.
//
// Errors, in the system's words: the socket cannot be connected to; no whole answer of HTTP within
// `patience`, or one of more than 16 MiB.
Result<UnixHttpAnswer> unix_http_get(const std::filesystem::path& socket, const std::string& path,
                                     std::chrono::milliseconds patience);

}  // namespace ttsoak
