#include "harness/drive/audio/audio_format.h"

#include <utility>

namespace ttsoak {
namespace {

constexpr std::pair<std::string_view, AudioFormat> kNames[] = {
    {"wav", AudioFormat::wav},    {"pcm", AudioFormat::pcm},   {"raw", AudioFormat::pcm},
    {"mp3", AudioFormat::mp3},    {"opus", AudioFormat::ogg},  {"ogg", AudioFormat::ogg},
    {"vorbis", AudioFormat::ogg}, {"flac", AudioFormat::flac}, {"aac", AudioFormat::aac},
};

}  // namespace

std::optional<AudioFormat> format_named(std::string_view name) {
  for (const auto& [known, format] : kNames) {
    if (known == name) return format;
  }
  return std::nullopt;
}

std::optional<AudioFormat> recognise_format(std::string_view head) {
  if (head.starts_with("RIFF") && head.substr(0, 12).ends_with("WAVE")) return AudioFormat::wav;
  if (head.starts_with("OggS")) return AudioFormat::ogg;
  if (head.starts_with("fLaC")) return AudioFormat::flac;
  if (head.starts_with("ID3")) return AudioFormat::mp3;
  if (head.size() < 2 || static_cast<unsigned char>(head[0]) != 0xFF) return std::nullopt;
  const auto second = static_cast<unsigned char>(head[1]);
  // Eleven bits of sync, then version and layer: layer 0 is none of MPEG audio's, but ADTS's.
  if ((second & 0xF6U) == 0xF0U) return AudioFormat::aac;
  if ((second & 0xE0U) == 0xE0U && (second & 0x06U) == 0x02U) return AudioFormat::mp3;
  return std::nullopt;
}

std::string_view name_of(AudioFormat format) {
  constexpr std::string_view kShown[] = {"WAV", "PCM", "MP3", "Ogg", "FLAC", "AAC"};
  return kShown[static_cast<std::size_t>(format)];
}

}  // namespace ttsoak
