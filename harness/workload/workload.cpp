#include "harness/workload/workload.h"

#include <utility>

#include "harness/config/even_layout.h"
#include "harness/workload/arrivals.h"
#include "harness/workload/fresh_text.h"
#include "harness/workload/log_normal.h"
#include "harness/workload/long_text.h"
#include "harness/workload/shuffle.h"

namespace ttsoak {
namespace {

// FNV-1a, 64 bits, of a string and its end.
std::uint64_t hash(const std::string& text, std::uint64_t hash) {
  constexpr std::uint64_t kPrime = 0x100000001b3U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return (hash ^ 0x100U) * kPrime;  // no byte has this value: "a","bc" is not "ab","c"
}

template <typename Item>
const Item& nth(const std::vector<Item>& list, std::size_t index) {
  return list[index % list.size()];
}

// Characters. Long ones have between this and twice as many.
constexpr std::size_t kLong = 2000;
constexpr std::size_t kTooLong = 10000;
const std::string kNobody = "ttsoak-no-such-voice";

std::vector<RequestKind> lay_out(const std::map<RequestKind, double>& mix, int requests) {
  std::vector<double> weights(kRequestKinds);
  for (const auto& [kind, weight] : mix) weights[static_cast<std::size_t>(kind)] = weight;
  std::vector<RequestKind> kinds;
  for (const std::size_t kind : lay_out_evenly(weights, static_cast<std::size_t>(requests))) {
    kinds.push_back(static_cast<RequestKind>(kind));
  }
  return kinds;
}

}  // namespace

Workload::Workload(WorkloadSpec spec)
    : spec_(std::move(spec)),
      kinds_(lay_out(spec_.mix, spec_.requests_per_cycle)),
      offsets_(arrival_offsets(spec_.arrival, spec_.requests_per_cycle, spec_.seed)) {
  if (spec_.texts.empty() || spec_.voices.empty() || spec_.formats.empty()) {
    abort_with("a workload without texts, voices or formats");
  }
  if (spec_.lengths) {
    for (const std::size_t length : log_normal_lengths(*spec_.lengths, kinds_.size())) {
      shaped_.push_back(text_of_length(spec_.texts, shaped_.size(), length));
    }
  }
  if (!spec_.rows.empty() && spec_.rows.size() != spec_.texts.size()) {
    abort_with("a workload whose texts and rows differ in number");
  }
}

// What is spoken by request number `index`, before its kind and a serial number change it.
const std::string& Workload::text(std::size_t index) const {
  const std::vector<ReplayEntry>& replay = spec_.arrival.replay;
  const bool recorded = !replay.empty() && !nth(replay, index).text.empty();
  if (recorded) return nth(replay, index).text;
  return shaped_.empty() ? nth(spec_.texts, index) : nth(shaped_, index);
}

PlannedRequest Workload::plan(std::size_t index, std::uint64_t serial) const {
  PlannedRequest request{static_cast<int>(index), text(index), &nth(spec_.voices, index),
                         &nth(spec_.formats, index), kinds_[index]};
  if (!spec_.rows.empty()) request.row = &nth(spec_.rows, index);
  if (!spec_.arrival.replay.empty()) {
    const ReplayEntry& entry = nth(spec_.arrival.replay, index);
    if (!entry.voice.empty()) request.voice = &entry.voice;
    if (!entry.format.empty()) request.format = &entry.format;
    if (!entry.row.empty()) request.row = &entry.row;
  }
  if (request.kind == RequestKind::long_text) {
    request.text = text_of_length(spec_.texts, index, kLong + spread(index) % kLong);
  } else if (request.kind == RequestKind::too_long) {
    request.text = text_of_length(spec_.texts, index, kTooLong);
  }
  if (spec_.fresh) request.text = fresh_text(request.text, serial);
  if (request.kind == RequestKind::empty) request.text.clear();
  if (request.kind == RequestKind::unknown_voice) request.voice = &kNobody;
  return request;
}

std::vector<PlannedRequest> Workload::cycle(int cycle) const {
  const auto count = static_cast<std::size_t>(spec_.requests_per_cycle);
  const std::uint64_t first = static_cast<std::uint64_t>(cycle) * count;
  std::vector<PlannedRequest> requests;
  requests.reserve(count);
  for (std::size_t i = 0; i < count; ++i) requests.push_back(plan(i, first + i));
  if (spec_.arrival.process != Arrival::Process::replay) {
    std::mt19937_64 random(spread(spec_.seed) ^ spread(~static_cast<std::uint64_t>(cycle)));
    shuffle(requests, random);
  }
  for (std::size_t i = 0; i < count; ++i) requests[i].at = offsets_[i];
  return requests;
}

std::uint64_t Workload::digest(const std::vector<PlannedRequest>& requests) const {
  constexpr std::uint64_t kBasis = 0xcbf29ce484222325U;
  std::uint64_t sum = requests.size();
  for (const PlannedRequest& request : requests) {
    // Of the text that a fresh one was made from: that is what repeats.
    const std::string& said = text(static_cast<std::size_t>(request.request_class));
    // A sum does not depend on the order, and two equal requests do not cancel as with xor.
    const std::uint64_t one = hash(*request.format, hash(*request.voice, hash(said, kBasis)));
    sum += spread(one + static_cast<std::uint64_t>(request.kind));
  }
  return sum;
}

}  // namespace ttsoak
