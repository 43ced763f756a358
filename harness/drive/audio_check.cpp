#include "harness/drive/audio_check.h"

#include <algorithm>
#include <optional>

namespace ttsoak {
namespace {

// Room for a RIFF header with a few metadata chunks before "data".
constexpr std::size_t kHeadBytes = 4096;
constexpr double kMinSecondsPerCharacter = 0.01;
// Lengths from here on are placeholders of servers that did not know the length yet.
constexpr std::uint32_t kUnknownLength = 0x7FFFFF00;

std::uint32_t little_endian(std::string_view bytes, std::size_t at, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = count; i-- > 0;) {
    value = (value << 8U) | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

struct WavHeader {
  std::uint32_t bytes_per_second = 0;
  std::size_t data_offset = 0;
  std::uint32_t data_bytes = 0;
};

std::optional<WavHeader> parse_wav_header(std::string_view head) {
  if (head.size() < 12 || head.substr(0, 4) != "RIFF" || head.substr(8, 4) != "WAVE") return {};
  WavHeader header;
  std::size_t at = 12;
  while (at + 8 <= head.size()) {
    const std::string_view id = head.substr(at, 4);
    const std::uint32_t length = little_endian(head, at + 4, 4);
    at += 8;
    if (id == "data") {
      header.data_offset = at;
      header.data_bytes = length;
      if (header.bytes_per_second == 0) return {};
      return header;
    }
    if (id == "fmt " && at + 16 <= head.size()) {
      header.bytes_per_second = little_endian(head, at + 8, 4);
    }
    at += length + (length & 1U);  // chunks are padded to even lengths
  }
  return {};
}

// The first words of a body that should have been audio, safe to print.
std::string excerpt(std::string_view head) {
  std::string text(head.substr(0, 120));
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7E) c = '.';
  }
  return text;
}

// JSON, HTML, a traceback or a plain sentence where samples should be. Real samples hold bytes
// outside printable ASCII within the first few hundred.
bool looks_like_text(std::string_view head) {
  const std::string_view start = head.substr(0, 256);
  return !start.empty() && std::all_of(start.begin(), start.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0x20 && byte <= 0x7E) || byte == '\n' || byte == '\r' || byte == '\t';
  });
}

AudioFinding judge_duration(double seconds, std::int64_t characters) {
  AudioFinding finding;
  finding.audio_us = static_cast<std::int64_t>(seconds * 1e6);
  const double floor = kMinSecondsPerCharacter * static_cast<double>(characters);
  if (seconds <= 0 || seconds < floor) {
    finding.error = RequestError::short_audio;
    finding.detail = std::to_string(seconds) + " s of audio for " + std::to_string(characters) +
                     " characters, expected at least " + std::to_string(floor) + " s";
  }
  return finding;
}

}  // namespace

std::int64_t count_characters(std::string_view utf8) {
  return std::count_if(utf8.begin(), utf8.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
}

void AudioCheck::feed(std::string_view bytes) {
  body_bytes_ += static_cast<std::int64_t>(bytes.size());
  if (head_.size() < kHeadBytes) head_.append(bytes.substr(0, kHeadBytes - head_.size()));
}

AudioFinding AudioCheck::finish() const {
  if (body_bytes_ == 0) return {RequestError::bad_audio, "the body is empty", 0};
  if (looks_like_text(head_)) {
    return {RequestError::error_in_body, "text instead of audio: " + excerpt(head_), 0};
  }
  if (expectation_.wav) return finish_wav();
  return judge_duration(static_cast<double>(body_bytes_) / (2.0 * expectation_.pcm_rate),
                        expectation_.characters);
}

AudioFinding AudioCheck::finish_wav() const {
  const std::optional<WavHeader> header = parse_wav_header(head_);
  if (!header) {
    return {RequestError::bad_audio, "no WAV header: " + excerpt(head_.substr(0, 16)), 0};
  }
  const std::int64_t received = body_bytes_ - static_cast<std::int64_t>(header->data_offset);
  const bool promised = header->data_bytes != 0 && header->data_bytes < kUnknownLength;
  if (promised && received < static_cast<std::int64_t>(header->data_bytes)) {
    return {RequestError::bad_audio,
            "the WAV header promises " + std::to_string(header->data_bytes) +
                " bytes of samples, " + std::to_string(received) + " came",
            0};
  }
  const double samples = promised ? header->data_bytes : static_cast<double>(received);
  return judge_duration(samples / header->bytes_per_second, expectation_.characters);
}

}  // namespace ttsoak
