#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace ttsoak {

inline constexpr std::size_t kWavHeaderBytes = 44;

// The RIFF/WAVE header of 16 bit mono PCM.
//
// Without `data_bytes` both sizes read 0xFFFFFFFF: what servers write that stream audio before
// they know its length, and what players take for "until the stream ends".
// Source: Multimedia Programming Interface and Data Specifications 1.0 (IBM and Microsoft, 1991).
std::array<std::uint8_t, kWavHeaderBytes> wav_header(int sample_rate,
                                                     std::optional<std::uint32_t> data_bytes);

}  // namespace ttsoak
