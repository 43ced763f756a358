#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "probes/base/result.h"
#include "reference_engine/engine/speech_request.h"

struct cst_voice_struct;  // of flite

namespace ttsoak {

// One voice in memory: about 4 MB, with American English text analysis and lexicon.
//
// Safe for concurrent callers without a lock: what a synthesis changes hangs on its own utterance,
// the voice is only read. Checked with valgrind's drd and helgrind on flite 2.2, which see into
// flite where a sanitizer cannot. Speed is set on the utterance, not on the voice, for that reason.
class Voice {
 public:
  // Loads a .flitevox file. The voice is named after the file ("slt.flitevox" is "slt").
  // Errors: the file is missing, or not a voice that flite can load.
  static Result<Voice> load(const std::filesystem::path& file);

  // Speaks one sentence. The length of the audio depends on the arguments alone; the samples do
  // not, as flite draws the noise of unvoiced sounds from rand(). Text that has no words in it,
  // or none that are English, gives a short silence. A NUL character ends the text.
  [[nodiscard]] Pcm synthesize(const std::string& text, double speed) const;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] int sample_rate() const { return sample_rate_; }  // Hz

 private:
  struct Unload {
    void operator()(cst_voice_struct* voice) const;
  };

  Voice(std::string name, cst_voice_struct* voice);

  std::string name_;
  std::unique_ptr<cst_voice_struct, Unload> voice_;
  int sample_rate_ = 0;
};

}  // namespace ttsoak
