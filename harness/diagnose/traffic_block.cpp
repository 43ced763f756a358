#include "harness/diagnose/traffic_block.h"

#include <algorithm>
#include <set>

#include "harness/workload/long_text.h"
#include "reports/record/names.h"

namespace ttsoak {
namespace {

constexpr int kMostRequests = 100;
constexpr int kWarmUpCycles = 4;
constexpr int kPlainCycles = 4;  // what all others are compared with
constexpr std::size_t kMostValues = 4;
constexpr int kManyAtATime = 4;
constexpr std::size_t kShortest = 24;  // characters
// Texts that were never sent before, by Workload's serial number: far beyond those of the run.
constexpr int kFreshCycles = 1000000;
constexpr std::size_t kLengthCycles = 8;  // as many cycles have lengths of their own

const std::vector<RequestKind> kErroneous = {RequestKind::empty, RequestKind::too_long,
                                             RequestKind::unknown_voice, RequestKind::bad_json};

// Without what occurs more than once.
std::vector<std::string> different(const std::vector<std::string>& all) {
  std::vector<std::string> once;
  std::set<std::string> seen;
  for (const std::string& one : all) {
    if (seen.insert(one).second) once.push_back(one);
  }
  return once;
}

std::string median_length_text(std::vector<std::string> texts) {
  const auto middle = texts.begin() + static_cast<std::ptrdiff_t>(texts.size() / 2);
  std::nth_element(texts.begin(), middle, texts.end(),
                   [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return *middle;
}

WorkloadSpec plain_workload(const RunConfig& config) {
  WorkloadSpec plain = config.workload;
  plain.requests_per_cycle = std::min(plain.requests_per_cycle, kMostRequests);
  plain.concurrency = 1;
  plain.texts = {median_length_text(plain.texts)};
  plain.rows.clear();
  plain.voices.resize(1);
  plain.formats.resize(1);
  plain.fresh = false;
  plain.mix = {{RequestKind::normal, 1}};
  plain.arrival = {};
  return plain;
}

TrafficBlock block_of(Dimension dimension, const WorkloadSpec& workload) {
  TrafficBlock block;
  block.dimension = dimension;
  block.workload = workload;
  block.units = workload.requests_per_cycle;
  return block;
}

// Half of the requests are of `kinds`.
TrafficBlock block_with(Dimension dimension, WorkloadSpec workload,
                        const std::vector<RequestKind>& kinds) {
  workload.mix = {{RequestKind::normal, static_cast<double>(kinds.size())}};
  for (const RequestKind kind : kinds) workload.mix[kind] = 1;
  TrafficBlock block = block_of(dimension, workload);
  const std::vector<PlannedRequest> requests = Workload(workload).cycle(1);
  block.units =
      static_cast<double>(std::count_if(requests.begin(), requests.end(), [](const auto& request) {
        return request.kind != RequestKind::normal;
      }));
  return block;
}

// Exactly as long, in bytes: one that is a little shorter could have the length of another.
std::string text_of_exact_length(const std::vector<std::string>& texts, std::size_t length) {
  std::string text = text_of_length(texts, 0, length);
  while (text.size() < length) text += text.size() % 3 == 0 ? ' ' : "la"[text.size() % 2];
  text.resize(length);
  return text;
}

// The longest come in the first cycle, so that no later one needs more room than any before. Each
// cycle has short ones and long ones.
std::vector<std::string> texts_of_new_lengths(const WorkloadSpec& spec, std::size_t cycle) {
  std::vector<std::string> texts;
  const auto count = static_cast<std::size_t>(spec.requests_per_cycle);
  for (std::size_t i = 0; i < count; ++i) {
    texts.push_back(
        text_of_exact_length(spec.texts, kShortest + (count - i) * kLengthCycles - cycle));
  }
  return texts;
}

// As Kokoro takes them: "a(2)+b(1)".
std::vector<std::string> new_voice_mixes(const WorkloadSpec& spec, int serial) {
  std::vector<std::string> mixes;
  for (int i = 0; i < spec.requests_per_cycle; ++i) {
    const int weight = 1 + serial * spec.requests_per_cycle + i;
    mixes.push_back(spec.voices[0] + "(" + std::to_string(weight) + ")+" + spec.voices[1] + "(1)");
  }
  return mixes;
}

}  // namespace

std::vector<TrafficBlock> plan_blocks(const RunConfig& config) {
  const WorkloadSpec plain = plain_workload(config);
  const std::vector<std::string> voices = different(config.workload.voices);
  const std::vector<std::string> formats = different(config.workload.formats);
  std::vector<TrafficBlock> blocks;

  WorkloadSpec own = config.workload;
  own.requests_per_cycle = plain.requests_per_cycle;
  blocks.push_back(block_of(Dimension::as_configured, own));
  blocks.back().cycles = kWarmUpCycles;
  blocks.push_back(block_of(Dimension::plain, plain));
  blocks.back().cycles = kPlainCycles;
  blocks.push_back(block_with(Dimension::aborted, plain, {RequestKind::abort_first_audio}));
  blocks.push_back(block_with(Dimension::erroneous, plain, kErroneous));

  WorkloadSpec one = plain;
  one.texts = config.workload.texts;
  if (different(one.texts).size() > 1) blocks.push_back(block_of(Dimension::varied_texts, one));
  one = plain;
  one.fresh = true;
  blocks.push_back(block_of(Dimension::fresh_texts, one));
  blocks.push_back(block_of(Dimension::new_lengths, plain));
  if (voices.size() > 1) {
    one = plain;
    one.voices = voices;
    blocks.push_back(block_of(Dimension::voices, one));
    blocks.push_back(block_of(Dimension::new_voice_mixes, one));
  }
  if (formats.size() > 1) {
    one = plain;
    one.formats = formats;
    blocks.push_back(block_of(Dimension::formats, one));
  }
  RequestSpec request = config.request;
  if (!config.target.in_process && turn_streaming(request)) {
    blocks.push_back(block_of(Dimension::streaming, plain));
    blocks.back().turns_streaming = true;
  }
  one = plain;
  one.concurrency = std::max(kManyAtATime, config.workload.concurrency);
  blocks.push_back(block_of(Dimension::concurrent, one));
  blocks.push_back(block_of(Dimension::idle, plain));
  return blocks;
}

std::vector<TrafficBlock> blocks_that_tell_more(const RunConfig& config, Dimension dimension) {
  const WorkloadSpec plain = plain_workload(config);
  std::vector<TrafficBlock> blocks;
  const auto add = [&](TrafficBlock block, const std::string& value) {
    if (blocks.size() == kMostValues) return;
    block.value = value;
    blocks.push_back(std::move(block));
  };
  if (dimension == Dimension::erroneous) {
    for (const RequestKind kind : kErroneous) {
      add(block_with(dimension, plain, {kind}), to_string(kind));
    }
  } else if (dimension == Dimension::aborted) {
    for (const RequestKind kind : {RequestKind::abort_at_headers, RequestKind::abort_first_audio}) {
      add(block_with(dimension, plain, {kind}), to_string(kind));
    }
  } else if (dimension == Dimension::voices || dimension == Dimension::formats) {
    const bool is_voice = dimension == Dimension::voices;
    std::vector<std::string> values =
        different(is_voice ? config.workload.voices : config.workload.formats);
    values.erase(values.begin());  // the plain one
    for (const std::string& value : values) {
      WorkloadSpec one = plain;
      (is_voice ? one.voices : one.formats) = {value};
      add(block_of(dimension, one), value);
    }
  } else {
    for (const TrafficBlock& block : plan_blocks(config)) {
      if (block.dimension != dimension) continue;
      add(block, "");
      blocks.back().is_again = true;
    }
  }
  return blocks;
}

bool turn_streaming(RequestSpec& request) {
  bool turned = false;
  for (RequestStep& step : request.steps) {
    if (!step.body.is_object()) continue;
    const auto field = step.body.find("stream");
    if (field == step.body.end() || !field->is_boolean()) continue;
    *field = !field->get<bool>();
    turned = true;
  }
  return turned;
}

std::vector<PlannedRequest> BlockTraffic::cycle(int serial) {
  WorkloadSpec spec = block_.workload;
  const std::size_t before = block_.is_again ? kLengthCycles / 2 : 0;
  if (block_.dimension == Dimension::new_lengths) {
    spec.texts = texts_of_new_lengths(spec, before + static_cast<std::size_t>(cycles_++));
  }
  if (block_.dimension == Dimension::new_voice_mixes) spec.voices = new_voice_mixes(spec, serial);
  workload_.emplace(std::move(spec));
  return workload_->cycle(kFreshCycles + serial);
}

}  // namespace ttsoak
