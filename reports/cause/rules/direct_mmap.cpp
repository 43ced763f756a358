#include "reports/cause/rules/rule_words.h"
#include "reports/cause/rules/rules.h"

namespace ttsoak {

std::optional<Finding> find_direct_mmap(const Facts& facts) {
  constexpr double kMostlyMapped = 0.5;
  const SeriesTrend& mapped = facts.part(MemoryPart::mapped);
  const LiveSubject* owner = nullptr;
  for (const LiveSubject& subject : facts.live) {
    if (owner == nullptr && subject.mapped_share > kMostlyMapped) owner = &subject;
  }
  const bool grows = mapped.grows && mapped.change() > facts.worth_bytes();
  if (!grows && owner == nullptr) return std::nullopt;
  if (owner != nullptr && owner->change_bytes < facts.worth_bytes()) return std::nullopt;
  Finding finding = memory_finding(facts, Cause::direct_mmap, mapped);
  if (!grows) {
    finding.bytes_per_request = owner->rate;
    finding.share = facts.share_of(owner->change_bytes);
  }
  finding.sentence =
      "mappings that the program made itself, past malloc, grow by " +
      rate_words(*finding.bytes_per_request) +
      (owner != nullptr ? "; made by " + owner->owner : "; which code makes them is not known");
  finding.experiment = owner != nullptr
                           ? "a run of twice the length: a pool stops at its size, a leak does not"
                           : "load the tracer into the server: it names the line";
  return finding;
}

}  // namespace ttsoak
