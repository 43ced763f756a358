#include "reports/cause/rules/rules.h"
#include "reports/units/units.h"

namespace ttsoak {

// RSS rose in the first half of the run and has been flat since, and what it rose by is in use.
std::optional<Finding> find_warm_up(const Facts& facts) {
  constexpr double kLeast = 1 << 20;
  constexpr double kShareOfRss = 0.01;
  constexpr double kMost = 0.8;
  constexpr double kHalf = 0.5;
  if (!facts.settled()) return std::nullopt;
  const double end = facts.rss.level(0.67, 1);
  const double rise = end - facts.rss.first();
  if (rise < std::max(kLeast, kShareOfRss * facts.rss.first())) return std::nullopt;
  if (facts.rss.level(0.4, 0.6) - facts.rss.first() < kMost * rise) return std::nullopt;
  if (facts.retained.change() > kHalf * rise) return std::nullopt;
  // Where a part of it goes on growing, RSS is flat for another reason: free pages took it in.
  double growing = 0;
  for (const LiveSubject& subject : facts.live) growing += subject.change_bytes;
  if (growing > kHalf * rise) return std::nullopt;
  Finding finding;
  finding.cause = Cause::warm_up;
  finding.leak = false;
  finding.share = facts.share_of(rise);
  finding.sentence = "memory rose by " + format_bytes(rise) + " in the first half of the run and " +
                     "has been flat since";
  finding.experiment = "a longer run: it has to stay flat";
  finding.figures = {{"rise_bytes", rise}, {"level_bytes", end}};
  return finding;
}

}  // namespace ttsoak
