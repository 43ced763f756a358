#include "reference_engine/server/api_error.h"

#include <nlohmann/json.hpp>

namespace ttsoak {
namespace {

nlohmann::json or_null(const std::string& text) {
  if (text.empty()) return nullptr;
  return text;
}

}  // namespace

std::string to_json(const ApiError& error) {
  const nlohmann::json body = {{"error",
                                {{"message", error.message},
                                 {"type", "invalid_request_error"},
                                 {"param", or_null(error.param)},
                                 {"code", or_null(error.code)}}}};
  // Parts of the request are quoted in messages and need not be UTF-8.
  return body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace ttsoak
