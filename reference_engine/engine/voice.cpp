#include "reference_engine/engine/voice.h"

#include <flite/flite.h>

#include <cctype>
#include <cstddef>
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

// flite 2.2 overruns a buffer, and with it the heap, at a word that ends in more than 306 bytes of
// punctuation: ts_get() lets the buffer for it grow once, by a fifth of 256. So words that long get
// a space.
constexpr std::size_t kMaxWordBytes = 200;

std::string with_short_words(std::string text) {
  std::size_t word = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    word = std::isspace(static_cast<unsigned char>(text[at])) != 0 ? 0 : word + 1;
    if (word <= kMaxWordBytes) continue;
    text.insert(at, 1, ' ');
    word = 0;
  }
  return text;
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
  utt_set_input_text(utterance, with_short_words(text).c_str());  // which flite copies
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
