#include "probes/heap/live_table.h"

#include <algorithm>
#include <cstring>

#include "probes/blackbox/weight.h"

namespace ttsoak {
namespace {

using namespace blackbox;

constexpr std::uint64_t kChunk = 1024;  // buckets: 192 KiB, which a core's cache holds
constexpr std::uint32_t kMaxRate = 62;  // a shift by more is no distance but damage
constexpr int kMaxReadings = 100;

// The chance that a block is sampled depends on little, and neighbours in time resemble each other.
class Chances {
 public:
  explicit Chances(std::uint64_t floor_bytes) : floor_bytes_(floor_bytes), known_(kKnown) {}

  double of(std::uint64_t packed) {
    Known& known = known_[packed * 0x9e3779b97f4a7c15ULL >> 52];
    if (known.packed != packed) {
      const double chance = sample_chance(packed, floor_bytes_);
      known = {packed, chance > 0 ? chance : 1};  // 0 bytes without a floor: damage
    }
    return known.chance;
  }

 private:
  static constexpr std::size_t kKnown = 4096;  // the 12 bits that are left of the hash
  struct Known {
    std::uint64_t packed = 0;
    double chance = 1;
  };
  std::uint64_t floor_bytes_;
  std::vector<Known> known_;
};

class Summing {
 public:
  Summing(std::uint32_t stack_count, std::uint64_t floor_bytes) : chances_(floor_bytes) {
    sums_.stacks.resize(std::max(stack_count, 1U));
  }

  void add(const LiveSample& sample) {
    const std::uint64_t block_bytes = sample_bytes(sample.packed);
    const std::uint32_t rate = sample_rate(sample.packed);
    const Kind kind = sample_kind(sample.packed);
    if (rate > kMaxRate || (kind != Kind::heap && kind != Kind::python)) return;

    const double chance = chances_.of(sample.packed);
    const double blocks = 1 / chance;
    const double bytes = static_cast<double>(block_bytes) * blocks;
    const std::uint32_t stack = sample.stack < sums_.stacks.size() ? sample.stack : 0;
    LiveSums::OfStack& of_stack = sums_.stacks[stack];
    of_stack.bytes += bytes;
    of_stack.blocks += blocks;
    of_stack.variance += (1 - chance) * bytes * bytes;  // (1 - p) / p^2 times the block, squared
    LiveSums::OfBirth& born = sums_.births[std::uint64_t{stack} << 32 | sample.cycle];
    born.bytes += bytes;
    born.blocks += blocks;
    ++sums_.samples;
  }

  LiveSums take() { return std::move(sums_); }

 private:
  Chances chances_;
  LiveSums sums_;
};

bool same_place(const LiveBucket& one, const LiveBucket& other, std::uint32_t place) {
  return one.addresses[place] == other.addresses[place] &&
         std::memcmp(&one.samples[place], &other.samples[place], sizeof(LiveSample)) == 0;
}

}  // namespace

Status visit_live_samples(const BoxFile& file,
                          const std::function<void(std::uint64_t, const LiveSample&)>& visit) {
  const Area& area = file.layout().live;
  for (std::uint64_t first = 0; first < area.capacity; first += kChunk) {
    const auto one = file.elements<LiveBucket>(area, first, kChunk);
    if (!one.ok()) return one.error();
    const auto other = file.elements<LiveBucket>(area, first, kChunk);
    if (!other.ok()) return other.error();
    for (std::size_t i = 0; i < other.value().size(); ++i) {
      LiveBucket before = one.value()[i];
      LiveBucket bucket = other.value()[i];
      for (std::uint32_t place = 0; place < kBucketPlaces; ++place) {
        // A place that never holds still is one where samples come and go: none of them lives.
        int readings = 2;
        for (; !same_place(before, bucket, place) && readings < kMaxReadings; ++readings) {
          before = bucket;
          const std::uint64_t offset = area.offset + (first + i) * sizeof(LiveBucket);
          if (Status error = file.read(&bucket, sizeof bucket, offset)) return error;
        }
        if (readings == kMaxReadings) continue;
        if (bucket.addresses[place] > kBusyAddress) {
          visit(bucket.addresses[place], bucket.samples[place]);
        }
      }
    }
  }
  return {};
}

Result<LiveSums> sum_live_samples(const BoxFile& file, std::uint32_t stack_count,
                                  std::uint64_t floor_bytes) {
  Summing summing(stack_count, floor_bytes);
  if (Status error = visit_live_samples(
          file, [&](std::uint64_t, const LiveSample& sample) { summing.add(sample); })) {
    return *error;
  }
  return summing.take();
}

Result<std::vector<double>> sum_mappings(const BoxFile& file, std::uint32_t used,
                                         std::uint32_t stack_count, const ResidentPages& resident) {
  std::vector<double> bytes(std::max(stack_count, 1U));
  auto one = file.elements<MappingSlot>(file.layout().mappings, 0, used);
  for (int readings = 1; readings < kMaxReadings && one.ok(); ++readings) {
    auto other = file.elements<MappingSlot>(file.layout().mappings, 0, used);
    if (!other.ok()) return other.error();
    const bool same =
        std::equal(one.value().begin(), one.value().end(), other.value().begin(),
                   other.value().end(), [](const MappingSlot& a, const MappingSlot& b) {
                     return std::memcmp(&a, &b, sizeof a) == 0;
                   });
    if (!same) {
      one = std::move(other);
      continue;
    }
    for (const MappingSlot& slot : one.value()) {
      if (slot.start == 0 || slot.end <= slot.start) continue;
      if ((slot.flags & (kMappingReserved | kMappingOfPymalloc | kMappingInherited)) != 0) continue;
      bytes[slot.stack < bytes.size() ? slot.stack : 0] +=
          static_cast<double>(resident.bytes(slot.start, slot.end));
    }
    return bytes;
  }
  if (!one.ok()) return one.error();
  return Error{file.path() + ": its mappings change too fast to be read; read it at a quiesce"};
}

}  // namespace ttsoak
