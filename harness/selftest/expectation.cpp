#include "harness/selftest/expectation.h"

#include <algorithm>
#include <array>

#include "harness/config/converters.h"
#include "harness/config/fields.h"
#include "reports/cause/finding.h"
#include "reports/record/names.h"

namespace ttsoak {
namespace {

bool is_status(const std::string& text) {
  static constexpr std::array<const char*, 3> kStatuses = {"pass", "fail", "diagnosed"};
  return std::find(kStatuses.begin(), kStatuses.end(), text) != kStatuses.end();
}

bool is_cause(const std::string& name) {
  for (int i = 0; i <= static_cast<int>(Cause::unknown); ++i) {
    if (cause_name(static_cast<Cause>(i)) == name) return true;
  }
  return false;
}

// A name, or a list of names of which any is right.
std::optional<std::vector<std::string>> as_names(const nlohmann::json& field) {
  auto names =
      field.is_string() ? as_some_texts(nlohmann::json::array({field})) : as_some_texts(field);
  const auto is_known = [](const std::string& name) {
    return is_cause(name) || parse_dimension(name).ok();
  };
  if (names && !std::all_of(names->begin(), names->end(), is_known)) names.reset();
  return names;
}

std::optional<std::optional<double>> as_positive(const nlohmann::json& field) {
  if (!field.is_number() || field.get<double>() <= 0) return std::nullopt;
  return std::optional(field.get<double>());
}

Result<ExpectedCause> parse_cause(const nlohmann::json& json, const std::string& path) {
  if (!json.is_object()) return Error{path + ": expected an object, got " + json.dump()};
  ExpectedCause cause;
  Fields fields(json, path);
  fields.optional("cause", cause.names, "the name of a cause or of a dimension, or a list of such",
                  as_names);
  fields.optional("culprit", cause.culprit, "a string that is not empty", as_text(is_not_empty));
  fields.optional("bytes_per_request", cause.bytes_per_request, "a number above 0", as_positive);
  fields.optional("share", cause.share, "a number above 0", as_positive);
  fields.optional("leak", cause.leak, "true or false", as_flag);
  fields.require(!cause.names.empty(), "cause", "missing; say which cause has to be found");
  if (Status error = fields.finish()) return *error;
  return cause;
}

}  // namespace

bool Expectation::is_leak() const {
  return std::any_of(causes.begin(), causes.end(), [](const auto& cause) { return cause.leak; });
}

Result<Expectation> parse_expectation(const nlohmann::json& json) {
  const std::string path = "expect";
  if (!json.is_object()) return Error{path + ": expected an object, got " + json.dump()};
  Expectation expectation;
  nlohmann::json causes = nlohmann::json::array();
  const auto as_list = [](const nlohmann::json& field) {
    return field.is_array() ? std::optional(field) : std::nullopt;
  };
  Fields fields(json, path);
  fields.optional("status", expectation.status, "pass, fail or diagnosed", as_text(is_status));
  fields.optional("causes", causes, "a list of causes", as_list);
  fields.optional("also", expectation.also, "a list of names of causes", as_names);
  fields.optional("why", expectation.why, "a string that is not empty", as_text(is_not_empty));
  fields.require(!expectation.status.empty(), "status", "missing; say pass, fail or diagnosed");
  if (Status error = fields.finish()) return *error;
  for (std::size_t i = 0; i < causes.size(); ++i) {
    Result<ExpectedCause> cause =
        parse_cause(causes[i], path + ".causes[" + std::to_string(i) + "]");
    if (!cause.ok()) return cause.error();
    expectation.causes.push_back(std::move(cause).value());
  }
  return expectation;
}

}  // namespace ttsoak
