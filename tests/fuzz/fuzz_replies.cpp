// Throws damaged replies and /proc texts at the parsers that read what others wrote: AudioCheck,
// the WAV header in it, endpoints, and the /proc parsers. None may crash, and a body that is called
// audio must have a length where its format tells. Crashes are for the sanitizers to see.
//
//   fuzz_replies ITERATIONS SEED

#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "harness/drive/audio_check.h"
#include "harness/drive/endpoint.h"
#include "probes/process/proc_net_tcp.h"
#include "probes/process/proc_stat.h"
#include "probes/process/proc_statm.h"
#include "probes/process/proc_status.h"
#include "probes/process/smaps_rollup.h"
#include "reference_engine/engine/wav_header.h"
#include "tests/unit/harness/drive/audio_bodies.h"

namespace {

using Random = std::mt19937_64;

std::vector<std::string> seeds() {
  const auto header = ttsoak::wav_header(16000, 3200);
  std::string wav(header.begin(), header.end());
  wav.append(3200, '\x90');
  return {wav,
          ttsoak::mp3_body(9),
          ttsoak::adts_body(9),
          ttsoak::opus_body(1.5, 3),
          ttsoak::flac_body(24000, 48000),
          "RIFF\xff\xff\xff\xffWAVELIST\xff\xff\xff\x7f",
          R"({"error": {"message": "out of memory"}})",
          "http://[::1]:8880/base?x=1",
          "12 (a) b) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23",
          "1000 200 30 4 0 50 0\n",
          "Name:\tx\nVmRSS:\t 10 kB\nRssAnon:\t 5 kB\nThreads:\t1\n",
          "Rss: 10 kB\nPss: 9 kB\nPrivate_Dirty: 1 kB\nAnonymous: 1 kB\nAnonHugePages: 0 kB\n",
          "  sl  local_address rem_address\n 0: 0100007F:22B0 00000000:0000 0A 0 0 0 0 0 123\n"};
}

void edit(std::string& text, Random& random) {
  const std::size_t at = text.empty() ? 0 : random() % text.size();
  switch (random() % 4) {
    case 0:
      text.resize(at);
      break;
    case 1:
      text.insert(at, 1 + random() % 4, static_cast<char>(random()));
      break;
    case 2:
      text.erase(at, 1 + random() % 9);
      break;
    default:
      if (!text.empty()) text[at] = static_cast<char>(random());
  }
}

// Whether everything that reads foreign text survived `text` with a sensible answer.
bool survives(const std::string& text, Random& random) {
  using ttsoak::AudioFormat;
  for (const AudioFormat format : {AudioFormat::wav, AudioFormat::pcm, AudioFormat::mp3,
                                   AudioFormat::ogg, AudioFormat::flac, AudioFormat::aac}) {
    ttsoak::AudioCheck check({format, 24000, 20});
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t piece = 1 + random() % 700;
      check.feed(std::string_view(text).substr(at, piece));
      at += piece;
    }
    const ttsoak::AudioFinding finding = check.finish();
    const bool good = finding.error == ttsoak::RequestError::none;
    if (good != finding.detail.empty() || finding.audio_us < 0) return false;
    // These two need not say how long they are.
    const bool may_be_silent_on_it = format == AudioFormat::ogg || format == AudioFormat::flac;
    if (good && finding.audio_us == 0 && !may_be_silent_on_it) return false;
    for (const auto& share : {finding.silent_share, finding.clipped_share}) {
      if (share && !(*share >= 0 && *share <= 1)) return false;
    }
  }
  (void)ttsoak::parse_endpoint(text);
  (void)ttsoak::parse_proc_stat(text);
  (void)ttsoak::parse_proc_statm(text, 4096);
  (void)ttsoak::parse_proc_status(text);
  (void)ttsoak::parse_smaps_rollup(text);
  (void)ttsoak::parse_proc_net_tcp(text);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: fuzz_replies ITERATIONS SEED\n";
    return 2;
  }
  Random random(std::strtoull(argv[2], nullptr, 10));
  const std::vector<std::string> originals = seeds();
  for (long i = std::strtol(argv[1], nullptr, 10); i > 0; --i) {
    std::string text = originals[random() % originals.size()];
    for (std::size_t edits = random() % 5; edits > 0; --edits) edit(text, random);
    if (!survives(text, random)) {
      std::cerr << "a wrong answer to: " << text << '\n';
      return 1;
    }
  }
  return 0;
}
