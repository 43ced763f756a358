#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/config/run_config.h"
#include "harness/drive/endpoint.h"
#include "harness/drive/http_connection.h"
#include "harness/workload/workload.h"

namespace ttsoak {

// Turns planned requests into HTTP requests by filling ${text}, ${voice} and ${format}.
//
// The body is filled in its JSON form, string by string, and serialised afterwards: a text full
// of quotes and newlines cannot break out of its place. A body that is a plain string in the
// config is sent as text/plain.
class RequestTemplate {
 public:
  RequestTemplate(const RequestSpec& spec, const Endpoint& endpoint);

  [[nodiscard]] HttpRequest fill(const PlannedRequest& planned) const;
  [[nodiscard]] const std::string& content_type() const { return spec_.content_type; }

 private:
  RequestSpec spec_;
  HttpRequest head_;  // everything but the body
};

}  // namespace ttsoak
