// Build step: writes the voices that come as libraries into files, as VoiceStore loads them.
//
// Usage: ttsoak_dump_voices DIRECTORY. Each file is written under another name and then renamed,
// so that a build that breaks off leaves no half voice behind.

#include <flite/flite.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>

extern "C" {
cst_voice* register_cmu_us_slt(const char* voxdir);
cst_voice* register_cmu_us_rms(const char* voxdir);
cst_voice* register_cmu_us_awb(const char* voxdir);
}

namespace {

struct LinkedVoice {
  const char* name;
  cst_voice* (*load)(const char* voxdir);
};

constexpr LinkedVoice kVoices[] = {
    {"slt", register_cmu_us_slt},
    {"rms", register_cmu_us_rms},
    {"awb", register_cmu_us_awb},
};

bool dump(const LinkedVoice& voice, const std::filesystem::path& directory) {
  const auto file = directory / (std::string(voice.name) + ".flitevox");
  const auto unfinished = directory / (std::string(voice.name) + ".unfinished");
  // 1 is success; anything else means that flite cannot write this kind of voice.
  if (flite_voice_dump(voice.load(nullptr), unfinished.c_str()) != 1) {
    std::fprintf(stderr, "ttsoak_dump_voices: flite cannot write voice %s to %s\n", voice.name,
                 unfinished.c_str());
    return false;
  }
  std::error_code error;
  std::filesystem::rename(unfinished, file, error);
  if (error) std::fprintf(stderr, "%s: %s\n", file.c_str(), error.message().c_str());
  return !error;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: ttsoak_dump_voices DIRECTORY\n", stderr);
    return 2;
  }
  flite_init();
  for (const LinkedVoice& voice : kVoices) {
    if (!dump(voice, argv[1])) return 1;
  }
  return 0;
}
