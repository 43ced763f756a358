#include "reports/trend/growth_words.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "reports/units/units.h"

namespace ttsoak::trend {
namespace {

struct Unit {
  double bytes;
  const char* name;
};

constexpr std::array<Unit, 5> kUnits{
    {{1, "bytes"}, {0x1p10, "KiB"}, {0x1p20, "MiB"}, {0x1p30, "GiB"}, {0x1p40, "TiB"}}};

Unit unit_for(double bytes) {
  Unit unit = kUnits.front();
  for (const Unit& larger : kUnits)
    if (std::abs(bytes) >= larger.bytes) unit = larger;
  return unit;
}

std::string one_decimal(double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.1f", value);
  // A tiny negative figure is no news.
  return std::string(text.data()) == "-0.0" ? "0.0" : text.data();
}

// "41.2 KiB per request [38.0, 44.4]"
std::string rate_in_words(const Growth& growth) {
  const Unit unit = unit_for(std::max(std::abs(growth.lower95), std::abs(growth.upper95)));
  return one_decimal(growth.rate / unit.bytes) + " " + unit.name + " per request [" +
         one_decimal(growth.lower95 / unit.bytes) + ", " +
         one_decimal(growth.upper95 / unit.bytes) + "]";
}

// What the rate is a rate of.
std::string subject(GrowthShape shape) {
  switch (shape) {
    case GrowthShape::linear:
      return "growth is ";
    case GrowthShape::saturating:
      return "growth slows down like a warm-up or a filling cache; at the end it is ";
    case GrowthShape::late_onset:
      return "growth set in late in the run; since then it is ";
    case GrowthShape::unsettled:
      break;
  }
  return "in the second half of the run, as it did not settle before, growth is ";
}

std::string would_decide(std::int64_t requests) {
  if (requests == 0) return "how long a run would decide cannot be said";
  return "about " + format_count(requests) + " requests in all would decide";
}

}  // namespace

std::string chance_in_words(double chance) {
  if (chance > 0.999) return "over 99.9 %";
  if (chance < 0.001) return "under 0.1 %";
  return one_decimal(100 * chance) + " %";
}

std::string explain(const Growth& growth, double budget, Obstacle obstacle) {
  const std::string chance = "the chance that it exceeds " + format_bytes(budget) + " is " +
                             chance_in_words(growth.chance_over_budget);
  std::string seen = subject(growth.shape) + rate_in_words(growth) + "; " + chance;
  switch (obstacle) {
    case Obstacle::none:
      return seen;
    case Obstacle::uncertain:
      return seen + ", which settles nothing; " + would_decide(growth.requests_to_decide);
    case Obstacle::still_slowing:
      return seen + ", but it may still level off; " + would_decide(growth.requests_to_decide);
    case Obstacle::second_half_disagrees:
      return seen + ", but the second half of the run does not confirm it; " +
             would_decide(growth.requests_to_decide);
    case Obstacle::late_onset_suspected:
      break;
  }
  return "growth may have set in late in the run; since then it would be " + rate_in_words(growth) +
         "; " + chance + "; " + would_decide(growth.requests_to_decide);
}

}  // namespace ttsoak::trend
