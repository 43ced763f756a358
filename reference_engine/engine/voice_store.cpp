#include "reference_engine/engine/voice_store.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace ttsoak {

std::filesystem::path VoiceStore::default_directory() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  return program.parent_path().parent_path() / "share" / "ttsoak" / "voices";
}

Result<VoiceStore> VoiceStore::load(const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::directory_iterator entries(directory, error);
  if (error) {
    return Error{directory.string() + ": " + error.message() +
                 "; build the target ttsoak_voices or name a directory of .flitevox files"};
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : entries) {
    if (entry.path().extension() == ".flitevox") files.push_back(entry.path());
  }
  if (files.empty()) return Error{directory.string() + ": holds no .flitevox file"};
  std::sort(files.begin(), files.end());

  VoiceStore store;
  for (const auto& file : files) {
    auto voice = Voice::load(file);
    if (!voice.ok()) return voice.error();
    store.names_.push_back(voice.value().name());
    store.voices_.push_back(std::move(voice).value());
  }
  return store;
}

const Voice* VoiceStore::find(std::string_view name) const {
  const auto found = std::find_if(voices_.begin(), voices_.end(),
                                  [&](const Voice& voice) { return voice.name() == name; });
  return found == voices_.end() ? nullptr : &*found;
}

}  // namespace ttsoak
