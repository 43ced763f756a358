#include "harness/config/request_fields.h"

#include <algorithm>
#include <utility>

#include "harness/config/converters.h"
#include "harness/config/pattern.h"

namespace ttsoak {
namespace {

constexpr std::array<std::pair<std::string_view, AudioIn>, 6> kAudioIn = {
    {{"body", AudioIn::body},
     {"json", AudioIn::json},
     {"lines", AudioIn::lines},
     {"sse", AudioIn::sse},
     {"websocket", AudioIn::websocket},
     {"wyoming", AudioIn::wyoming}}};

bool is_method(const std::string& text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

// RFC 9110, section 5.6.2: what the name of a header may be made of.
bool is_header_name(const std::string& text) {
  constexpr std::string_view kTokenCharacters =
      "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return !text.empty() && text.find_first_not_of(kTokenCharacters) == std::string::npos;
}

// Names go between quotes in the head of a part.
bool is_part_name(const std::string& text) {
  return is_not_empty(text) && is_one_line(text) && text.find('"') == std::string::npos;
}

// An object of strings whose keys and values are of a kind.
template <typename Key, typename Value>
auto as_map(Key is_key, Value is_value) {
  return [is_key, is_value](const nlohmann::json& field) -> std::optional<StringMap> {
    if (!field.is_object()) return std::nullopt;
    StringMap map;
    for (const auto& [name, value] : field.items()) {
      if (!is_key(name) || !value.is_string()) return std::nullopt;
      if (!is_value(value.template get_ref<const std::string&>())) return std::nullopt;
      map[name] = value.template get<std::string>();
    }
    return map;
  };
}

bool is_any(const std::string&) { return true; }

std::optional<nlohmann::json> as_body(const nlohmann::json& field) {
  if (!field.is_object() && !field.is_array() && !field.is_string() && !field.is_null()) {
    return std::nullopt;
  }
  return field;
}

Status check_pattern(const std::string& pattern, const std::string& where, bool has_reply) {
  const auto pieces = parse_pattern(pattern);
  if (!pieces.ok()) return pieces.error().with_context(where);
  for (const PatternPiece& piece : pieces.value()) {
    const bool from_reply =
        piece.placeholder == Placeholder::reply || piece.placeholder == Placeholder::saved;
    if (from_reply && !has_reply) {
      return Error{where + ": ${reply} and ${saved.NAME} need a step before this one"};
    }
  }
  return std::nullopt;
}

Status check_patterns(const nlohmann::json& value, const std::string& where, bool has_reply) {
  if (value.is_string()) {
    return check_pattern(value.get_ref<const std::string&>(), where, has_reply);
  }
  if (!value.is_structured()) return std::nullopt;
  for (const auto& element : value) {
    if (Status error = check_patterns(element, where, has_reply)) return error;
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(AudioIn in) {
  for (const auto& [name, value] : kAudioIn) {
    if (value == in) return name;
  }
  abort_with("a way for audio to come that has no name");
}

std::optional<AudioIn> audio_in(std::string_view name) {
  for (const auto& [known, value] : kAudioIn) {
    if (known == name) return value;
  }
  return std::nullopt;
}

// A line break in a header would end it and start another one.
bool is_one_line(const std::string& text) {
  return text.find_first_of(std::string("\r\n\0", 3)) == std::string::npos;
}

bool is_path(const std::string& text) {
  return text.starts_with("/") && is_one_line(text) && text.find(' ') == std::string::npos;
}

bool is_json_pointer(const std::string& text) {
  try {
    (void)nlohmann::json::json_pointer(text);
    return true;
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

std::optional<StringMap> as_conditions(const nlohmann::json& field) {
  const auto is_key = [](const std::string& key) { return key == "event" || is_json_pointer(key); };
  return as_map(is_key, is_any)(field);
}

void read_step(Fields& fields, RequestStep& step) {
  const auto strings = "an object of names and strings";
  fields.optional("method", step.method, "a method in capitals, e.g. \"POST\"", as_text(is_method));
  fields.optional("path", step.path, "a path that starts with / and has no spaces",
                  as_text(is_path));
  fields.optional("query", step.query, strings, as_map(is_not_empty, is_any));
  fields.optional("headers", step.headers, "an object of header names and one-line strings",
                  as_map(is_header_name, is_one_line));
  if (step.method == "GET" || fields.has("form") || fields.has("multipart")) step.body = nullptr;
  fields.optional("body", step.body, "JSON to send, a string to send as it is, or null", as_body);
  fields.optional("form", step.form, strings, as_map(is_not_empty, is_any));
  fields.optional("multipart", step.multipart, strings, as_map(is_part_name, is_any));
  fields.optional("event", step.event, "the name of an event", as_text(is_one_line));
  fields.optional("save", step.save, "an object of names and JSON pointers",
                  as_map(is_not_empty, is_json_pointer));
  const int bodies = (step.body.is_null() ? 0 : 1) + (step.form.empty() ? 0 : 1) +
                     (step.multipart.empty() ? 0 : 1);
  fields.require(bodies <= 1, "body", "body, form and multipart are three ways; choose one");
}

Status check_step(const RequestStep& step, const std::string& path, bool has_reply) {
  if (Status error = check_pattern(step.path, path + ".path", has_reply)) return error;
  if (Status error = check_patterns(step.body, path + ".body", has_reply)) return error;
  const std::pair<const char*, const StringMap*> maps[] = {{".query", &step.query},
                                                           {".headers", &step.headers},
                                                           {".form", &step.form},
                                                           {".multipart", &step.multipart}};
  for (const auto& [name, map] : maps) {
    for (const auto& [key, value] : *map) {
      std::string where = path + name;
      where.append(".").append(key);
      if (Status error = check_pattern(value, where, has_reply)) return error;
    }
  }
  return std::nullopt;
}

}  // namespace ttsoak
