#include "reports/cause/rules/retention.h"

#include <algorithm>

#include "reports/cause/rules/rule_words.h"
#include "reports/render/frame_text.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

struct Party {
  std::string who;
  double bytes = 0;
};

std::string who_is(const RunRecord& record, const RetentionShare& share) {
  if (share.stack < 0) {
    return share.library.empty() ? "" : std::string(last_part(share.library));
  }
  for (const HeapStack& stack : record.retention_stacks) {
    if (stack.process == share.process && stack.stack == share.stack) {
      const std::string function = native_function(stack.frames);
      return owner_in_words(stack.frames) + (function.empty() ? "" : " (" + function + ")");
    }
  }
  return "";
}

// The parties of a role by name, the largest first; what nobody is known for is left out, but not
// of `all`.
std::vector<Party> parties_of(const RunRecord& record, RetentionRole role, double& all) {
  std::vector<Party> parties;
  for (const RetentionShare& share : record.retention) {
    if (share.role != role) continue;
    all += share.bytes;
    const std::string who = who_is(record, share);
    if (who.empty()) continue;
    auto same = std::find_if(parties.begin(), parties.end(),
                             [&](const Party& party) { return party.who == who; });
    if (same == parties.end()) same = parties.insert(parties.end(), {who, 0});
    same->bytes += share.bytes;
  }
  std::stable_sort(parties.begin(), parties.end(),
                   [](const Party& a, const Party& b) { return a.bytes > b.bytes; });
  return parties;
}

std::string tried_in_words(const Facts& facts, const Retention& retention) {
  const bool purge = facts.given_back(ExperimentKind::jemalloc_purge).has_value();
  if (retention.tried) {
    return std::string(purge ? "a purge" : "a trim") + " returned " +
           format_bytes(retention.given_back);
  }
  double would = 0;
  bool known = false;
  const int newest = facts.record.splits.empty() ? 0 : facts.record.splits.back().cycle;
  for (const MemorySplit& split : facts.record.splits) {
    if (split.cycle != newest || split.trim_bytes < 0) continue;
    would += static_cast<double>(split.trim_bytes);
    known = true;
  }
  return known ? "a trim would return " + format_bytes(would) : "";
}

}  // namespace

Retention retention_of(const Facts& facts) {
  constexpr double kFlat = 0.2;
  Retention retention;
  for (const ExperimentKind kind : {ExperimentKind::malloc_trim, ExperimentKind::jemalloc_purge}) {
    if (const auto back = facts.given_back(kind)) {
      retention.tried = true;
      retention.given_back = std::max(retention.given_back, *back);
    }
  }
  const SeriesTrend& held = facts.retained;
  retention.free_bytes = held.empty() ? retention.given_back : held.last();
  retention.gained_bytes = held.empty()
                               ? std::min(retention.given_back, std::max(0.0, facts.rss.change()))
                               : held.change();
  const double late = held.level(0.85, 1) - held.level(0.45, 0.6);
  retention.still_rising = held.empty() ? facts.rss_grows() : late > kFlat * held.change();
  retention.tried_words = tried_in_words(facts, retention);
  return retention;
}

std::string filled_words(const RunRecord& record) {
  double all = 0;
  const std::vector<Party> parties = parties_of(record, RetentionRole::filled, all);
  if (parties.empty() || all <= 0) return "";
  return "last used by " + parties[0].who + " (" + format_percent(parties[0].bytes / all) + ")";
}

std::string blocks_words(const RunRecord& record, RetentionRole role) {
  double all = 0;
  const std::vector<Party> parties = parties_of(record, role, all);
  if (parties.empty() || all <= 0) return "";
  double blocks = 0;
  std::int64_t low = 0;
  std::int64_t high = 0;
  for (const RetentionShare& share : record.retention) {
    if (share.role != role) continue;
    blocks += static_cast<double>(share.samples);
    if (who_is(record, share) != parties[0].who) continue;
    low = low == 0 ? share.block_bytes_low : std::min(low, share.block_bytes_low);
    high = std::max(high, share.block_bytes_high);
  }
  const std::string verb = role == RetentionRole::pins ? "pinned by " : "held apart by ";
  const std::string sizes =
      low == high ? format_bytes(low) : format_bytes(low) + " to " + format_bytes(high);
  return verb + plural(blocks, "sampled block") + (high > 0 ? " of " + sizes : "") + ", " +
         format_percent(parties[0].bytes / all) + " of it by " + parties[0].who;
}

}  // namespace ttsoak
