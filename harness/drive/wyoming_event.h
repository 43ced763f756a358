#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "probes/base/result.h"

namespace ttsoak {

// One event of the Wyoming protocol: a line of JSON, then `data_bytes` of further JSON, then
// `payload_bytes` of audio. Source: github.com/rhasspy/wyoming, README, "Format".
struct WyomingHeader {
  static constexpr std::size_t kLongestLine = std::size_t{64} << 10U;
  static constexpr std::size_t kMostData = std::size_t{1} << 20U;
  static constexpr std::size_t kMostPayload = std::size_t{16} << 20U;

  std::string type;
  nlohmann::json data = nlohmann::json::object();  // what of it stands in the line
  std::size_t data_bytes = 0;
  std::size_t payload_bytes = 0;
};

// Errors: not JSON, no type, a length that is none or beyond the limits above.
Result<WyomingHeader> parse_wyoming_header(std::string_view line);

// How the samples look that audio-start announces.
struct WyomingFormat {
  int rate = 0;   // Hz
  int width = 0;  // bytes per sample
  int channels = 0;
};

// Errors: a field is missing or out of all reason.
Result<WyomingFormat> parse_wyoming_format(const nlohmann::json& data);

// The header of a WAV file of such samples, its length left open.
std::string wav_header_of(const WyomingFormat& format);

}  // namespace ttsoak
