#include "reports/render/words.h"

#include <algorithm>
#include <cctype>

#include "probes/base/result.h"
#include "reports/units/units.h"
#include "reports/verdict/judge.h"

namespace ttsoak {
namespace {

std::string with_capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

}  // namespace

std::string_view status_name(VerdictStatus status) {
  switch (status) {
    case VerdictStatus::pass:
      return "pass";
    case VerdictStatus::fail:
      return "fail";
    case VerdictStatus::inconclusive:
      return "inconclusive";
    case VerdictStatus::invalid:
      return "invalid";
  }
  abort_with("a verdict status without a name");
}

std::string_view decision_name(GrowthDecision decision) {
  switch (decision) {
    case GrowthDecision::fail:
      return "fail";
    case GrowthDecision::pass:
      return "pass";
    case GrowthDecision::inconclusive:
      return "inconclusive";
  }
  abort_with("a growth decision without a name");
}

std::string_view shape_name(GrowthShape shape) {
  switch (shape) {
    case GrowthShape::linear:
      return "linear";
    case GrowthShape::saturating:
      return "saturating";
    case GrowthShape::late_onset:
      return "late_onset";
    case GrowthShape::unsettled:
      return "unsettled";
  }
  abort_with("a growth shape without a name");
}

std::string_view role_name(ProcessRole role) {
  switch (role) {
    case ProcessRole::root:
      return "root";
    case ProcessRole::child:
      return "child";
    case ProcessRole::ttsoak:
      return "ttsoak";
  }
  abort_with("a process role without a name");
}

std::string_view quiesce_name(QuiesceEnd end) {
  switch (end) {
    case QuiesceEnd::steady:
      return "steady";
    case QuiesceEnd::limit:
      return "limit";
  }
  abort_with("a quiesce end without a name");
}

std::string_view event_name(EventKind kind) {
  switch (kind) {
    case EventKind::process_appeared:
      return "process_appeared";
    case EventKind::process_ended:
      return "process_ended";
    case EventKind::target_ended:
      return "target_ended";
    case EventKind::target_crashed:
      return "target_crashed";
    case EventKind::target_restarted:
      return "target_restarted";
    case EventKind::sampling_gap:
      return "sampling_gap";
    case EventKind::probe_failed:
      return "probe_failed";
    case EventKind::look:
      return "look";
    case EventKind::run_interrupted:
      return "run_interrupted";
    case EventKind::note:
      return "note";
  }
  abort_with("an event kind without a name");
}

std::string in_words(std::string_view name) {
  std::string words;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('_', at), name.size());
    std::string word(name.substr(at, end - at));
    if (word == "rss" || word == "ttfb") {
      std::transform(word.begin(), word.end(), word.begin(),
                     [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    }
    words += (words.empty() ? "" : " ") + word;
    at = end + 1;
  }
  return words;
}

std::string sentence_in_words(const Verdict& verdict) {
  const std::string opening = std::string(to_string(verdict.status)) + ": ";
  std::string sentence = verdict.sentence;
  if (sentence.starts_with(opening)) sentence.erase(0, opening.size());
  return with_capital(sentence);
}

std::vector<std::string> further_reasons(const Verdict& verdict) {
  std::vector<std::string> further;
  for (const std::string& reason : verdict.reasons) {
    if (verdict.sentence.find(reason) == std::string::npos) further.push_back(with_capital(reason));
  }
  return further;
}

bool growth_is_known(const Growth& growth) {
  return !growth.fit_requests.empty() || growth.rate != 0 || growth.lower95 != growth.upper95;
}

std::string growth_in_words(const Growth& growth) {
  if (!growth_is_known(growth)) return "not known";
  return format_rate(growth.rate) + ", 95 % interval " + format_bytes(growth.lower95) + " to " +
         format_bytes(growth.upper95);
}

std::string judged_growth_in_words(const Growth& growth, const Thresholds& limits) {
  std::string words = growth_in_words(growth);
  if (growth_is_known(growth) && limits.rss_growth_bytes_per_request) {
    words += "; the chance that it exceeds " + format_bytes(*limits.rss_growth_bytes_per_request) +
             " is " + format_percent(growth.chance_over_budget);
  }
  return words;
}

std::string work_in_words(const RunRecord& record) {
  const RunHeader& header = record.header;
  std::string words = format_count(record.totals.requests) + " requests in " +
                      format_count(static_cast<std::int64_t>(record.cycles.size())) + " of " +
                      format_count(header.cycles_planned) + " planned cycles";
  if (header.requests_per_cycle > 0) {
    words += ", " + format_count(header.requests_per_cycle) + " each";
  }
  if (header.concurrency > 0) words += ", " + format_count(header.concurrency) + " at a time";
  return words;
}

std::string errors_in_words(const RequestTotals& totals) {
  if (totals.requests == 0) return "no requests";
  if (totals.errors == 0) return "none of " + format_count(totals.requests);
  return format_count(totals.errors) + " of " + format_count(totals.requests) + " (" +
         format_percent(static_cast<double>(totals.errors) / static_cast<double>(totals.requests)) +
         ")";
}

std::string target_in_words(const RunHeader& header) {
  for (const char* key : {"target.command", "target.url"}) {
    const auto found = header.manifest.find(key);
    if (found != header.manifest.end() && !found->second.empty()) return found->second;
  }
  return "not recorded";
}

std::string pid_in_words(const RunRecord& record, int index) {
  for (const ProcessSummary& process : record.processes) {
    if (process.info.index == index) return std::to_string(process.info.pid);
  }
  return "";
}

}  // namespace ttsoak
