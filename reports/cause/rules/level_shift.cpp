#include <algorithm>
#include <cmath>

#include "reports/cause/rules/rules.h"
#include "reports/units/units.h"

namespace ttsoak {

// One jump that makes most of what RSS gained, flat before and after, and not in the warm-up.
std::optional<Finding> find_level_shift(const Facts& facts) {
  constexpr double kLeast = 1 << 20;
  constexpr double kMost = 0.6;
  constexpr double kFlat = 0.2;
  const std::vector<double>& rss = facts.rss.series.bytes;
  if (!facts.settled() || rss.size() < 10) return std::nullopt;
  std::size_t jump = 1;
  for (std::size_t i = 1; i < rss.size(); ++i) {
    if (rss[i] - rss[i - 1] > rss[jump] - rss[jump - 1]) jump = i;
  }
  const double height = rss[jump] - rss[jump - 1];
  if (height < std::max(kLeast, kMost * facts.rss.change())) return std::nullopt;
  const std::size_t margin = rss.size() / 5;
  if (jump < margin || jump + 3 > rss.size()) return std::nullopt;
  const double before = rss[jump - 1] - rss.front();
  const double after = rss.back() - rss[jump];
  if (std::abs(before) > kFlat * height || std::abs(after) > kFlat * height) return std::nullopt;
  Finding finding;
  finding.cause = Cause::level_shift;
  finding.leak = false;
  finding.share = facts.share_of(height);
  const int cycle = facts.record.cycles.at(jump).cycle;
  finding.sentence = "memory rose once, by " + format_bytes(height) + " in cycle " +
                     std::to_string(cycle) + ", and was flat before and after";
  finding.experiment = "a longer run: it must not happen again";
  finding.figures = {{"height_bytes", height}, {"cycle", cycle}};
  return finding;
}

}  // namespace ttsoak
