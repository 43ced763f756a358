#include "probes/tracer/live_table.h"

#include <string.h>

#include "probes/tracer/box.h"
#include "probes/tracer/filter.h"

namespace ttsoak::tracer {

using namespace blackbox;

uint8_t g_filter[1U << kFilterBits];
uint32_t g_live_samples = 0;

namespace {

// Independent of each other and of the filter's place.
LiveBucket& first_bucket(uint64_t hash) { return g_box.live[(hash >> 20) & g_box.live_mask]; }
LiveBucket& second_bucket(uint64_t hash) {
  return g_box.live[((hash * 0xd6e8feb86659fd93) >> 40) & g_box.live_mask];
}

uint64_t load(const uint64_t& place) { return __atomic_load_n(&place, __ATOMIC_ACQUIRE); }

void write(LiveSample& to, const LiveSample& sample) {
  __atomic_store_n(&to.stack, sample.stack, __ATOMIC_RELAXED);
  __atomic_store_n(&to.cycle, sample.cycle, __ATOMIC_RELAXED);
  __atomic_store_n(&to.packed, sample.packed, __ATOMIC_RELAXED);
}

int find(const LiveBucket& bucket, uint64_t address) {
  for (uint32_t i = 0; i < kBucketPlaces; ++i) {
    if (load(bucket.addresses[i]) == address) return static_cast<int>(i);
  }
  return -1;
}

bool take_from(LiveBucket& bucket, uint64_t address, LiveSample& removed) {
  const int place = find(bucket, address);
  if (place < 0) return false;
  removed = bucket.samples[place];
  __atomic_store_n(&bucket.addresses[place], 0, __ATOMIC_RELEASE);
  return true;
}

bool put_into(LiveBucket& bucket, uint64_t address, const LiveSample& sample) {
  for (uint32_t i = 0; i < kBucketPlaces; ++i) {
    uint64_t nothing = 0;
    if (load(bucket.addresses[i]) != 0 ||
        !__atomic_compare_exchange_n(&bucket.addresses[i], &nothing, kBusyAddress, false,
                                     __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
      continue;
    }
    write(bucket.samples[i], sample);
    __atomic_store_n(&bucket.addresses[i], address, __ATOMIC_RELEASE);
    return true;
  }
  return false;
}

uint32_t used_places(const LiveBucket& bucket) {
  uint32_t used = 0;
  for (const uint64_t& address : bucket.addresses) used += load(address) != 0 ? 1U : 0U;
  return used;
}

}  // namespace

bool insert_live(uint64_t hash, void* address, const LiveSample& sample, LiveSample& replaced) {
  const auto key = reinterpret_cast<uint64_t>(address);
  replaced = {};
  if (may_be_sampled(address)) {
    LiveSample old{};
    if (remove_live(hash, address, old)) replaced = old;
  }
  // Into the emptier one: then none is full before nearly all are (Azar et al. 1999).
  LiveBucket& first = first_bucket(hash);
  LiveBucket& second = second_bucket(hash);
  const bool is_first = used_places(first) <= used_places(second);
  if (!put_into(is_first ? first : second, key, sample) &&
      !put_into(is_first ? second : first, key, sample)) {
    return false;
  }
  filter_add(address);
  __atomic_fetch_add(&g_live_samples, 1, __ATOMIC_RELAXED);
  return true;
}

bool remove_live(uint64_t hash, void* address, LiveSample& removed) {
  const auto key = reinterpret_cast<uint64_t>(address);
  if (!take_from(first_bucket(hash), key, removed) &&
      !take_from(second_bucket(hash), key, removed)) {
    return false;
  }
  filter_remove(address);
  __atomic_fetch_sub(&g_live_samples, 1, __ATOMIC_RELAXED);
  return true;
}

void reset_live_after_fork() {
  memset(g_filter, 0, sizeof g_filter);
  g_live_samples = 0;
}

}  // namespace ttsoak::tracer
