#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "harness/config/fields.h"
#include "harness/config/request_spec.h"

namespace ttsoak {

// The parts of the "request" section, and what they may hold.

inline constexpr std::array kStepKeys = {"method", "path",      "query", "headers", "body",
                                         "form",   "multipart", "event", "save"};

// Reads the keys of one step. The body that `step` brings goes where another kind of body or the
// method GET is named.
void read_step(Fields& fields, RequestStep& step);

// What holds across the fields of a step. `has_reply`: another step comes before it.
Status check_step(const RequestStep& step, const std::string& path, bool has_reply);

std::string_view name_of(AudioIn in);
std::optional<AudioIn> audio_in(std::string_view name);

bool is_one_line(const std::string& text);
bool is_path(const std::string& text);
bool is_json_pointer(const std::string& text);

// An object of JSON pointers (or "event") and strings.
inline constexpr const char* kConditions =
    "an object of JSON pointers (or \"event\") and the value there, \"*\" for any";
std::optional<StringMap> as_conditions(const nlohmann::json& field);

}  // namespace ttsoak
