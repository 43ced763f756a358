#include "reports/cause/rules/rule_words.h"

#include <cmath>
#include <cstdio>

#include "reports/cause/rules/rule_words.h"
#include "reports/units/units.h"

namespace ttsoak {

std::string number_words(double value) {
  char text[64];
  std::snprintf(text, sizeof text, std::abs(value) < 10 ? "%.2f" : "%.1f", value);
  return text;
}

std::string rate_words(const Rate& rate) {
  const std::string lower = format_bytes(rate.lower95);
  const std::string upper = format_bytes(rate.upper95);
  if (!std::isfinite(rate.lower95) || lower == upper) return format_rate(rate.mean);
  return format_rate(rate.mean) + " (" + lower + " to " + upper + ")";
}

std::string count_words(const Rate& rate) {
  const std::string mean = number_words(rate.mean) + " per request";
  const std::string lower = number_words(rate.lower95);
  const std::string upper = number_words(rate.upper95);
  return lower == upper ? mean : mean + " (" + lower + " to " + upper + ")";
}

std::string plural(double count, const std::string& noun) {
  const auto whole = std::llround(count);
  return format_count(whole) + " " + noun + (whole == 1 ? "" : "s");
}

std::string holder_words(const PythonHolder& holder) {
  const double elements = elements_per_cycle(holder);
  std::string words = "`" + holder.path + "` (" + holder.type;
  if (holder.bound >= 0) {
    words += ", " + format_count(holder.last_length) + " of at most " + format_count(holder.bound);
  } else {
    words += ", +" + number_words(elements) + " a cycle";
  }
  if (holder.bytes_per_cycle > 0 && elements > 0) {
    words += std::string(holder.bytes_are_bound ? ", up to " : ", ") +
             format_bytes(holder.bytes_per_cycle / elements) + " each";
  }
  return words + (holder.newest.empty() ? ")" : ": " + holder.newest + ")");
}

Finding memory_finding(const Facts& facts, Cause cause, const SeriesTrend& trend) {
  Finding finding;
  finding.cause = cause;
  if (trend.fit) finding.bytes_per_request = trend.fit->rate;
  finding.share = facts.share_of(trend.change());
  finding.figures = {{"first_bytes", trend.first()}, {"last_bytes", trend.last()}};
  return finding;
}

}  // namespace ttsoak
