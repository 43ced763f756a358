#pragma once

#include <cstdint>
#include <string>

namespace ttsoak {

// Bodies of replies with true headers, and noise for the audio.

inline std::string noise(std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i) text += static_cast<char>(i * 37 + 129);
  return text;
}

inline std::string number(std::uint64_t value, int bytes, bool big_first) {
  std::string text;
  for (int i = 0; i < bytes; ++i) {
    const int shift = 8 * (big_first ? bytes - 1 - i : i);
    text += static_cast<char>((value >> shift) & 0xFFU);
  }
  return text;
}

// MPEG 2 layer III, 64 kbit/s, 24 kHz: 24 ms and 192 bytes a frame.
inline std::string mp3_body(int frames) {
  std::string body;
  for (int i = 0; i < frames; ++i) body += "\xFF\xF3\x84\xC4" + noise(188);
  return body;
}

// 24 kHz mono: 1,024 samples and 100 bytes a frame.
inline std::string adts_body(int frames) {
  std::string body;
  const std::uint64_t length = 100;
  for (int i = 0; i < frames; ++i) {
    body += "\xFF\xF1" + number(0x58, 1, true) +
            number((std::uint64_t{1} << 22U) | (length << 5U) | 0x1FU, 3, true) + "\xFC" +
            noise(93);
  }
  return body;
}

inline std::string ogg_page(int flags, std::int64_t granule, const std::string& body) {
  std::string page = "OggS" + number(0, 1, false) +
                     number(static_cast<std::uint64_t>(flags), 1, false) +
                     number(static_cast<std::uint64_t>(granule), 8, false) + number(1, 4, false) +
                     number(0, 4, false) + number(0, 4, false);
  std::string table;
  for (std::size_t left = body.size();; left -= 255) {
    table += static_cast<char>(left < 255 ? left : 255);
    if (left < 255) break;
  }
  return page + static_cast<char>(table.size()) + table + body;
}

// Opus in Ogg, in so many pages of audio.
inline std::string opus_body(double seconds, int pages) {
  const int skipped = 312;
  std::string body = ogg_page(2, 0,
                              "OpusHead\x01\x01" + number(skipped, 2, false) +
                                  number(24000, 4, false) + std::string(3, '\0'));
  body += ogg_page(0, 0, "OpusTags" + std::string(8, '\0'));
  for (int i = 1; i <= pages; ++i) {
    const double samples = seconds * 48000 * i / pages + skipped;
    body += ogg_page(i == pages ? 4 : 0, static_cast<std::int64_t>(samples), noise(700));
  }
  return body;
}

// The head of a FLAC file and some noise; `samples` 0 = it does not say.
inline std::string flac_body(std::uint64_t hertz, std::uint64_t samples) {
  return "fLaC" + number(0x80000022, 4, true) + std::string(10, '\x10') +
         number(hertz << 44U | std::uint64_t{15} << 36U | samples, 8, true) +
         std::string(16, '\x7') + noise(500);
}

}  // namespace ttsoak
