#pragma once

#include <string>
#include <vector>

#include "reports/verdict/report.h"

namespace ttsoak {

// What every page says about causes and about where memory is, in the same words.

// "allocator retention".
std::string cause_in_words(Cause cause);

// "proven, 97 % of the growth"; "consistent, no leak".
std::string standing_in_words(const Finding& finding);

// Why there is no cause to name; empty if there is one.
std::string no_cause_in_words(const Report& report);

// One part of RSS at the first trough after a cycle and at the last.
struct PartWords {
  MemoryPart part = MemoryPart::live;
  std::string words;
  double first_bytes = 0, last_bytes = 0;
  [[nodiscard]] double change() const { return last_bytes - first_bytes; }
};
// The parts that there are, in order; what is not explained always, and last.
std::vector<PartWords> parts_in_words(const Report& report);

// "Resident memory rose from 260.1 MiB to 383.3 MiB. Of the growth, +9.0 MiB is live heap and
// +112.0 MiB is free memory that the allocator keeps." Empty where memory was not taken apart.
std::string composition_in_words(const Report& report);

// Says so where the parts explain too little; empty if they do not.
std::string unreliable_in_words(const Report& report);

// "300.0 MiB of 400.0 MiB are used; full in 1,024 to 1,060 requests, 6 min to 7 min at this pace".
// Empty without a limit.
std::string limit_in_words(const Report& report);

// What could not be looked at, in the words of who looked. One sentence each.
std::vector<std::string> evidence_notes(const RunRecord& record);

// The cgroup at the last trough: "page cache 50.0 MiB, kernel 9.1 MiB, 3 times at the limit".
std::string cgroup_in_words(const RunRecord& record);

// "malloc_trim after cycle 40: 383.3 MiB to 273.3 MiB, predicted 112.0 MiB, took 84 ms".
struct ExperimentWords {
  std::string what, process, returned, predicted, collected, took;
};
ExperimentWords experiment_in_words(const RunRecord& record, const Experiment& experiment);

// "1.00", "0.20": things per request.
std::string number_in_words(double value);

}  // namespace ttsoak
