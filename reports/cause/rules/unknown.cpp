#include <algorithm>
#include <numeric>

#include "reports/cause/rules/rule_words.h"
#include "reports/cause/rules/rules.h"
#include "reports/units/units.h"

namespace ttsoak {

std::optional<Finding> find_unknown(const Facts& facts, const std::vector<Finding>& others) {
  constexpr double kHalf = 0.5;
  if (!facts.rss_grows() || facts.rss.change() < facts.worth_bytes()) return std::nullopt;
  // child_growth tells where, so it explains nothing.
  const double explained =
      std::accumulate(others.begin(), others.end(), 0.0, [](double sum, const Finding& f) {
        const bool counts = f.resident && f.cause != Cause::child_growth;
        return sum + (counts ? f.share.value_or(0) : 0);
      });
  if (explained > kHalf) return std::nullopt;
  Finding finding = memory_finding(facts, Cause::unknown, facts.rss);
  finding.evidence = EvidenceLevel::unknown;
  finding.share = facts.share_of(facts.rss.change() * (1 - explained));
  finding.sentence = format_bytes(facts.rss.change() * (1 - explained)) + " of the growth of " +
                     format_bytes(facts.rss.change()) + " are not explained";
  if (facts.compositions.empty()) {
    finding.sentence += ": memory was not taken apart";
    finding.experiment = "load the tracer into the server";
  } else if (is_unreliable(facts.compositions.front(), facts.compositions.back())) {
    finding.sentence += ": too much of it is in no part";
    finding.experiment = "a walk of the heap at the last trough";
  } else {
    finding.experiment = "a longer run: it tells what grows from what came and stayed";
  }
  return finding;
}

}  // namespace ttsoak
