#include "reports/cause/rules/rule_words.h"
#include "reports/cause/rules/rules.h"

namespace ttsoak {
namespace {

const ThingTrend* growing_device(const Facts& facts) {
  for (const ThingTrend& thing : facts.things) {
    if (thing.things->kind == InventoryKind::gpu_memory && thing.bytes.grows &&
        thing.bytes.change() > facts.worth_bytes()) {
      return &thing;
    }
  }
  return nullptr;
}

}  // namespace

// torch keeps what is freed (reserved) and hands it out again; what is allocated is in use.
std::optional<Finding> find_gpu_memory(const Facts& facts) {
  const auto grows = [&](const SeriesTrend& trend) {
    return trend.grows && trend.change() > facts.worth_bytes();
  };
  const ThingTrend* device = growing_device(facts);
  const bool allocated = grows(facts.cuda_allocated);
  const bool reserved = grows(facts.cuda_reserved);
  if (device == nullptr && !allocated && !reserved) return std::nullopt;
  const SeriesTrend& trend = allocated  ? facts.cuda_allocated
                             : reserved ? facts.cuda_reserved
                                        : device->bytes;
  Finding finding = memory_finding(facts, Cause::gpu_memory, trend);
  finding.resident = false;
  finding.share = std::nullopt;
  const std::string rate = rate_words(trend.rate());
  if (allocated) {
    finding.evidence = EvidenceLevel::proven;
    finding.sentence = "tensors in use on the GPU grow by " + rate;
    finding.experiment = "torch.cuda.memory._record_memory_history(): it names the line";
  } else if (reserved) {
    finding.leak = false;
    finding.sentence = "torch keeps free memory on the GPU, more of it all the time: " + rate +
                       "; tensors in use do not grow";
    finding.experiment = "torch.cuda.empty_cache(): it has to return it";
  } else {
    finding.sentence = "memory on `" + device->things->name + "` grows by " + rate;
    finding.experiment = "torch.cuda figures or a run on the CPU: whose memory it is";
  }
  return finding;
}

}  // namespace ttsoak
