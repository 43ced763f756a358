#include "reports/cause/rules/live_finding.h"
#include "reports/cause/rules/rule_words.h"
#include "reports/cause/rules/rules.h"

namespace ttsoak {
namespace {

// A trim that gives nothing back, and a collection that finds nothing: it is in use.
bool experiments_agree(const Facts& facts) {
  constexpr double kNothing = 0.2;
  const double grown = facts.rss.change();
  const auto nothing = [&](ExperimentKind kind) {
    const auto back = facts.given_back(kind);
    return back && *back < kNothing * grown;
  };
  return nothing(ExperimentKind::malloc_trim) || nothing(ExperimentKind::jemalloc_purge);
}

// The heap as a whole grows and no stack is proven to: without stacks, or spread thin.
std::optional<Finding> unattributed(const Facts& facts) {
  const SeriesTrend& live = facts.part(MemoryPart::live);
  const std::optional<Rate>& whole = facts.ledger.whole;
  const bool whole_grows =
      whole && whole->lower95 > 0 && whole->mean * facts.traffic.requests > facts.worth_bytes();
  const bool told = !facts.live.empty() || !facts.ledger.growing.empty();
  if (told || (!whole_grows && !(live.grows && live.change() > facts.worth_bytes()))) {
    return std::nullopt;
  }
  if (live.shape == GrowthShape::saturating) return std::nullopt;
  Finding finding = memory_finding(facts, Cause::live_leak, live);
  if (!live.fit) finding.bytes_per_request = *facts.ledger.whole;
  if (live.empty()) finding.share = std::nullopt;
  finding.sentence = "blocks in use grow by " + rate_words(*finding.bytes_per_request) + ", and " +
                     (facts.record.heap.empty() ? "without the tracer nobody knows on whose behalf"
                                                : "no call stack is proven to have a part in it");
  finding.experiment = facts.record.heap.empty()
                           ? "load the tracer into the server: it names the line"
                           : "a longer run: it tells call stacks apart";
  return finding;
}

}  // namespace

std::optional<Finding> find_live_leak(const Facts& facts) {
  std::optional<Finding> finding = live_finding(facts, Cause::live_leak);
  if (!finding) return unattributed(facts);
  const auto subjects = subjects_of(facts, Cause::live_leak);
  finding->sentence = keeps_words(*subjects.front()) + and_more(subjects.size());
  if (experiments_agree(facts)) {
    finding->evidence = EvidenceLevel::proven;
    finding->sentence += "; a trim gave nothing of it back";
  } else {
    finding->experiment = "a run of twice the length: a leak goes on at the same rate";
  }
  return finding;
}

}  // namespace ttsoak
