#include "reports/cause/live_subject.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "reports/cause/holder_match.h"
#include "reports/cause/live_cause.h"
#include "reports/render/frame_role.h"
#include "reports/render/frame_text.h"
#include "reports/render/stack_text.h"

namespace ttsoak {
namespace {

// The first trough after a cycle, in the stack's own count.
std::size_t first_cycle_at(const HeapRecord& heap, const StackSeries& stack) {
  std::size_t at = 0;
  while (stack.first + at < heap.cycles.size() && heap.cycles[stack.first + at] < 1) ++at;
  return std::min(at, stack.live_bytes.size() - 1);
}

double requests_until(const RunRecord& record, int cycle) {
  double requests = 0;
  for (const CycleMark& mark : record.cycles) {
    if (mark.cycle <= cycle) requests += static_cast<double>(mark.requests);
  }
  return requests;
}

double requests_since(const RunRecord& record, int cycle) {
  double requests = 0;
  for (const CycleMark& mark : record.cycles) {
    if (mark.cycle > cycle) requests += static_cast<double>(mark.requests);
  }
  return requests;
}

void add_stack(LiveSubject& subject, const RunRecord& record, const GrowingStack& growing) {
  const HeapRecord& heap = record.heap;
  const StackSeries& stack = heap.stacks.at(growing.series);
  if (stack.live_bytes.empty()) return;
  const double half_width = std::hypot(subject.rate.half_width(), growing.rate.half_width());
  const double mean = subject.rate.mean + growing.rate.mean;
  if (subject.stacks.empty() || stack.live_bytes.back() > subject.change_bytes) {
    subject.shape = growing.shape;  // of the largest
  }
  subject.rate = {mean, mean - half_width, mean + half_width};
  subject.stacks.push_back(growing.series);
  const std::size_t at = first_cycle_at(heap, stack);
  const double mapped = stack.mapped_bytes.back() - stack.mapped_bytes[at];
  const double change = stack.live_bytes.back() - stack.live_bytes[at] + mapped;
  const double mapped_before = subject.mapped_share * subject.change_bytes;
  subject.change_bytes += change;
  if (subject.change_bytes > 0) {
    subject.mapped_share = (mapped_before + mapped) / subject.change_bytes;
  }
  const double blocks = stack.live_blocks.back() - stack.live_blocks[at];
  const double requests = requests_since(record, heap.cycles.at(stack.first + at));
  if (requests > 0) subject.blocks_per_request += blocks / requests;
  if (blocks > 0) subject.block_bytes = (change - mapped) / blocks;
}

void count_births(LiveSubject& subject, const HeapRecord& heap) {
  std::set<int> births;
  for (const std::size_t stack : subject.stacks) {
    for (const Survivors& s : heap.stacks.at(stack).survivors) {
      if (s.born_cycle > 0 && s.bytes > 0) births.insert(s.born_cycle);
    }
  }
  if (births.empty()) return;
  subject.born_cycles = births.size();
  const int newest = heap.troughs.empty() ? 0 : heap.troughs.back().cycle;
  subject.possible_cycles = static_cast<std::size_t>(std::max(newest, *births.rbegin()));
}

// What its stacks hold at each trough, and how uncertain that is.
struct Course {
  std::vector<double> bytes, variance;  // by index into HeapRecord::cycles
};

Course course_of(const LiveSubject& subject, const HeapRecord& heap) {
  Course course{std::vector<double>(heap.cycles.size()), std::vector<double>(heap.cycles.size())};
  for (const std::size_t index : subject.stacks) {
    const StackSeries& stack = heap.stacks.at(index);
    for (std::size_t i = 0; i < stack.live_bytes.size(); ++i) {
      course.bytes[stack.first + i] += stack.live_bytes[i] + stack.mapped_bytes[i];
      course.variance[stack.first + i] += stack.live_variance[i];
    }
  }
  return course;
}

// judge_growth() looks for late onsets only where a run is within budget, and no growth is here: so
// by the course itself. In the first half came less than a tenth of it.
bool set_in_late(const Course& course) {
  constexpr double kLittle = 0.1;
  const std::vector<double>& held = course.bytes;
  const double by_half = held[held.size() / 2] - held.front();
  return by_half < kLittle * (held.back() - held.front());
}

// Likewise of what filled in the first half and has hardly grown since, which a line through the
// whole of it takes for growth: in the second half came less than a tenth.
bool has_stopped(const Course& course) {
  constexpr double kLittle = 0.1;
  const std::vector<double>& held = course.bytes;
  return held.back() - held[held.size() / 2] < kLittle * (held.back() - held.front());
}

// Of what set in late, the rate since then: over the whole run it would be a mean of nothing and
// all. Absent where too few cycles are left for a line.
std::optional<Rate> rate_since_onset(const Course& course, const RunRecord& record) {
  constexpr double kBegun = 0.02;
  const std::vector<double>& held = course.bytes;
  const double begun = held.front() + kBegun * (held.back() - held.front());
  std::size_t onset = held.size() - 1;
  while (onset > 0 && held[onset] > begun) --onset;
  TroughSeries series;
  std::vector<double> variance;
  for (std::size_t i = onset; i < held.size(); ++i) {
    series.requests.push_back(requests_until(record, record.heap.cycles[i]));
    series.bytes.push_back(held[i]);
    series.lifetime.push_back(0);
    variance.push_back(course.variance[i]);
  }
  const auto fit = fit_stack(series, variance);
  return fit ? std::optional(fit->rate) : std::nullopt;
}

// A sample of blocks as large as the distance of samples errs by tens of percent in their number.
// Where the whole is exact, it errs less: what the others do not explain, divided by the size of a
// block.
void count_by_whole(std::vector<LiveSubject>& subjects, const HeapLedger& ledger) {
  constexpr double kFar = 0.5;
  if (subjects.empty() || !ledger.whole || !ledger.whole_is_exact) return;
  LiveSubject& first = *std::max_element(
      subjects.begin(), subjects.end(),
      [](const LiveSubject& a, const LiveSubject& b) { return a.rate.mean < b.rate.mean; });
  const double rest = ledger.whole->mean - (ledger.explained.mean - first.rate.mean);
  const bool is_far = std::abs(rest - first.rate.mean) > kFar * first.rate.mean;
  if ((is_far && subjects.size() > 1) || rest <= 0 || first.block_bytes <= 0) return;
  first.blocks_per_request = (1 - first.mapped_share) * rest / first.block_bytes;
}

std::vector<LiveSubject> by_owner(const RunRecord& record, const HeapLedger& ledger) {
  std::vector<LiveSubject> subjects;
  if (!ledger.enough_cycles) return subjects;
  for (const GrowingStack& growing : ledger.growing) {
    const std::vector<Frame>& frames = record.heap.stacks.at(growing.series).stack.frames;
    const std::string owner = owner_in_words(frames);
    auto same = std::find_if(subjects.begin(), subjects.end(),
                             [&](const LiveSubject& s) { return s.owner == owner; });
    if (same == subjects.end()) {
      same = subjects.insert(subjects.end(), LiveSubject());
      same->owner = owner;
      same->function = native_function(frames);
      same->python_objects = stack_text(frames, StackDetail::folded).holder_module.empty();
    }
    add_stack(*same, record, growing);
  }
  for (LiveSubject& subject : subjects) {
    count_births(subject, record.heap);
    const Course course = course_of(subject, record.heap);
    if (has_stopped(course)) subject.shape = GrowthShape::saturating;
    if (set_in_late(course)) subject.shape = GrowthShape::late_onset;
  }
  count_by_whole(subjects, ledger);
  for (LiveSubject& subject : subjects) {
    if (subject.shape != GrowthShape::late_onset) continue;
    const auto rate = rate_since_onset(course_of(subject, record.heap), record);
    if (rate) subject.rate = *rate;
  }
  return subjects;
}

LiveSubject container_alone(const PythonHolder& holder, const Traffic& traffic) {
  LiveSubject subject;
  subject.holder = &holder;
  subject.python_objects = true;
  const double requests_per_cycle = traffic.requests_per_cycle();
  if (requests_per_cycle > 0) {
    subject.blocks_per_request = elements_per_cycle(holder) / requests_per_cycle;
    if (holder.bytes_per_cycle > 0) {
      const double rate = holder.bytes_per_cycle / requests_per_cycle;
      subject.rate = {rate, holder.bytes_are_bound ? 0 : rate, rate};
      subject.change_bytes = holder.bytes_per_cycle * (holder.last_cycle - holder.first_cycle);
    }
  }
  return subject;
}

}  // namespace

bool grew(const PythonHolder& holder) {
  constexpr double kMost = 0.6;
  return holder.looks >= 2 && holder.last_length > holder.first_length &&
         holder.grew >= kMost * (holder.looks - 1);
}

double elements_per_cycle(const PythonHolder& holder) {
  const int cycles = holder.last_cycle - holder.first_cycle;
  return cycles > 0 ? static_cast<double>(holder.last_length - holder.first_length) / cycles : 0;
}

std::string owner_in_words(const std::vector<Frame>& frames) {
  if (frames.empty()) return "a call stack that could not be taken";
  const StackText text = stack_text(frames, StackDetail::folded);
  std::string words = text.owner_line;
  if (!text.holder_module.empty() && text.owner.kind == FrameKind::python) {
    words += " in " + std::string(last_part(text.holder_module));
  }
  return words;
}

std::string native_function(const std::vector<Frame>& frames) {
  constexpr std::size_t kLongest = 60;
  for (const Frame& frame : frames) {
    if (frame.kind == FrameKind::python) break;
    const FrameRole role = role_of(frame);
    if (frame.function.empty() || (role != FrameRole::own && role != FrameRole::library)) continue;
    // Neither parameters nor what a template was made for: they differ from shape to shape.
    return frame.function.substr(0, std::min(frame.function.find_first_of("(<"), kLongest));
  }
  return "";
}

std::vector<LiveSubject> live_subjects(const RunRecord& record, const HeapLedger& ledger,
                                       const Traffic& traffic) {
  std::vector<LiveSubject> subjects = by_owner(record, ledger);
  const std::set<const PythonHolder*> used =
      match_holders(subjects, record, traffic.requests_per_cycle());
  for (const PythonHolder& holder : record.python.holders) {
    if (grew(holder) && !used.contains(&holder)) {
      subjects.push_back(container_alone(holder, traffic));
    }
  }
  for (LiveSubject& subject : subjects) subject.cause = live_cause(subject, record, traffic);
  std::stable_sort(
      subjects.begin(), subjects.end(),
      [](const LiveSubject& a, const LiveSubject& b) { return a.rate.mean > b.rate.mean; });
  return subjects;
}

}  // namespace ttsoak
