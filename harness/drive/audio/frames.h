#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ttsoak {

// For FrameWalker: how long the audio is by the headers of its frames alone, which cost next to
// nothing to read. Nothing is decoded.

// MP3, layer III. The frame in which encoders note the length counts like any other: 26 to 72 ms
// too much. Source: ISO/IEC 11172-3, 2.4.1.3 and 13818-3; tags: id3.org.
class Mp3Frames {
 public:
  [[nodiscard]] std::size_t header_bytes(std::string_view held) const;
  std::optional<std::size_t> begin(std::string_view header);
  [[nodiscard]] std::int64_t audio_us() const { return static_cast<std::int64_t>(seconds_ * 1e6); }

 private:
  double seconds_ = 0;
};

// AAC in ADTS. Source: ISO/IEC 13818-7, 6.2.
class AdtsFrames {
 public:
  [[nodiscard]] std::size_t header_bytes(std::string_view) const { return 7; }
  std::optional<std::size_t> begin(std::string_view header);
  [[nodiscard]] std::int64_t audio_us() const { return static_cast<std::int64_t>(seconds_ * 1e6); }

 private:
  double seconds_ = 0;
};

// Pages of Ogg that hold Opus or Vorbis; of other codecs the length stays 0. Streams may follow
// each other. Source: RFC 3533, RFC 7845, Vorbis I specification 4.2.2.
class OggPages {
 public:
  [[nodiscard]] std::size_t header_bytes(std::string_view held) const;
  std::optional<std::size_t> begin(std::string_view header);
  [[nodiscard]] std::int64_t audio_us() const {
    return static_cast<std::int64_t>(std::min(seconds_before_ + seconds_, kLongest) * 1e6);
  }

 private:
  static constexpr double kLongest = 1e9;  // seconds; positions beyond it are garbage

  void identify(std::string_view packet);

  double rate_ = 0;  // of granule positions; 0 = not a codec that is known
  double skipped_ = 0;
  double seconds_before_ = 0;  // of streams that are over
  double seconds_ = 0;
};

// The length that the head of a FLAC file states, if it does; streaming servers do not know it.
// Source: RFC 9639, 8.2.
std::optional<std::int64_t> flac_audio_us(std::string_view head);

}  // namespace ttsoak
