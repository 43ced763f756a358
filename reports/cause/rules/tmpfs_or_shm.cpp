#include "reports/cause/rules/rule_words.h"
#include "reports/cause/rules/rules.h"
#include "reports/cause/rules/thing_finding.h"

namespace ttsoak {

// Shared memory that a process maps is in its RSS; files on tmpfs that nobody maps are memory of
// the machine and of the cgroup all the same.
std::optional<Finding> find_tmpfs_or_shm(const Facts& facts) {
  const SeriesTrend& shmem = facts.part(MemoryPart::shmem);
  const std::optional<Finding> files =
      thing_finding(facts, Cause::tmpfs_or_shm, {InventoryKind::shm_file});
  const bool mapped = shmem.grows && shmem.change() > facts.worth_bytes();
  const SeriesTrend& charged = facts.cgroup_shmem;
  const bool in_cgroup = charged.grows && charged.change() > facts.worth_bytes();
  if (!mapped && !in_cgroup && !files) return std::nullopt;
  Finding finding = memory_finding(facts, Cause::tmpfs_or_shm, mapped ? shmem : charged);
  if (!mapped) finding.share = std::nullopt;
  finding.resident = mapped;
  if (mapped || in_cgroup) {
    finding.sentence = "shared memory and tmpfs grow by " + rate_words(*finding.bytes_per_request);
  } else {
    finding.bytes_per_request = files->bytes_per_request;
    finding.sentence = "files on tmpfs, which are memory, are left behind";
  }
  if (files) {
    finding.evidence = files->evidence;
    finding.leak = files->leak;
    finding.count_per_request = files->count_per_request;
    finding.sentence += ": " + files->sentence;
  } else {
    finding.experiment = "ls -l /dev/shm in the server's container: which names become more";
  }
  return finding;
}

}  // namespace ttsoak
