#include "reports/cause/rules/rule_words.h"
#include "reports/cause/rules/rules.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

double collected(const Facts& facts) {
  double sum = 0;
  for (const Experiment& e : facts.record.experiments) {
    if (e.kind == ExperimentKind::gc_collect && e.collected > 0) {
      sum += static_cast<double>(e.collected);
    }
  }
  return sum;
}

}  // namespace

// Objects that refer to each other in a ring, which only the collector frees, and does not.
std::optional<Finding> find_python_cycles(const Facts& facts) {
  constexpr double kPart = 0.2;
  constexpr double kHalf = 0.5;
  constexpr double kMany = 1000;
  const double back = facts.given_back(ExperimentKind::gc_collect).value_or(0);
  const double freed = collected(facts);
  // Any collection finds what came since the one before, and pages with it. A cause it is only if
  // objects had become more all along, and most of those were garbage.
  const bool were_garbage =
      freed > kMany &&
      (facts.objects.empty() || (facts.objects.grows && freed > kHalf * facts.objects.change()));
  const bool lowered =
      were_garbage && back > std::max(facts.worth_bytes(), kPart * facts.rss.change());
  if (!were_garbage && !facts.garbage.grows) return std::nullopt;
  Finding finding;
  finding.cause = Cause::python_cycles;
  finding.evidence = were_garbage ? EvidenceLevel::proven : EvidenceLevel::consistent;
  if (lowered) finding.share = facts.share_of(back);
  if (facts.objects.grows) finding.count_per_request = facts.objects.rate();
  if (were_garbage) {
    finding.sentence = "gc.collect() freed " + plural(freed, "object") + " in rings and lowered " +
                       "memory by " + format_bytes(back) +
                       ": the collector is off or runs too rarely";
  } else {
    finding.count_per_request = facts.garbage.rate();
    finding.sentence = "gc.garbage grows by " + count_words(facts.garbage.rate()) +
                       ": objects that the collector found and may not free";
    finding.experiment = "gc.set_debug(0) in the server: DEBUG_SAVEALL keeps them";
  }
  finding.figures = {{"collected_objects", freed}, {"returned_bytes", back}};
  return finding;
}

}  // namespace ttsoak
