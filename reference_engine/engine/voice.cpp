#include "reference_engine/engine/voice.h"

#include <flite/flite.h>

#include <mutex>
#include <utility>

extern "C" {
void usenglish_init(cst_voice* voice);
cst_lexicon* cmulex_init(void);
}

namespace ttsoak {
namespace {

// flite keeps its languages in a global table that nothing guards.
void prepare_flite() {
  static std::once_flag once;
  std::call_once(once, [] {
    flite_init();
    // Voice files name their language in either way.
    flite_add_lang("eng", usenglish_init, cmulex_init);
    flite_add_lang("usenglish", usenglish_init, cmulex_init);
  });
}

}  // namespace

Result<Voice> Voice::load(const std::filesystem::path& file) {
  prepare_flite();
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) {
    return Error{file.string() + ": no such voice file"};
  }
  cst_voice* voice = flite_voice_load(file.c_str());
  if (voice == nullptr) return Error{file.string() + ": not a voice that flite can load"};
  return Voice(file.stem().string(), voice);
}

Voice::Voice(std::string name, cst_voice_struct* voice)
    : name_(std::move(name)),
      voice_(voice),
      sample_rate_(flite_get_param_int(voice->features, "sample_rate", 16000)) {}

void Voice::Unload::operator()(cst_voice_struct* voice) const { delete_voice(voice); }

Pcm Voice::synthesize(const std::string& text, double speed) const {
  cst_utterance* utterance = new_utterance();
  utt_set_input_text(utterance, text.c_str());
  // Features of the utterance hide those of the voice.
  flite_feat_set_float(utterance->features, "duration_stretch", static_cast<float>(1.0 / speed));
  // Null if a step fails; the utterance is deleted by then.
  utterance = flite_do_synth(utterance, voice_.get(), utt_synth);
  if (utterance == nullptr) return {};
  const cst_wave* wave = utt_wave(utterance);
  Pcm pcm(wave->samples, wave->samples + wave->num_samples);
  delete_utterance(utterance);
  return pcm;
}

}  // namespace ttsoak
