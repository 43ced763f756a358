#include "reports/cause/rules/live_finding.h"

#include <algorithm>
#include <cmath>

#include "reports/cause/rules/rule_words.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

// Less than this in the whole run is no cause of anything, and neither is a sliver of the growth:
// what a thread costs on the heap beside its stack, for instance. A container counts by its
// elements.
constexpr double kWorthTelling = 64 * 1024;
constexpr double kSliver = 0.03;
constexpr double kMostlyMapped = 0.5;  // find_direct_mmap() has those

bool is_worth_telling(const LiveSubject& subject, const Facts& facts) {
  if (subject.mapped_share > kMostlyMapped) return false;
  const double least = std::max(kWorthTelling, kSliver * facts.rss.change());
  return subject.change_bytes > least || subject.stacks.empty();
}

}  // namespace

std::vector<const LiveSubject*> subjects_of(const Facts& facts, Cause cause) {
  std::vector<const LiveSubject*> found;
  for (const LiveSubject& subject : facts.live) {
    if (subject.cause == cause && is_worth_telling(subject, facts)) found.push_back(&subject);
  }
  return found;
}

std::optional<Finding> finding_by_event(const Facts& facts, Cause cause, const std::string& event,
                                        double share, const std::string& figure) {
  std::optional<Finding> finding = live_finding(facts, cause);
  if (!finding) return std::nullopt;
  const auto subjects = subjects_of(facts, cause);
  const LiveSubject& first = *subjects.front();
  finding->sentence = "for every " + event + ": " + keeps_words(first) + and_more(subjects.size());
  if (first.rate.mean > 0 && share > 0) {
    const double per_event = first.rate.mean / share;
    finding->sentence += "; that is " + format_bytes(per_event) + " for each";
    finding->figures.emplace_back(figure, per_event);
  }
  return finding;
}

double bytes_each(const LiveSubject& subject) {
  if (subject.holder != nullptr && subject.holder->bytes_per_cycle > 0) {
    const double elements = elements_per_cycle(*subject.holder);
    return elements > 0 ? subject.holder->bytes_per_cycle / elements : 0;
  }
  return subject.blocks_per_request > 0 ? subject.rate.mean / subject.blocks_per_request : 0;
}

std::string keeps_words(const LiveSubject& subject) {
  if (subject.stacks.empty()) {
    const std::string words = holder_words(*subject.holder) + " keeps ";
    return words + (subject.rate.mean > 0
                        ? std::string(subject.holder->bytes_are_bound ? "up to " : "") +
                              format_rate(subject.rate.mean)
                        : number_words(subject.blocks_per_request) + " elements per request");
  }
  const std::string function = subject.function.empty() ? "" : " (" + subject.function + ")";
  std::string words = subject.owner + function + " keeps " + rate_words(subject.rate);
  if (subject.holder != nullptr) words += ", held by " + holder_words(*subject.holder);
  return words;
}

std::string and_more(std::size_t subjects) {
  return subjects < 2 ? "" : "; and " + std::to_string(subjects - 1) + " more like it";
}

std::optional<Finding> live_finding(const Facts& facts, Cause cause) {
  const std::vector<const LiveSubject*> subjects = subjects_of(facts, cause);
  if (subjects.empty()) return std::nullopt;
  Finding finding;
  finding.cause = cause;
  double mean = 0;
  double half_width2 = 0;
  double change = 0;
  double things = 0;
  for (const LiveSubject* subject : subjects) {
    mean += subject->rate.mean;
    half_width2 += subject->rate.half_width() * subject->rate.half_width();
    change += subject->change_bytes;
    things += subject->blocks_per_request;
  }
  if (mean > 0) {
    finding.bytes_per_request =
        Rate{mean, mean - std::sqrt(half_width2), mean + std::sqrt(half_width2)};
    finding.share = facts.share_of(change);
  }
  finding.figures = {{"grown_bytes", change},
                     {"things_per_request", things},
                     {"subjects", static_cast<double>(subjects.size())}};
  return finding;
}

}  // namespace ttsoak
