#include "harness/workload/workload.h"

#include <cmath>
#include <utility>

#include "harness/workload/fresh_text.h"
#include "harness/workload/shuffle.h"

namespace ttsoak {
namespace {

// FNV-1a, 64 bits, of a string and its end.
std::uint64_t hash(const std::string& text, std::uint64_t hash) {
  constexpr std::uint64_t kPrime = 0x100000001b3U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return (hash ^ 0x100U) * kPrime;  // no byte has this value: "a","bc" is not "ab","c"
}

const std::string& nth(const std::vector<std::string>& list, std::size_t index) {
  return list[index % list.size()];
}

}  // namespace

Workload::Workload(WorkloadSpec spec) : spec_(std::move(spec)) {
  if (spec_.texts.empty() || spec_.voices.empty() || spec_.formats.empty()) {
    abort_with("a workload without texts, voices or formats");
  }
}

// Spread evenly: after any number of requests, their share of them is as close as can be.
bool Workload::is_aborted(int index) const {
  return std::floor((index + 1) * spec_.aborted_share) > std::floor(index * spec_.aborted_share);
}

std::vector<PlannedRequest> Workload::cycle(int cycle) const {
  std::vector<PlannedRequest> requests;
  requests.reserve(static_cast<std::size_t>(spec_.requests_per_cycle));
  for (int i = 0; i < spec_.requests_per_cycle; ++i) {
    const auto index = static_cast<std::size_t>(i);
    const std::string& text = nth(spec_.texts, index);
    const auto serial =
        static_cast<std::uint64_t>(cycle) * static_cast<std::uint64_t>(spec_.requests_per_cycle) +
        index;
    requests.push_back({i, spec_.fresh ? fresh_text(text, serial) : text, &nth(spec_.voices, index),
                        &nth(spec_.formats, index), is_aborted(i)});
  }
  std::mt19937_64 random(spread(spec_.seed) ^ spread(~static_cast<std::uint64_t>(cycle)));
  shuffle(requests, random);
  return requests;
}

std::uint64_t Workload::digest(const std::vector<PlannedRequest>& requests) const {
  constexpr std::uint64_t kBasis = 0xcbf29ce484222325U;
  std::uint64_t sum = requests.size();
  for (const PlannedRequest& request : requests) {
    // Of the text that a fresh one was made from: that is what repeats.
    const std::string& text = nth(spec_.texts, static_cast<std::size_t>(request.request_class));
    // A sum does not depend on the order, and two equal requests do not cancel as with xor.
    const std::uint64_t one = hash(*request.format, hash(*request.voice, hash(text, kBasis)));
    sum += spread(one + (request.aborted ? 1 : 0));
  }
  return sum;
}

}  // namespace ttsoak
