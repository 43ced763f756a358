#include "harness/drive/wyoming_event.h"

#include <cstdint>

#include "harness/config/converters.h"
#include "harness/config/json_text.h"
#include "harness/drive/failure.h"

namespace ttsoak {
namespace {

void put(std::string& out, std::uint32_t value, int bytes) {
  for (int i = 0; i < bytes; ++i)
    out += static_cast<char>((value >> (8U * static_cast<unsigned>(i))) & 0xFFU);
}

// Null is how a length that is not there may be written. Nothing if it is no length, or above
// `most`.
std::optional<std::size_t> length_in(const nlohmann::json& header, const char* key,
                                     std::size_t most) {
  const auto field = header.find(key);
  if (field == header.end() || field->is_null()) return 0;
  return as_integer(std::size_t{0}, most)(*field);
}

}  // namespace

Result<WyomingHeader> parse_wyoming_header(std::string_view line) {
  const Result<nlohmann::json> json = parse_json_text(line);
  if (!json.ok() || !json.value().is_object()) return Error{"no event: " + excerpt(line)};
  WyomingHeader header;
  const auto type = json.value().find("type");
  if (type == json.value().end() || !type->is_string()) {
    return Error{"an event without a type: " + excerpt(line)};
  }
  header.type = type->get<std::string>();
  const auto data_bytes = length_in(json.value(), "data_length", WyomingHeader::kMostData);
  const auto payload_bytes = length_in(json.value(), "payload_length", WyomingHeader::kMostPayload);
  if (!data_bytes || !payload_bytes) {
    return Error{"an event with a length that is none or too large: " + excerpt(line)};
  }
  header.data_bytes = *data_bytes;
  header.payload_bytes = *payload_bytes;
  const auto data = json.value().find("data");
  if (data != json.value().end() && data->is_object()) header.data = *data;
  return header;
}

Result<WyomingFormat> parse_wyoming_format(const nlohmann::json& data) {
  WyomingFormat format;
  const auto read = [&data](const char* key, int low, int high, int& out) {
    const auto value = data.contains(key) ? as_integer(low, high)(data[key]) : std::nullopt;
    out = value.value_or(0);
    return value.has_value();
  };
  if (read("rate", 1000, 384000, format.rate) && read("width", 1, 4, format.width) &&
      read("channels", 1, 16, format.channels)) {
    return format;
  }
  return Error{"audio-start without a rate, width and channels that make sense"};
}

std::string wav_header_of(const WyomingFormat& format) {
  constexpr std::uint32_t kOpen = 0xFFFFFFFF;
  const auto rate = static_cast<std::uint32_t>(format.rate);
  const auto frame = static_cast<std::uint32_t>(format.width * format.channels);
  std::string header = "RIFF";
  put(header, kOpen, 4);
  header += "WAVEfmt ";
  put(header, 16, 4);
  put(header, 1, 2);  // PCM
  put(header, static_cast<std::uint32_t>(format.channels), 2);
  put(header, rate, 4);
  put(header, rate * frame, 4);
  put(header, frame, 2);
  put(header, static_cast<std::uint32_t>(format.width) * 8, 2);
  header += "data";
  put(header, kOpen, 4);
  return header;
}

}  // namespace ttsoak
