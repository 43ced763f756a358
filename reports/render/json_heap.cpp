#include "reports/render/json_heap.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/record/names.h"
#include "reports/render/stack_text.h"
#include "reports/render/words.h"

namespace ttsoak {
namespace {

using nlohmann::json;

constexpr std::size_t kNotProvenListed = 50;

json rate_json(const Rate& rate) {
  return {{"bytes_per_request", rate.mean},
          {"bytes_per_request_lower95", rate.lower95},
          {"bytes_per_request_upper95", rate.upper95}};
}

json frames_json(const std::vector<Frame>& frames) {
  json list = json::array();
  for (const Frame& frame : frames) {
    list.push_back({{"kind", to_string(frame.kind)},
                    {"function", frame.function},
                    {"file", frame.file},
                    {"line", frame.line},
                    {"module", frame.module},
                    {"address", frame.address}});
  }
  return list;
}

json stack_json(const HeapRecord& heap, const GrowingStack& stack) {
  const StackSeries& series = heap.stacks.at(stack.series);
  const StackFigures& now = series.now;
  const StackText text = stack_text(series.stack.frames, StackDetail::folded);
  json survivors = json::array();
  for (const Survivors& s : series.survivors) {
    survivors.push_back({{"born_cycle", s.born_cycle}, {"bytes", s.bytes}, {"blocks", s.blocks}});
  }
  return {{"process", series.stack.process},
          {"stack", series.stack.stack},
          {"owner", text.owner_line},
          {"holder_module", text.holder_module},
          {"growth", rate_json(stack.rate)},
          {"p_value", stack.p_value},
          {"shape", shape_name(stack.shape)},
          {"live_bytes", now.live_bytes},
          {"live_blocks", now.live_blocks},
          {"mapped_bytes", now.mapped_bytes},
          {"allocated_bytes", now.allocated_bytes},
          {"allocated_blocks", now.allocated_blocks},
          {"freed_bytes", now.freed_bytes},
          {"freed_blocks", now.freed_blocks},
          {"survivors", survivors},
          {"frames", frames_json(series.stack.frames)}};
}

json processes_json(const std::vector<HeapProcess>& processes) {
  json list = json::array();
  for (const HeapProcess& process : processes) {
    const HeapSnapshot& s = process.newest;
    list.push_back({{"process", s.process},
                    {"cycle", s.cycle},
                    {"live_bytes", s.allocated_bytes - s.freed_bytes},
                    {"live_blocks", s.allocated_blocks - s.freed_blocks},
                    {"python_blocks", s.python_allocated_blocks - s.python_freed_blocks},
                    {"tracer_bytes", s.tracer_bytes},
                    {"sample_mean_bytes", s.sample_mean_bytes},
                    {"samples", s.samples},
                    {"dropped_samples", s.dropped_samples},
                    {"note", s.note}});
  }
  return list;
}

}  // namespace

json heap_json(const Report& report) {
  const HeapRecord& heap = report.record.heap;
  const HeapLedger& ledger = report.ledger;
  if (heap.empty()) return nullptr;
  json growing = json::array();
  for (const GrowingStack& stack : ledger.growing) growing.push_back(stack_json(heap, stack));
  json not_proven = json::array();
  for (std::size_t i = 0; i < std::min(ledger.not_proven.size(), kNotProvenListed); ++i) {
    not_proven.push_back(stack_json(heap, ledger.not_proven[i]));
  }
  json gained = json::array();
  for (std::size_t i = 0; i < std::min(ledger.gained.size(), kNotProvenListed); ++i) {
    const StackSeries& series = heap.stacks.at(ledger.gained[i].series);
    const StackText text = stack_text(series.stack.frames, StackDetail::folded);
    gained.push_back({{"process", series.stack.process},
                      {"stack", series.stack.stack},
                      {"owner", text.owner_line},
                      {"holder_module", text.holder_module},
                      {"bytes", ledger.gained[i].bytes},
                      {"frames", frames_json(series.stack.frames)}});
  }
  json troughs = json::array();
  for (const HeapTrough& trough : heap.troughs) {
    troughs.push_back({{"cycle", trough.cycle},
                       {"live_bytes", trough.live_bytes},
                       {"live_blocks", trough.live_blocks},
                       {"python_blocks", trough.python_blocks},
                       {"tracer_bytes", trough.tracer_bytes},
                       {"processes", trough.processes}});
  }
  const std::optional<double> share = ledger.explained_share();
  return {{"growth", ledger.whole ? rate_json(*ledger.whole) : json(nullptr)},
          {"growth_is_exact", ledger.whole_is_exact},
          {"explained", ledger.whole ? rate_json(ledger.explained) : json(nullptr)},
          {"explained_share", share ? json(*share) : json(nullptr)},
          {"enough_cycles", ledger.enough_cycles},
          {"stacks_tested", ledger.tested},
          {"growing", growing},
          {"not_proven", not_proven},
          {"gained", gained},
          {"not_proven_count", ledger.not_proven.size()},
          {"troughs", troughs},
          {"processes", processes_json(heap.processes)}};
}

}  // namespace ttsoak
