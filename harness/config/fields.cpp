#include "harness/config/fields.h"

#include <algorithm>
#include <utility>

namespace ttsoak {
namespace {

// What was found, short enough for a message.
std::string shown(const nlohmann::json& value) {
  constexpr std::size_t kLongest = 60;
  std::string text = value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
  return text;
}

}  // namespace

Fields::Fields(const nlohmann::json& object, std::string path)
    : object_(object), path_(std::move(path)) {
  if (!object_.is_object()) {
    const std::string what = path_.empty() ? "the config" : path_;
    error_ = Error{what + ": expected an object in {}, got " + shown(object_)};
  }
}

const nlohmann::json* Fields::find(const char* key) {
  known_.emplace_back(key);
  if (!object_.is_object()) return nullptr;
  const auto found = object_.find(key);
  return found == object_.end() ? nullptr : &*found;
}

std::string Fields::path_of(const std::string& key) const {
  return path_.empty() ? key : path_ + "." + key;
}

void Fields::reject(const char* key, const std::string& expected, const nlohmann::json& found) {
  if (!error_) error_ = Error{path_of(key) + ": expected " + expected + ", got " + shown(found)};
}

void Fields::require(bool holds, const char* key, const std::string& otherwise) {
  if (!holds && !error_) error_ = Error{path_of(key) + ": " + otherwise};
}

Status Fields::finish() {
  if (error_) return error_;
  std::sort(known_.begin(), known_.end());
  for (const auto& [key, value] : object_.items()) {
    if (std::binary_search(known_.begin(), known_.end(), key)) continue;
    std::string message = path_of(key) + ": unknown key; known are ";
    for (const std::string& known : known_) {
      message += (known == known_.front() ? "" : ", ") + known;
    }
    return Error{message};
  }
  return std::nullopt;
}

}  // namespace ttsoak
