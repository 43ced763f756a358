#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "probes/base/result.h"
#include "reference_engine/engine/voice.h"

namespace ttsoak {

// The voices of an engine, loaded once at start and never changed: concurrent readers are fine.
class VoiceStore {
 public:
  // Loads every *.flitevox file in `directory`.
  // Errors: the directory cannot be read, holds no voice, or holds one that cannot be loaded.
  static Result<VoiceStore> load(const std::filesystem::path& directory);

  // The directory the build puts voices into: share/ttsoak/voices beside the running program's
  // own folder (/usr/bin/ttsoak looks into /usr/share/ttsoak/voices).
  static std::filesystem::path default_directory();

  // Null if there is no such voice. Valid for the life of the store.
  [[nodiscard]] const Voice* find(std::string_view name) const;

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }  // sorted

 private:
  std::vector<Voice> voices_;
  std::vector<std::string> names_;
};

}  // namespace ttsoak
