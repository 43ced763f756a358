#include "reports/cause/live_cause.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>
#include <string_view>

#include "reports/render/stack_text.h"

namespace ttsoak {
namespace {

// Things per request: those of the container are counted, blocks are estimates.
double things_per_request(const LiveSubject& subject, const Traffic& traffic) {
  if (subject.holder == nullptr) return subject.blocks_per_request;
  const double requests = traffic.requests_per_cycle();
  return requests > 0 ? elements_per_cycle(*subject.holder) / requests : 0;
}

// One thing, or two or three, for each event. Events that are nearly every request, or whose number
// is a whole part of theirs, cannot be told from requests.
bool comes_with(double things, double events, double tolerance) {
  constexpr double kNearlyAll = 0.9;
  if (things <= 0 || events <= 0) return false;
  for (const double times : {1.0, 2.0, 3.0}) {
    if (times * events > kNearlyAll) return false;
    if (std::abs(things / (times * events) - 1) < tolerance) return true;
  }
  return false;
}

// Where the number of failures differs from cycle to cycle, growth has to follow it.
bool follows(const LiveSubject& subject, const HeapRecord& heap,
             const std::map<int, double>& events) {
  constexpr double kCorrelated = 0.7;
  double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 1; i < heap.cycles.size(); ++i) {
    const auto event = events.find(heap.cycles[i]);
    if (event == events.end() || heap.cycles[i] != heap.cycles[i - 1] + 1) continue;
    double grown = 0;
    for (const std::size_t index : subject.stacks) {
      const StackSeries& stack = heap.stacks.at(index);
      if (stack.first >= i || i - stack.first >= stack.live_bytes.size()) continue;
      grown += stack.live_bytes[i - stack.first] - stack.live_bytes[i - stack.first - 1];
    }
    n += 1, x += event->second, y += grown;
    xx += event->second * event->second, yy += grown * grown, xy += event->second * grown;
  }
  const double spread = (n * xx - x * x) * (n * yy - y * y);
  return n >= 10 && spread > 0 && (n * xy - x * y) / std::sqrt(spread) > kCorrelated;
}

bool differ(const std::map<int, double>& events) {
  return std::any_of(events.begin(), events.end(),
                     [&](const auto& e) { return e.second != events.begin()->second; });
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

bool is_called_cache(std::string_view name) {
  return lower(name).find("cache") != std::string::npos;
}

// Of a function: its scope and name. What it takes, and what a template is made for, may well
// speak of an allocator.
std::string bare_name(const std::string& function) {
  return function.substr(0, function.find_first_of("(<"));
}

// From where the memory was asked for out to the owner; an allocator's cache of free blocks is
// none.
bool allocates_for_cache(const std::vector<Frame>& frames) {
  const Frame owner = stack_text(frames, StackDetail::folded).owner;
  for (const Frame& frame : frames) {
    const std::string name = bare_name(frame.function);
    if (is_called_cache(name) && lower(name).find("alloc") == std::string::npos) {
      return true;
    }
    if (frame == owner) return false;
  }
  return false;
}

bool is_cache(const LiveSubject& subject, const HeapRecord& heap) {
  if (subject.holder != nullptr &&
      (is_called_cache(subject.holder->type) || is_called_cache(subject.holder->path))) {
    return true;
  }
  return std::any_of(subject.stacks.begin(), subject.stacks.end(), [&](std::size_t index) {
    return allocates_for_cache(heap.stacks.at(index).stack.frames);
  });
}

// Where wrong requests are of several kinds, it may be one of them that leaks.
bool comes_with_refusals(double things, const Traffic& traffic, double tolerance) {
  return comes_with(things, traffic.error_share, tolerance) ||
         std::any_of(traffic.refused_shares.begin(), traffic.refused_shares.end(),
                     [&](double share) { return comes_with(things, share, tolerance); });
}

bool is_rare(const LiveSubject& subject) {
  constexpr double kFew = 0.3;
  return subject.born_cycles >= 2 && subject.possible_cycles >= 10 &&
         static_cast<double>(subject.born_cycles) <
             kFew * static_cast<double>(subject.possible_cycles);
}

}  // namespace

Cause live_cause(const LiveSubject& subject, const RunRecord& record, const Traffic& traffic) {
  const double things = things_per_request(subject, traffic);
  const double tolerance = subject.holder != nullptr ? 0.03 : 0.08;
  if (comes_with(things, traffic.aborted_share, tolerance)) return Cause::leak_on_abort;
  const bool with_errors = differ(traffic.errors_by_cycle)
                               ? follows(subject, record.heap, traffic.errors_by_cycle)
                               : comes_with_refusals(things, traffic, tolerance);
  if (with_errors) return Cause::leak_on_error;
  if (subject.holder != nullptr && subject.holder->bound >= 0) return Cause::filling_cache;
  if (is_cache(subject, record.heap)) return Cause::keyed_cache;
  if (subject.shape == GrowthShape::saturating) return Cause::filling_cache;
  if (is_rare(subject)) return Cause::rare_leak;
  if (subject.shape == GrowthShape::late_onset) return Cause::late_leak;
  return Cause::live_leak;
}

}  // namespace ttsoak
