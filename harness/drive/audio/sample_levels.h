#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ttsoak {

// How loud 16-bit little-endian samples are, of all channels alike.
class SampleLevels {
 public:
  // Below this nothing is heard: -60 dB of full scale.
  static constexpr int kSilent = 32;

  void feed(std::string_view bytes);

  [[nodiscard]] std::int64_t samples() const { return samples_; }
  // Of the samples, 0..1: those below kSilent, and those at either end of the scale. Nothing
  // without samples.
  [[nodiscard]] std::optional<double> silent_share() const { return share(silent_); }
  [[nodiscard]] std::optional<double> clipped_share() const { return share(clipped_); }

 private:
  template <std::size_t count>
  void add(const char* bytes);
  [[nodiscard]] std::optional<double> share(std::int64_t count) const {
    if (samples_ == 0) return std::nullopt;
    return static_cast<double>(count) / static_cast<double>(samples_);
  }

  std::optional<char> odd_;  // the first half of a sample whose second has not come yet
  std::int64_t samples_ = 0;
  std::int64_t silent_ = 0;
  std::int64_t clipped_ = 0;
};

}  // namespace ttsoak
