#include "reports/cause/rules/live_finding.h"
#include "reports/cause/rules/rules.h"

namespace ttsoak {

std::optional<Finding> find_keyed_cache(const Facts& facts) {
  std::optional<Finding> finding = live_finding(facts, Cause::keyed_cache);
  if (!finding) return std::nullopt;
  const auto subjects = subjects_of(facts, Cause::keyed_cache);
  const LiveSubject& first = *subjects.front();
  finding->sentence =
      "a cache without a known bound: " + keeps_words(first) + and_more(subjects.size());
  if (first.shape == GrowthShape::saturating) {
    finding->sentence += "; it slows down, as one does whose keys begin to recur";
    finding->leak = false;
  }
  if (facts.traffic.fresh_texts) {
    finding->sentence += "; no text was sent twice";
    finding->experiment =
        "the same run with texts that recur (workload.fresh false): it has to stop";
  } else {
    finding->sentence += "; texts recur from cycle to cycle, so they alone are not its key";
    finding->experiment = "a run with one text: what still grows has a key that never recurs";
  }
  return finding;
}

}  // namespace ttsoak
