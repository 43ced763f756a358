#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <string>

#include "reference_engine/server/api_error.h"
#include "reference_engine/server/metrics.h"

namespace ttsoak {

class Engine;

// What all connections of a server share, beside the workers.
struct ServerState {
  Engine& engine;
  Metrics metrics;
  bool stopping = false;  // requests in flight finish, no further ones are read
};

// A response whose body is known in full.
struct Answer {
  int status = 200;
  std::string content_type;
  std::string body;
  std::string allow;  // the header of that name, for status 405
};

Answer refusal(const ApiError& error);

using Request = boost::beast::http::request<boost::beast::http::string_body>;

// The path of a request target, without its query.
std::string path_of(const Request& request);

inline constexpr const char* kSpeechPath = "/v1/audio/speech";

// Answers everything but a POST to kSpeechPath.
Answer answer_without_speech(const Request& request, const ServerState& state);

}  // namespace ttsoak
