#include <algorithm>

#include "harness/config/converters.h"
#include "harness/config/fields.h"
#include "harness/config/sections.h"

namespace ttsoak {
namespace {

// A line break in a header would end it and start another one.
bool is_one_line(const std::string& text) {
  return text.find_first_of(std::string("\r\n\0", 3)) == std::string::npos;
}

bool is_method(const std::string& text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

bool is_path(const std::string& text) {
  return text.starts_with("/") && is_one_line(text) && text.find(' ') == std::string::npos;
}

// RFC 9110, section 5.6.2: what the name of a header may be made of.
bool is_header_name(const std::string& text) {
  constexpr std::string_view kTokenCharacters =
      "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return !text.empty() && text.find_first_not_of(kTokenCharacters) == std::string::npos;
}

std::optional<std::map<std::string, std::string>> as_headers(const nlohmann::json& field) {
  if (!field.is_object()) return std::nullopt;
  std::map<std::string, std::string> headers;
  for (const auto& [name, value] : field.items()) {
    if (!is_header_name(name) || !value.is_string()) return std::nullopt;
    if (!is_one_line(value.get_ref<const std::string&>())) return std::nullopt;
    headers[name] = value.get<std::string>();
  }
  return headers;
}

std::optional<nlohmann::json> as_body(const nlohmann::json& field) {
  if (!field.is_object() && !field.is_array() && !field.is_string() && !field.is_null()) {
    return std::nullopt;
  }
  return field;
}

}  // namespace

Status parse_request(const nlohmann::json& json, const std::string& path, RequestSpec& request) {
  Fields fields(json, path);
  fields.optional("method", request.method, "a method in capitals, e.g. \"POST\"",
                  as_text(is_method));
  fields.optional("path", request.path, "a path that starts with / and has no spaces",
                  as_text(is_path));
  fields.optional("headers", request.headers, "an object of header names and one-line strings",
                  as_headers);
  fields.optional("body", request.body, "JSON to send, a string to send as it is, or null",
                  as_body);
  fields.optional("expect", request.expect, "\"wav\" or \"pcm\"",
                  as_text([](const std::string& text) { return text == "wav" || text == "pcm"; }));
  fields.optional("content_type", request.content_type,
                  "the start of a media type, e.g. \"audio/\", or \"\" for any",
                  as_text(is_one_line));
  fields.optional("pcm_rate", request.pcm_rate, "an integer from 1000 to 384000",
                  as_integer(1000, 384000));
  return fields.finish();
}

}  // namespace ttsoak
