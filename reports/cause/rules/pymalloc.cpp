#include "reports/cause/rules/rule_words.h"
#include "reports/cause/rules/rules.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

// Growth of small objects that a line of Python or a container is known for.
double explained_by_objects(const Facts& facts) {
  double rate = 0;
  for (const LiveSubject& subject : facts.live) {
    if (subject.python_objects) rate += subject.rate.mean;
  }
  return rate;
}

}  // namespace

// Python's arenas grow, and no line of Python explains it: mostly they are half empty.
std::optional<Finding> find_pymalloc(const Facts& facts) {
  constexpr double kHalf = 0.5;
  const SeriesTrend& live = facts.part(MemoryPart::python_live);
  const SeriesTrend& free = facts.part(MemoryPart::python_free);
  const double change = live.change() + free.change();
  if ((!live.grows && !free.grows) || change < facts.worth_bytes()) return std::nullopt;
  const double live_rate = live.grows ? live.rate().mean : 0;
  const bool unexplained = explained_by_objects(facts) < kHalf * live_rate;
  const bool fragmented = free.grows && free.change() > kHalf * change;
  if (!unexplained && !fragmented) return std::nullopt;
  Finding finding = memory_finding(facts, Cause::pymalloc, fragmented ? free : live);
  finding.leak = !fragmented;
  finding.share = facts.share_of(change);
  finding.sentence = "the arenas of Python's allocator grew by " + format_bytes(change) + ", " +
                     format_bytes(free.change()) + " of it free: " +
                     (fragmented ? "a few small objects keep each arena, and no trim returns it"
                                 : "small objects, " + rate_words(live.rate()));
  finding.experiment = "PYTHONMALLOC=malloc for the server: the growth has to move to the heap";
  return finding;
}

}  // namespace ttsoak
