#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "probes/base/result.h"

namespace ttsoak {

// Reads the fields of one JSON object, each by its key, and keeps the first error.
//
// Errors name the path, what was expected and what was found; a key that nobody asked for is one:
//   workload.cycles: expected an integer from 1 to 1000000, got "ten"
//   workload.cicles: unknown key; known are concurrency, cycles, ...
class Fields {
 public:
  // `path` of the object itself, empty at the top. Both must outlive *this.
  Fields(const nlohmann::json& object, std::string path);

  // Sets `value` to what `convert` (json -> std::optional) makes of the field, if there is one.
  template <typename Value, typename Convert>
  void optional(const char* key, Value& value, const std::string& expected, Convert convert) {
    const nlohmann::json* field = find(key);
    if (field == nullptr) return;
    if (auto converted = convert(*field)) {
      value = *std::move(converted);
    } else {
      reject(key, expected, *field);
    }
  }

  // Reads a nested object with `parse` (json, its path, out -> Status), if there is one.
  template <typename Value, typename Parse>
  void section(const char* key, Value& value, Parse parse) {
    const nlohmann::json* field = find(key);
    if (field == nullptr) return;
    if (Status error = parse(*field, path_of(key), value); error && !error_) error_ = error;
  }

  // A key that may be there and means nothing to us.
  void ignored(const char* key) { find(key); }

  // For checks across fields, after the fields.
  void require(bool holds, const char* key, const std::string& otherwise);

  [[nodiscard]] bool has(const char* key) const { return object_.contains(key); }

  // The first error, or the first unknown key.
  Status finish();

 private:
  const nlohmann::json* find(const char* key);
  void reject(const char* key, const std::string& expected, const nlohmann::json& found);
  [[nodiscard]] std::string path_of(const std::string& key) const;

  const nlohmann::json& object_;
  const std::string path_;
  std::vector<std::string> known_;
  Status error_;
};

}  // namespace ttsoak
