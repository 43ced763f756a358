#include "harness/drive/audio_check.h"

#include <algorithm>

namespace ttsoak {
namespace {

// Room for a RIFF header with a few metadata chunks before "data".
constexpr std::size_t kHeadBytes = 4096;
constexpr double kMinSecondsPerCharacter = 0.01;

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

}  // namespace

std::int64_t count_characters(std::string_view utf8) {
  return std::count_if(utf8.begin(), utf8.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
}

AudioCheck::AudioCheck(const AudioExpectation& expectation) : expectation_(expectation) {
  if (expectation.format == AudioFormat::mp3) frames_.emplace<FrameWalker<Mp3Frames>>();
  if (expectation.format == AudioFormat::aac) frames_.emplace<FrameWalker<AdtsFrames>>();
  if (expectation.format == AudioFormat::ogg) frames_.emplace<FrameWalker<OggPages>>();
}

void AudioCheck::feed(std::string_view bytes) {
  body_bytes_ += static_cast<std::int64_t>(bytes.size());
  const bool head_grows = head_.size() < kHeadBytes;
  if (head_grows) head_.append(bytes.substr(0, kHeadBytes - head_.size()));
  if (expectation_.format == AudioFormat::pcm) levels_.feed(bytes);
  if (expectation_.format == AudioFormat::wav) feed_wav(bytes, head_grows);
  std::visit(
      [&](auto& frames) {
        if constexpr (!std::is_same_v<decltype(frames), std::monostate&>) frames.feed(bytes);
      },
      frames_);
}

void AudioCheck::feed_wav(std::string_view bytes, bool head_grows) {
  if (!wav_ && head_grows) {
    wav_ = read_wav_head(head_);
    if (!wav_) return;
    // What came before this piece was all header.
    const auto before = static_cast<std::size_t>(body_bytes_) - bytes.size();
    if (wav_->data_offset > before) bytes.remove_prefix(wav_->data_offset - before);
  }
  if (!wav_) return;
  if (!wav_->is_pcm16) return;
  if (wav_->promised_bytes) {  // other chunks may follow the samples
    const std::int64_t left = *wav_->promised_bytes - 2 * levels_.samples();
    bytes = bytes.substr(0, static_cast<std::size_t>(std::max<std::int64_t>(left, 0)));
  }
  levels_.feed(bytes);
}

std::optional<std::int64_t> AudioCheck::heard_us() const {
  if (expectation_.format == AudioFormat::pcm) {
    return body_bytes_ * 500000 / expectation_.pcm_rate;
  }
  if (wav_) {
    const std::int64_t bytes = body_bytes_ - static_cast<std::int64_t>(wav_->data_offset);
    return bytes * 1000000 / wav_->bytes_per_second;
  }
  return std::visit(
      [](const auto& frames) -> std::optional<std::int64_t> {
        if constexpr (std::is_same_v<decltype(frames), const std::monostate&>) {
          return std::nullopt;
        } else {
          if (frames.audio_us() == 0) return std::nullopt;
          return frames.audio_us();
        }
      },
      frames_);
}

AudioFinding AudioCheck::finish() const {
  if (body_bytes_ == 0) return {RequestError::bad_audio, "the body is empty", 0, {}, {}};
  if (looks_like_text(head_)) {
    return {RequestError::error_in_body, "text instead of audio: " + excerpt(head_), 0, {}, {}};
  }
  switch (expectation_.format) {
    case AudioFormat::wav:
      return finish_wav();
    case AudioFormat::pcm:
      return judge(static_cast<double>(body_bytes_) / (2.0 * expectation_.pcm_rate));
    default:
      return finish_frames();
  }
}

AudioFinding AudioCheck::finish_wav() const {
  if (!wav_) {
    return {RequestError::bad_audio, "no WAV header: " + excerpt(head_.substr(0, 16)), 0, {}, {}};
  }
  const std::int64_t received = body_bytes_ - static_cast<std::int64_t>(wav_->data_offset);
  if (wav_->promised_bytes && received < std::int64_t{*wav_->promised_bytes}) {
    return {RequestError::bad_audio,
            "the WAV header promises " + std::to_string(*wav_->promised_bytes) +
                " bytes of samples, " + std::to_string(received) + " came",
            0,
            {},
            {}};
  }
  const double samples =
      wav_->promised_bytes ? *wav_->promised_bytes : static_cast<double>(received);
  return judge(samples / wav_->bytes_per_second);
}

AudioFinding AudioCheck::finish_frames() const {
  const std::string name(name_of(expectation_.format));
  const auto recognised = recognise_format(head_);
  if (recognised != expectation_.format) {
    const std::string found =
        recognised ? std::string(name_of(*recognised)) : excerpt(head_.substr(0, 16));
    return {RequestError::bad_audio, name + " was asked for, this came: " + found, 0, {}, {}};
  }
  if (expectation_.format == AudioFormat::flac) {
    const auto length_us = flac_audio_us(head_);
    return length_us ? judge(static_cast<double>(*length_us) / 1e6) : AudioFinding{};
  }
  return std::visit(
      [&](const auto& frames) -> AudioFinding {
        if constexpr (std::is_same_v<decltype(frames), const std::monostate&>) {
          return {};
        } else {
          if (frames.is_cut()) {
            return {RequestError::bad_audio, name + " that breaks off within a frame", 0, {}, {}};
          }
          const bool unknown = expectation_.format == AudioFormat::ogg && frames.audio_us() == 0;
          return unknown ? AudioFinding{} : judge(static_cast<double>(frames.audio_us()) / 1e6);
        }
      },
      frames_);
}

AudioFinding AudioCheck::judge(double seconds) const {
  AudioFinding finding;
  finding.audio_us = static_cast<std::int64_t>(seconds * 1e6);
  finding.silent_share = levels_.silent_share();
  finding.clipped_share = levels_.clipped_share();
  const double floor = kMinSecondsPerCharacter * static_cast<double>(expectation_.characters);
  if (seconds <= 0 || seconds < floor) {
    finding.error = RequestError::short_audio;
    finding.detail = std::to_string(seconds) + " s of audio for " +
                     std::to_string(expectation_.characters) + " characters, expected at least " +
                     std::to_string(floor) + " s";
  } else if (finding.silent_share == 1.0) {
    finding.error = RequestError::bad_audio;
    finding.detail = "all of its " + std::to_string(levels_.samples()) + " samples are silent";
  }
  return finding;
}

}  // namespace ttsoak
