#include "harness/diagnose/diagnosis.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "harness/drive/make_driver.h"
#include "harness/run/quiesce.h"
#include "reports/record/names.h"
#include "reports/trigger/trigger.h"

namespace ttsoak {
namespace {

using namespace std::chrono_literals;

// A quiet server is watched for as long as a cycle takes, within these bounds.
constexpr RunTime kShortestIdle = 2s;
constexpr RunTime kLongestIdle = 20s;

int cycles_of(const std::vector<TrafficBlock>& blocks) {
  int cycles = 0;
  for (const TrafficBlock& block : blocks) cycles += block.cycles;
  return cycles;
}

std::string title_of(const TrafficBlock& block) {
  std::string title = to_string(block.dimension);
  std::replace(title.begin(), title.end(), '_', ' ');
  return block.value.empty() ? title : title + ", " + block.value;
}

}  // namespace

Diagnosis::Diagnosis(const RunConfig& config, const DriveContext& context, Sampler& sampler,
                     HeapWatch* heap, Progress& progress)
    : config_(config), context_(context), sampler_(sampler), heap_(heap), progress_(progress) {}

Status Diagnosis::run(const std::atomic<bool>& stop) {
  std::vector<TrafficBlock> blocks = plan_blocks(config_);
  state_.cycles = cycles_of(blocks);
  progress_.say("diagnosis: " + std::to_string(blocks.size()) + " kinds of traffic in " +
                std::to_string(state_.cycles) + " cycles, and some more for what is found");
  for (std::size_t i = 0; i < blocks.size() && !stop && !stopping(); ++i) {
    if (Status error = run_block(blocks[i])) return error;
  }
  if (stop || stopping()) return std::nullopt;
  const std::vector<TrafficBlock> more = follow_up();
  state_.cycles += cycles_of(more);
  for (const TrafficBlock& block : more) {
    if (stop || stopping()) break;
    if (Status error = run_block(block)) return error;
  }
  return std::nullopt;
}

Status Diagnosis::run_block(const TrafficBlock& block) {
  const Result<Driver*> driver = driver_for(block);
  if (!driver.ok()) return driver.error();
  progress_.say(title_of(block));
  BlockTraffic traffic(block);
  for (int cycle = 1; cycle <= block.cycles && !stopping(); ++cycle) {
    const RunTime start = context_.clock.now();
    // Recorded as a cycle of no number: these requests are none of the run that is judged.
    const CycleTally tally =
        block.dimension == Dimension::idle
            ? idle()
            : driver.value()->run_cycle(0, traffic.cycle(static_cast<int>(troughs_.size())));
    if (!stopping()) record_trough(block, cycle, tally, context_.clock.now() - start);
  }
  ++blocks_;
  return std::nullopt;
}

Result<Driver*> Diagnosis::driver_for(const TrafficBlock& block) {
  const std::pair key(block.workload.concurrency, block.turns_streaming);
  std::unique_ptr<Driver>& driver = drivers_[key];
  if (driver == nullptr) {
    RunConfig config = config_;
    config.workload = block.workload;
    if (block.turns_streaming) turn_streaming(config.request);
    auto made = make_driver(config, context_);
    if (!made.ok()) return made.error();
    driver = std::move(made).value();
  }
  return driver.get();
}

CycleTally Diagnosis::idle() const {
  RunTime a_cycle{0};
  if (troughs_.size() > 1) {
    a_cycle = (troughs_.back().at - troughs_.front().at) / (troughs_.size() - 1);
  }
  const RunTime until = context_.clock.now() + std::clamp(a_cycle, kShortestIdle, kLongestIdle);
  while (context_.clock.now() < until && !stopping()) std::this_thread::sleep_for(50ms);
  return {};
}

void Diagnosis::record_trough(const TrafficBlock& block, int cycle, const CycleTally& tally,
                              RunTime took) {
  const Trough quiet =
      quiesce(config_.workload.quiesce, sampler_.rss(), context_.clock, *context_.stop);
  if (stopping()) return;
  DiagnosisTrough trough;
  trough.block = blocks_;
  trough.dimension = block.dimension;
  trough.value = block.value;
  trough.cycle = cycle;
  trough.units = block.units;
  if (block.dimension == Dimension::idle) {
    trough.units = std::chrono::duration<double, std::ratio<60>>(took).count();
  }
  trough.requests = tally.requests;
  trough.errors = tally.errors;
  trough.rss_bytes = quiet.rss_bytes;
  if (const auto heap = heap_ != nullptr ? heap_->weigh() : std::nullopt) {
    trough.live_bytes = heap->live_bytes;
    trough.rss_bytes -= heap->tracer_bytes;
  }
  trough.at = context_.clock.now();
  context_.sink->record(trough);
  troughs_.push_back(trough);

  state_.cycle = static_cast<int>(troughs_.size());
  state_.requests += tally.requests;
  state_.errors += tally.errors;
  state_.rss_bytes = quiet.rss_bytes;
  const RunTime per_cycle = (trough.at - troughs_.front().at) / std::max(1, state_.cycle - 1);
  state_.left = std::chrono::duration_cast<std::chrono::seconds>(
      per_cycle * std::max(0, state_.cycles - state_.cycle));
  progress_.cycle_done(state_);
}

// The largest first, for as long as there are cycles left.
std::vector<TrafficBlock> Diagnosis::follow_up() const {
  std::vector<TrafficBlock> more;
  for (const TrafficEffect& effect : triggers_among(find_trigger(troughs_).effects)) {
    if (effect.dimension == Dimension::plain) continue;
    for (TrafficBlock& block : blocks_that_tell_more(config_, effect.dimension)) {
      if (state_.cycle + cycles_of(more) + block.cycles > kMostCycles) break;
      more.push_back(std::move(block));
    }
  }
  return more;
}

}  // namespace ttsoak
