#include "reports/cause/rules/rule_words.h"
#include "reports/cause/rules/rules.h"
#include "reports/cause/rules/thing_finding.h"

namespace ttsoak {

std::optional<Finding> find_page_cache(const Facts& facts) {
  const SeriesTrend& mapped = facts.part(MemoryPart::file);
  const SeriesTrend& cached = facts.cgroup_file;
  // Deleted files are no cache: nobody can read them again, and find_deleted_open_files() has them.
  const double kept = mapped.change() - unlinked_growth(facts);
  const bool mapped_grows = mapped.grows && kept > facts.worth_bytes();
  const bool cached_grows = cached.grows && cached.change() > facts.worth_bytes();
  if (!mapped_grows && !cached_grows) return std::nullopt;
  Finding finding = memory_finding(facts, Cause::page_cache, mapped_grows ? mapped : cached);
  finding.leak = false;
  finding.resident = mapped_grows;
  if (mapped_grows) {
    finding.sentence = "pages of mapped files grow by " + rate_words(mapped.rate()) +
                       ": the kernel takes those back that were not written to";
  } else {
    finding.share = std::nullopt;
    finding.sentence = "the page cache of the cgroup grows by " + rate_words(cached.rate()) +
                       ": files read or written, given back under pressure; not the server's RSS";
  }
  finding.experiment = "a run under a lower memory limit: it has to stop there without harm";
  return finding;
}

}  // namespace ttsoak
