#pragma once

#include <string>
#include <vector>

#include "harness/config/run_config.h"
#include "harness/drive/endpoint.h"
#include "harness/drive/filled_pattern.h"

namespace ttsoak {

// Turns planned requests into the requests of each step by filling placeholders.
//
// Every value is written in the form of its place: a text full of quotes, ampersands and line
// breaks stays where it belongs. The body of a `bad_json` request is cut in half.
class RequestTemplate {
 public:
  // `spec` comes from a config that was accepted, its variables are in the environment.
  RequestTemplate(const RequestSpec& spec, const Endpoint& endpoint);

  // The bytes of the HTTP request of step `step`. For a websocket: of none.
  [[nodiscard]] std::string fill(std::size_t step, const Filling& filling) const;
  // The parts of it that other protocols take.
  [[nodiscard]] std::string target(std::size_t step, const Filling& filling) const;
  [[nodiscard]] std::string body(std::size_t step, const Filling& filling) const;
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> headers(
      std::size_t step, const Filling& filling) const;

  // `text` with the values of ${env.NAME} in it replaced by that: servers repeat what they got.
  [[nodiscard]] std::string without_secrets(std::string text) const;

  [[nodiscard]] const RequestSpec& spec() const { return spec_; }

 private:
  struct Field {
    std::string name;
    FilledPattern value;
  };
  struct Step {
    FilledPattern target;
    std::vector<Field> headers;
    FilledPattern head;  // all of the header but the length
    FilledPattern body;
    std::vector<Field> parts;  // of multipart/form-data
    bool has_body = false;
  };

  static Step compile(const RequestStep& step, const Endpoint& endpoint);

  RequestSpec spec_;
  std::vector<Step> steps_;
  StringMap secrets_;  // by the name of the variable
};

// Errors: a variable that the request names in ${env.NAME} is not in the environment.
Status check_environment(const RequestSpec& spec);

}  // namespace ttsoak
