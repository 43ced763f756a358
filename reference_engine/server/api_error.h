#pragma once

#include <string>

namespace ttsoak {

// A refusal as OpenAI's API words it: HTTP status and {"error":{"message","type","param","code"}}.
struct ApiError {
  int status = 400;
  std::string message;
  std::string param;  // the offending field; empty if there is none
  std::string code;   // short, for programs; empty if there is none
};

// The JSON body. Empty `param` and `code` become null.
std::string to_json(const ApiError& error);

}  // namespace ttsoak
