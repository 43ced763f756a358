#pragma once

#include <optional>
#include <string_view>

namespace ttsoak {

enum class AudioFormat {
  wav,  // RIFF/WAVE
  pcm,  // 16 bit, mono, without a header
  mp3,  // MPEG 1, 2 or 2.5, layer III
  ogg,  // Opus or Vorbis in Ogg
  flac,
  aac,  // in ADTS
};

// What servers call it: "wav", "pcm", "mp3", "opus", "ogg", "vorbis", "flac", "aac"... Nothing for
// other names.
std::optional<AudioFormat> format_named(std::string_view name);

// By the magic numbers that a body begins with. Never pcm, which has none.
std::optional<AudioFormat> recognise_format(std::string_view head);

// "MP3", "Ogg"...
std::string_view name_of(AudioFormat format);

}  // namespace ttsoak
