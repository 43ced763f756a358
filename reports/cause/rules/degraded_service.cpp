#include "reports/cause/rules/rules.h"
#include "reports/units/units.h"

namespace ttsoak {

// What becomes more may also be looked through more and more slowly.
std::optional<Finding> find_degraded_service(const Facts& facts) {
  constexpr double kWorse = 1.2;
  const SeriesTrend& latency = facts.latency_ms;
  const double early = latency.level(0, 0.2);
  const double late = latency.level(0.8, 1);
  if (!latency.grows || late < kWorse * early) return std::nullopt;
  Finding finding;
  finding.cause = Cause::degraded_service;
  finding.resident = false;
  finding.sentence = "the server becomes slower: the median latency rose from " +
                     format_milliseconds(early) + " to " + format_milliseconds(late);
  finding.experiment = "the same run after a restart: it has to begin as fast as this one did";
  finding.figures = {{"early_p50_ms", early}, {"late_p50_ms", late}};
  return finding;
}

}  // namespace ttsoak
