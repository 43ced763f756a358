// Throws damaged streams at the decoders that take audio out of what it comes wrapped in: events,
// lines, JSON, base64, and the headers of Wyoming's events. None may crash, hold more than it says
// it does, or hear more bytes than were sent; in whatever pieces a stream comes, it means the same.
//
//   fuzz_decoders ITERATIONS SEED

#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "harness/drive/audio_reply.h"
#include "harness/drive/base64.h"
#include "harness/drive/wyoming_event.h"

namespace {

using Random = std::mt19937_64;

const std::vector<std::string> kSeeds = {
    "event: a\r\ndata: {\"audio\":\"UklGRgAAAABXQVZF\"}\r\n\r\ndata: {\"type\":\"done\"}\n\n",
    "{\"audio\":\"UklGRgAAAABXQVZF\"}\n{\"audio\":\"TWE=\",\"x\":[1,2,{}]}\n",
    "data: {\"error\":{\"message\":\"no\"}}\n\ndata: [DONE]\n\n",
    "{\"audio\":\"UklGRgAAAABXQVZF\"}",
    "{\"type\":\"audio-chunk\",\"data_length\":12,\"payload_length\":2048,\"data\":{\"rate\":1}}"};

void edit(std::string& text, Random& random) {
  static const std::vector<std::string> pieces = {
      "\n\n",   "\r",    "data:",   "\"audio\":", "\xFF", "null",
      "[[[[[[", "1e999", "\\ud800", "event:",     "TWE=", "18446744073709551616"};
  const std::size_t at = text.empty() ? 0 : random() % text.size();
  switch (random() % 4) {
    case 0:
      text.resize(at);
      break;
    case 1:
      text.insert(at, pieces[random() % pieces.size()]);
      break;
    case 2:
      text.erase(at, 1 + random() % 9);
      break;
    default:
      if (!text.empty()) text[at] = static_cast<char>(random());
  }
}

struct Heard {
  std::int64_t bytes = 0;
  ttsoak::RequestError error = ttsoak::RequestError::none;
  bool operator==(const Heard&) const = default;
};

Heard hear(const std::string& text, ttsoak::AudioIn in, std::size_t piece) {
  ttsoak::RequestSpec spec;
  spec.audio = {in, "/audio", {{"/type", "done"}}, {{"/error", "*"}, {"event", "error"}}};
  spec.content_type = "";
  ttsoak::RequestOutcome outcome;
  ttsoak::Listener listener({}, outcome);
  ttsoak::AudioReply reply(spec, listener);
  auto failure = reply.begin("");
  for (std::size_t at = 0; at < text.size() && !failure; at += piece) {
    failure = reply.take(std::string_view(text).substr(at, piece), ttsoak::RunTime(1));
  }
  if (!failure) failure = reply.finish(ttsoak::RunTime(2));
  if (failure && failure->detail.empty()) std::abort();
  return {listener.heard_bytes(), failure ? failure->error : ttsoak::RequestError::none};
}

bool survives(const std::string& text, Random& random) {
  using ttsoak::AudioIn;
  for (const AudioIn in : {AudioIn::json, AudioIn::lines, AudioIn::sse}) {
    const Heard whole = hear(text, in, text.size() + 1);
    if (whole.bytes > static_cast<std::int64_t>(text.size())) return false;
    if (hear(text, in, 1 + random() % 7) != whole) return false;
  }
  const auto bytes = ttsoak::decode_base64(text);
  if (bytes && bytes->size() > text.size()) return false;
  const auto header = ttsoak::parse_wyoming_header(text);
  return !header.ok() || (header.value().data_bytes <= ttsoak::WyomingHeader::kMostData &&
                          header.value().payload_bytes <= ttsoak::WyomingHeader::kMostPayload &&
                          !header.value().type.empty());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: fuzz_decoders ITERATIONS SEED\n";
    return 2;
  }
  Random random(std::strtoull(argv[2], nullptr, 10));
  for (long i = std::strtol(argv[1], nullptr, 10); i > 0; --i) {
    std::string text = kSeeds[random() % kSeeds.size()];
    for (std::size_t edits = random() % 5; edits > 0; --edits) edit(text, random);
    if (!survives(text, random)) {
      std::cerr << "a wrong answer to: " << text << '\n';
      return 1;
    }
  }
  return 0;
}
