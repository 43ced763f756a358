#include "reports/cause/rules/live_finding.h"
#include "reports/cause/rules/rule_words.h"
#include "reports/cause/rules/rules.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

std::string ceiling_words(const LiveSubject& subject) {
  const double each = bytes_each(subject);
  if (subject.holder == nullptr || subject.holder->bound < 0 || each <= 0) return "";
  return "; full it takes " + format_bytes(each * static_cast<double>(subject.holder->bound));
}

}  // namespace

std::optional<Finding> find_filling_cache(const Facts& facts) {
  std::optional<Finding> finding = live_finding(facts, Cause::filling_cache);
  if (!finding) return std::nullopt;
  const auto subjects = subjects_of(facts, Cause::filling_cache);
  const LiveSubject& first = *subjects.front();
  const bool bounded = first.holder != nullptr && first.holder->bound >= 0;
  finding->leak = false;
  finding->sentence = std::string("no leak so far: ") + keeps_words(first) +
                      (bounded ? "; it has a bound" : "; it slows down, as a filling cache does") +
                      ceiling_words(first) + and_more(subjects.size());
  finding->experiment = "a run until it is full: it has to stop";
  return finding;
}

}  // namespace ttsoak
