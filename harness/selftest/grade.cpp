#include "harness/selftest/grade.h"

#include <algorithm>
#include <cmath>

namespace ttsoak {
namespace {

using nlohmann::json;

constexpr double kWider = 1.9;  // of a 95 % interval: 99.98 %, were it normal
constexpr double kPage = 4096;
constexpr double kRounding = 0.02;

const std::string kNoLeak = "no leak";

// One finding of a run, or one effect of a diagnosis.
struct Found {
  std::string name;
  std::string words;
  bool leak = false;
  std::optional<double> mean{}, low{}, high{};
  std::optional<double> share{};
};

std::optional<double> number(const json& value) {
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

std::vector<Found> findings_in(const json& report) {
  std::vector<Found> all;
  for (const json& cause : report.value("causes", json::array())) {
    Found found{cause.at("cause"), cause.at("sentence"), cause.at("leak")};
    const json& rate = cause.at("bytes_per_request");
    if (rate.is_object()) {
      found.mean = number(rate.at("mean"));
      found.low = number(rate.at("lower95"));
      found.high = number(rate.at("upper95"));
    }
    found.share = number(cause.at("share_of_growth"));
    all.push_back(std::move(found));
  }
  return all;
}

std::vector<Found> effects_in(const json& report) {
  std::vector<Found> all;
  const json trigger = report.value("trigger", json());
  if (!trigger.is_object()) return all;
  for (const json& effect : trigger.at("effects")) {
    if (!effect.at("grows").get<bool>()) continue;
    Found found{effect.at("dimension"), trigger.at("sentence"), true};
    found.mean = number(effect.at("bytes_per_unit"));
    found.low = number(effect.at("low"));
    found.high = number(effect.at("high"));
    const auto same = std::find_if(all.begin(), all.end(),
                                   [&](const Found& other) { return other.name == found.name; });
    if (same == all.end()) all.push_back(std::move(found));  // RSS and live heap, values
  }
  return all;
}

bool is_one_of(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string joined(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : "+") + name;
  return text.empty() ? kNoLeak : text;
}

bool meets(const Found& found, double bytes) {
  if (!found.mean || !found.low || !found.high) return false;
  const double slack = kRounding * bytes + std::min(kPage, bytes / 4);
  const double low = *found.mean - kWider * (*found.mean - *found.low) - slack;
  const double high = *found.mean + kWider * (*found.high - *found.mean) + slack;
  return low <= bytes && bytes <= high;
}

bool meets_share(const Found& found, double share) {
  constexpr double kFar = 0.12;
  return found.share && std::abs(*found.share - share) < kFar;
}

// What speaks for and against: all of it has to hold.
void note(std::optional<bool>& sum, bool holds) { sum = sum.value_or(true) && holds; }

void check_cause(const ExpectedCause& cause, const std::vector<Found>& all, Grade& grade) {
  const Found* best = nullptr;
  for (const Found& found : all) {
    if (!is_one_of(cause.names, found.name) || found.leak != cause.leak) continue;
    const bool named = found.words.find(cause.culprit) != std::string::npos;
    if (best == nullptr || named) best = &found;
    if (named) break;
  }
  if (best == nullptr) {
    grade.cause_right = false;
    grade.story += "; not found: " + joined(cause.names);
  }
  const auto check = [&](std::optional<bool>& sum, bool holds, const std::string& what) {
    note(sum, holds);
    if (!holds && best != nullptr) grade.story += "; " + what + ": " + best->words;
  };
  if (!cause.culprit.empty()) {
    check(grade.culprit_right,
          best != nullptr && best->words.find(cause.culprit) != std::string::npos,
          "does not name " + cause.culprit);
  }
  if (cause.bytes_per_request) {
    check(grade.bytes_right, best != nullptr && meets(*best, *cause.bytes_per_request),
          "not " + std::to_string(std::llround(*cause.bytes_per_request)) + " bytes");
  }
  if (cause.share) {
    check(grade.share_right, best != nullptr && meets_share(*best, *cause.share),
          "not a share of " + std::to_string(*cause.share));
  }
}

}  // namespace

std::string expected_words(const Expectation& expectation) {
  std::vector<std::string> names;
  for (const ExpectedCause& cause : expectation.causes) {
    if (cause.leak) names.push_back(cause.names.front());
  }
  return joined(std::move(names));
}

Grade grade(const Expectation& expectation, const json& report) {
  Grade grade;
  const json& verdict = report.at("verdict");
  grade.story = verdict.at("sentence").get<std::string>();
  grade.stalled = grade.story.find("the machine was stalled") != std::string::npos;
  const std::vector<Found> all =
      expectation.is_diagnosis() ? effects_in(report) : findings_in(report);
  grade.status = verdict.at("status").get<std::string>();
  if (expectation.is_diagnosis()) {
    const json trigger = report.value("trigger", json());
    if (trigger.is_object()) {
      grade.status = "diagnosed";
      grade.story = trigger.at("sentence").get<std::string>();
    }
  }
  grade.status_right = grade.status == expectation.status;
  grade.cause_right = true;

  std::vector<std::string> leaks;
  for (const Found& found : all) {
    if (!found.leak) continue;
    // Growth that nothing explains is not called anything. To find it is wrong all the same, unless
    // it is within the budget: what a run shows there is what is left of a warm-up.
    const bool is_unknown = found.name == "unknown";
    if (is_unknown && grade.status == "pass") continue;
    grade.called_leak = grade.called_leak || !is_unknown;
    std::string name = found.name;
    bool is_expected = false;
    for (const ExpectedCause& cause : expectation.causes) {
      if (!cause.leak || !is_one_of(cause.names, found.name)) continue;
      is_expected = true;
      name = cause.names.front();
    }
    if (is_expected) leaks.push_back(name);
    if (is_expected || is_one_of(expectation.also, found.name)) continue;
    leaks.push_back(name);
    grade.cause_right = false;
    grade.story += "; found and not there: " + found.name + ": " + found.words;
  }
  grade.found = joined(std::move(leaks));
  for (const ExpectedCause& cause : expectation.causes) check_cause(cause, all, grade);
  return grade;
}

}  // namespace ttsoak
