#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ttsoak {

// What the header of a WAV file says.
struct WavHead {
  std::uint32_t bytes_per_second = 0;
  bool is_pcm16 = false;        // plain samples of 16 bits
  std::size_t data_offset = 0;  // of the first sample in the file
  // Of samples. Nothing where the server did not know yet: streaming ones write 0, or near 2^32.
  std::optional<std::uint32_t> promised_bytes;
};

// Nothing where `head` is no beginning of a WAV file that reaches to its samples.
// Source: Multimedia Programming Interface and Data Specifications 1.0 (RIFF).
std::optional<WavHead> read_wav_head(std::string_view head);

}  // namespace ttsoak
