#include "harness/drive/audio/sample_levels.h"

#include <bit>
#include <cstddef>
#include <cstring>

namespace ttsoak {
namespace {

static_assert(std::endian::native == std::endian::little, "samples are read as they lie there");

// Samples at a time: a length that is known lets the compiler take several in one go, and this is
// where most of a client's time would go.
constexpr std::size_t kBlock = 64;

struct Counts {
  int silent = 0;
  int clipped = 0;
};

template <std::size_t count>
Counts count_samples(const char* bytes) {
  std::int16_t samples[count];
  std::memcpy(samples, bytes, sizeof samples);
  Counts counts;
  for (const int sample : samples) {
    counts.silent +=
        static_cast<int>((sample > -SampleLevels::kSilent) & (sample < SampleLevels::kSilent));
    counts.clipped += static_cast<int>((sample == INT16_MAX) | (sample == INT16_MIN));
  }
  return counts;
}

}  // namespace

template <std::size_t count>
void SampleLevels::add(const char* bytes) {
  const Counts counts = count_samples<count>(bytes);
  samples_ += static_cast<std::int64_t>(count);
  silent_ += counts.silent;
  clipped_ += counts.clipped;
}

void SampleLevels::feed(std::string_view bytes) {
  if (odd_ && !bytes.empty()) {
    const char pair[] = {*odd_, bytes.front()};
    add<1>(pair);
    odd_.reset();
    bytes.remove_prefix(1);
  }
  for (; bytes.size() >= 2 * kBlock; bytes.remove_prefix(2 * kBlock)) add<kBlock>(bytes.data());
  for (; bytes.size() >= 2; bytes.remove_prefix(2)) add<1>(bytes.data());
  if (!bytes.empty()) odd_ = bytes.front();
}

}  // namespace ttsoak
