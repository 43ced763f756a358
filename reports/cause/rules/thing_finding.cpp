#include "reports/cause/rules/thing_finding.h"

#include <algorithm>

#include "reports/cause/rules/rule_words.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

constexpr double kFewest = 3;  // fewer is what any server does

std::vector<const ThingTrend*> growing(const Facts& facts,
                                       std::initializer_list<InventoryKind> kinds) {
  std::vector<const ThingTrend*> found;
  for (const ThingTrend& thing : facts.things) {
    const bool asked = std::find(kinds.begin(), kinds.end(), thing.things->kind) != kinds.end();
    if (asked && thing.count.grows && thing.count.change() >= kFewest) found.push_back(&thing);
  }
  std::stable_sort(found.begin(), found.end(), [](const ThingTrend* a, const ThingTrend* b) {
    return a->count.rate().mean > b->count.rate().mean;
  });
  return found;
}

}  // namespace

std::optional<Finding> thing_finding(const Facts& facts, Cause cause,
                                     std::initializer_list<InventoryKind> kinds) {
  const std::vector<const ThingTrend*> found = growing(facts, kinds);
  if (found.empty()) return std::nullopt;
  const ThingTrend& first = *found.front();
  Finding finding;
  finding.cause = cause;
  finding.evidence = EvidenceLevel::proven;  // they were counted
  finding.resident = false;
  finding.count_per_request = first.count.rate();
  finding.sentence = "`" + first.things->name + "`: " + count_words(first.count.rate());
  if (first.bytes.grows && first.bytes.change() > 0) {
    finding.bytes_per_request = first.bytes.rate();
    finding.sentence += ", " + format_bytes(first.bytes.change() / first.count.change()) + " each";
  }
  finding.sentence += "; " + format_count(static_cast<std::int64_t>(first.count.last())) + " now";
  if (found.size() > 1) {
    finding.sentence += "; and " + std::to_string(found.size() - 1) + " more names";
  }
  finding.figures = {{"first_count", first.count.first()},
                     {"last_count", first.count.last()},
                     {"names", static_cast<double>(found.size())}};
  if (first.count.shape == GrowthShape::saturating) {
    finding.evidence = EvidenceLevel::consistent;
    finding.leak = false;
    finding.sentence += "; it slows down, as a pool does";
    finding.experiment = "a longer run: a pool stops at its size";
  }
  return finding;
}

double unlinked_growth(const Facts& facts) {
  double bytes = 0;
  for (const ThingTrend& thing : facts.things) {
    if (thing.things->kind == InventoryKind::unlinked_mapping && thing.bytes.grows) {
      bytes += thing.bytes.change();
    }
  }
  const SeriesTrend& mapped = facts.part(MemoryPart::file);
  return mapped.grows ? std::min(bytes, mapped.change()) : 0;
}

}  // namespace ttsoak
