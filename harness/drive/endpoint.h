#pragma once

#include <cstdint>
#include <string>

#include "probes/base/result.h"

namespace ttsoak {

enum class Scheme { http, https, tcp };

// Where a server is reached.
struct Endpoint {
  Scheme scheme = Scheme::http;
  std::string host;  // without the brackets of an IPv6 address
  std::uint16_t port = 80;
  std::string base_path;  // "" or "/prefix"; put before every request's path
};

// "http://127.0.0.1:8880", "https://tts.example/v1", "tcp://127.0.0.1:10200".
// Errors: another scheme, no host, bad port, none after tcp://, user:password in the URL.
Result<Endpoint> parse_endpoint(const std::string& url);

// The value of the Host header.
std::string host_header(const Endpoint& endpoint);

}  // namespace ttsoak
