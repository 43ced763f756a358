#include "reference_engine/server/answer.h"

#include <nlohmann/json.hpp>

#include "reference_engine/engine/engine.h"

namespace ttsoak {

namespace http = boost::beast::http;

Answer refusal(const ApiError& error) {
  return {error.status, "application/json", to_json(error), ""};
}

std::string path_of(const Request& request) {
  const std::string target(request.target());
  return target.substr(0, target.find('?'));
}

Answer answer_without_speech(const Request& request, const ServerState& state) {
  const std::string path = path_of(request);
  const bool is_speech = path == kSpeechPath;
  if (!is_speech && path != "/v1/audio/voices" && path != "/health" && path != "/metrics") {
    return refusal({404, "no such path: " + path, "", "not_found"});
  }
  if (is_speech || request.method() != http::verb::get) {
    const std::string allow = is_speech ? "POST" : "GET";
    Answer answer = refusal({405, "use " + allow + " here", "", "method_not_allowed"});
    answer.allow = allow;
    return answer;
  }
  if (path == "/metrics") {
    return {200, "text/plain; version=0.0.4", state.metrics.to_prometheus(state.engine.requests()),
            ""};
  }
  const nlohmann::json body = path == "/health" ? nlohmann::json{{"status", "healthy"}}
                                                : nlohmann::json{{"voices", state.engine.voices()}};
  return {200, "application/json", body.dump(), ""};
}

}  // namespace ttsoak
