#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/selftest/selftest.h"

namespace ttsoak {

// Of several runs of one case, by how many each thing was right.
struct CaseSummary {
  const SoakCase* soak_case = nullptr;
  int runs = 0, status = 0, cause = 0, culprit = 0, bytes = 0, share = 0, right = 0;
  int called_leak = 0;
  bool names_culprit = false, states_bytes = false, states_share = false;
  std::string found_status, found;  // of the first run that went wrong, or of the first
};

// `results` stand by case.
std::vector<CaseSummary> summarise(const std::vector<CaseResult>& results);

// Whether everything asked was right in every run: exit status 0.
bool all_right(const std::vector<CaseResult>& results);

// One line for one run, without its end: "  ok  text_cache (seed 1): fail, keyed_cache; 21 s".
std::string result_line(const CaseResult& result);

// The table by case, the sums, the two confusion matrices, and what went wrong.
std::string selftest_table(const std::vector<CaseResult>& results);

nlohmann::json selftest_json(const std::vector<CaseResult>& results);

}  // namespace ttsoak
