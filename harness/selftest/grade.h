#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/selftest/expectation.h"

namespace ttsoak {

// What one run was found to have, set against what it was given.
struct Grade {
  std::string status;  // "pass"...; "error" where there was no report
  std::string found;   // the leaks that were found: names of causes, "+" between; "no leak"
  bool status_right = false;
  bool cause_right = false;           // every cause there is, and no leak that there is not
  bool called_leak = false;           // at least one leak was found
  std::optional<bool> culprit_right;  // absent where nobody is to be named
  std::optional<bool> bytes_right;    // absent where no figure is to be met
  std::optional<bool> share_right;
  std::string story;     // the verdict's sentence, and what was wrong
  bool stalled = false;  // the machine was, which says nothing of the target: try again

  [[nodiscard]] bool right() const {
    return status_right && cause_right && culprit_right.value_or(true) &&
           bytes_right.value_or(true) && share_right.value_or(true);
  }
};

// "live_leak", "live_leak+direct_mmap", "no leak": what the case has, in the words of Grade::found.
std::string expected_words(const Expectation& expectation);

// `report` is the run's report.json.
//
// Bytes are right within the interval that was found, made wider: 95 % would be wrong once in 20
// runs. So it is nearly twice as wide, and a page's worth of rounding more (RSS comes in pages).
Grade grade(const Expectation& expectation, const nlohmann::json& report);

}  // namespace ttsoak
