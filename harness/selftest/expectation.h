#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "probes/base/result.h"

namespace ttsoak {

// One cause that ttsoak has to find, or one kind of traffic that a diagnosis has to name.
struct ExpectedCause {
  std::vector<std::string>
      names;            // of causes, any of which is right; of a dimension in a diagnosis
  std::string culprit;  // words of its sentence that name who is to blame; may be empty
  std::optional<double> bytes_per_request;  // in a diagnosis: per thing
  std::optional<double> share;              // of the growth of RSS
  bool leak = true;                         // false: sound, and has to be told as that
};

// What is known of a case before it is run: the part "expect" of its config.
struct Expectation {
  std::string status;  // "pass", "fail", or "diagnosed", which makes it a case for a diagnosis
  std::vector<ExpectedCause> causes;  // empty: no leak
  // Causes that may be found beside them, since one fault shows in several ways.
  std::vector<std::string> also;
  std::string why;  // for people: why the status is as it is, where that may surprise

  [[nodiscard]] bool is_diagnosis() const { return status == "diagnosed"; }
  [[nodiscard]] bool is_leak() const;  // at least one of the causes is
};

// Errors name the field under "expect", what was expected and what was found.
Result<Expectation> parse_expectation(const nlohmann::json& json);

}  // namespace ttsoak
