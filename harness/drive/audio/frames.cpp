#include "harness/drive/audio/frames.h"

#include <algorithm>
#include <iterator>

#include "harness/drive/audio/bits.h"

namespace ttsoak {
namespace {

constexpr std::size_t kId3Bytes = 10;
constexpr std::size_t kPageBytes = 27;
// Of the first packet of a stream, enough to know the codec by.
constexpr std::size_t kPacketBytes = 32;

std::size_t byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

// The segment table of a page says how long its body is.
std::size_t body_bytes(std::string_view page) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < byte_at(page, 26); ++i) sum += byte_at(page, kPageBytes + i);
  return sum;
}

bool begins_stream(std::string_view page) { return (byte_at(page, 5) & 2U) != 0; }

}  // namespace

std::size_t Mp3Frames::header_bytes(std::string_view held) const {
  return held.starts_with("ID3") ? kId3Bytes : 4;
}

std::optional<std::size_t> Mp3Frames::begin(std::string_view header) {
  constexpr int kKbps1[] = {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320};
  constexpr int kKbps2[] = {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160};
  constexpr int kRates[] = {44100, 48000, 32000};
  if (header.starts_with("ID3")) {
    std::size_t size = 0;  // seven bits a byte, so that no length looks like a frame
    for (std::size_t i = 6; i < kId3Bytes; ++i) size = size << 7U | (byte_at(header, i) & 0x7FU);
    return size;
  }
  if (header.starts_with("TAG")) return 128 - header.size();
  const auto bits = static_cast<std::uint32_t>(big_endian(header, 0, 4));
  const std::uint32_t version = bits >> 19U & 3U;  // 0: 2.5, 2: 2, 3: 1
  const std::uint32_t kbps = bits >> 12U & 15U;
  const std::uint32_t rate = bits >> 10U & 3U;
  const bool is_layer_3 = (bits >> 17U & 3U) == 1;
  if (bits >> 21U != 0x7FFU || version == 1 || !is_layer_3) return std::nullopt;
  if (kbps == 0 || kbps == 15 || rate == 3) return std::nullopt;
  const int hertz = kRates[rate] / (version == 3 ? 1 : version == 2 ? 2 : 4);
  const int samples = version == 3 ? 1152 : 576;
  const int bytes = samples / 8 * 1000 * (version == 3 ? kKbps1 : kKbps2)[kbps] / hertz +
                    static_cast<int>(bits >> 9U & 1U);
  seconds_ += static_cast<double>(samples) / hertz;
  return static_cast<std::size_t>(bytes) - header.size();
}

std::optional<std::size_t> AdtsFrames::begin(std::string_view header) {
  constexpr int kRates[] = {96000, 88200, 64000, 48000, 44100, 32000, 24000,
                            22050, 16000, 12000, 11025, 8000,  7350};
  if (byte_at(header, 0) != 0xFF || (byte_at(header, 1) & 0xF6U) != 0xF0) return std::nullopt;
  const std::size_t rate = byte_at(header, 2) >> 2U & 15U;
  const std::size_t bytes = (big_endian(header, 3, 3) >> 5U) & 0x1FFFU;
  if (rate >= std::size(kRates) || bytes < header.size()) return std::nullopt;
  seconds_ += 1024.0 * static_cast<double>((byte_at(header, 6) & 3U) + 1) / kRates[rate];
  return bytes - header.size();
}

std::size_t OggPages::header_bytes(std::string_view held) const {
  if (held.size() < kPageBytes || !held.starts_with("OggS")) return kPageBytes;
  const std::size_t whole = kPageBytes + byte_at(held, 26);
  if (held.size() < whole || !begins_stream(held)) return whole;
  return whole + std::min(body_bytes(held), kPacketBytes);
}

std::optional<std::size_t> OggPages::begin(std::string_view header) {
  if (!header.starts_with("OggS")) return std::nullopt;
  const std::size_t before_body = kPageBytes + byte_at(header, 26);
  if (begins_stream(header)) {
    seconds_before_ += seconds_;
    seconds_ = 0;
    identify(header.substr(before_body));
  }
  const auto granule = static_cast<std::int64_t>(little_endian(header, 6, 8));
  // Negative: no packet ends on this page.
  if (granule >= 0 && rate_ > 0) {
    seconds_ = std::max(seconds_, (static_cast<double>(granule) - skipped_) / rate_);
  }
  return body_bytes(header) - (header.size() - before_body);
}

void OggPages::identify(std::string_view packet) {
  rate_ = 0;
  skipped_ = 0;
  if (packet.starts_with("OpusHead") && packet.size() >= 12) {
    rate_ = 48000;
    skipped_ = static_cast<double>(little_endian(packet, 10, 2));
  } else if (packet.starts_with("\x01vorbis") && packet.size() >= 16) {
    rate_ = static_cast<double>(little_endian(packet, 12, 4));
  }
}

std::optional<std::int64_t> flac_audio_us(std::string_view head) {
  // The marker, the head of the first block, its 34 bytes.
  if (head.size() < 42 || !head.starts_with("fLaC") || (byte_at(head, 4) & 0x7FU) != 0) return {};
  const std::uint64_t bits = big_endian(head, 18, 8);  // rate: 20, channels: 3, depth: 5, total: 36
  const std::uint64_t hertz = bits >> 44U;
  const std::uint64_t samples = bits & 0xFFFFFFFFFU;
  if (hertz == 0 || samples == 0) return std::nullopt;
  return static_cast<std::int64_t>(static_cast<double>(samples) / static_cast<double>(hertz) * 1e6);
}

}  // namespace ttsoak
