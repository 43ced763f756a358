#include "harness/run/run_soak.h"

#include <unistd.h>

#include <iostream>

#include "harness/diagnose/diagnosis.h"
#include "harness/drive/make_driver.h"
#include "harness/run/heap_watch.h"
#include "harness/run/manifest.h"
#include "harness/run/report_files.h"
#include "harness/run/request_log.h"
#include "harness/run/run_directory.h"
#include "harness/run/soak.h"
#include "harness/target/target.h"
#include "harness/target/tracer_setup.h"
#include "harness/target/voices.h"
#include "reports/record/record_reader.h"
#include "reports/record/record_writer.h"
#include "reports/trend/growth_rules.h"
#include "reports/verdict/judge.h"

namespace ttsoak {
namespace {

// What a launched target needs to be traced; nothing if it is not to be, or cannot.
std::vector<std::string> prepare_tracing(const TargetSpec& target,
                                         const std::filesystem::path& boxes, Progress& progress) {
  if (target.launch.empty() || !target.trace.enabled) return {};
  auto variables = tracer_environment(target.launch, target.trace, boxes);
  std::error_code error;
  if (variables.ok()) std::filesystem::create_directory(boxes, error);
  if (variables.ok() && !error) return std::move(variables).value();
  progress.say("note: not traced: " + (variables.ok() ? boxes.string() + ": " + error.message()
                                                      : variables.error().message));
  return {};
}

// Where the target's black boxes are; nothing if it has none.
std::optional<std::filesystem::path> boxes_of(const TargetSpec& spec, pid_t root,
                                              const std::filesystem::path& own, bool traced) {
  if (!spec.launch.empty()) return traced ? std::optional(own) : std::nullopt;
  return blackbox_directory_of(root);
}

std::string plan_in_words(const RunConfig& config) {
  const int cycles = config.workload.cycles;
  if (cycles == 0) return "";
  std::string text = config.until_decided
                         ? "; until growth is decided, after 40, 80 or 160 cycles of " +
                               std::to_string(config.workload.requests_per_cycle) + " requests"
                         : "; " + std::to_string(cycles) + " cycles of " +
                               std::to_string(config.workload.requests_per_cycle) + " requests";
  const int needed = GrowthRules{}.min_cycles;
  if (config.thresholds.rss_growth_bytes_per_request && cycles < needed) {
    text += "\nnote: it takes " + std::to_string(needed) +
            " cycles to tell a warm-up from a leak; this run will not decide on growth";
  }
  return text;
}

// Whether a run that has ended calls for a diagnosis: it was asked for, the target lives, and its
// growth is not known to be sound.
bool is_to_be_diagnosed(const RunConfig& config, const Soak& soak, const Sampler& sampler,
                        const std::atomic<bool>& stop) {
  if (!config.diagnose || stop || sampler.root_ended()) return false;
  return !soak.growth() || soak.growth()->decision() != GrowthDecision::pass;
}

// Black boxes are of use while the run goes on: what stood in them is in the record, names and all.
class BoxesOfRun {
 public:
  explicit BoxesOfRun(std::filesystem::path directory) : directory_(std::move(directory)) {}
  BoxesOfRun(const BoxesOfRun&) = delete;
  BoxesOfRun& operator=(const BoxesOfRun&) = delete;
  ~BoxesOfRun() {
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  }

  [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }

 private:
  std::filesystem::path directory_;
};

}  // namespace

Result<SoakResult> run_soak(RunConfig config, const std::string& command_line,
                            const std::atomic<bool>& stop, Progress& progress) {
  Result<std::filesystem::path> directory =
      make_run_directory(config.output_directory, config.name);
  if (!directory.ok()) return directory.error();
  // Ends after the target, which writes into it.
  const BoxesOfRun own_boxes(directory.value() / "blackbox");
  const std::vector<std::string> variables =
      prepare_tracing(config.target, own_boxes.directory(), progress);
  Result<Target> target = Target::open(
      config, directory.value() / "target.log", variables, stop, [&](std::chrono::seconds elapsed) {
        progress.say("waiting for the target, " + std::to_string(elapsed.count()) + " s");
      });
  if (!target.ok()) {
    // Nothing was soaked: leave no empty directory. One that holds the target's output stays.
    std::error_code not_empty;
    std::filesystem::remove_all(own_boxes.directory(), not_empty);
    std::filesystem::remove(directory.value(), not_empty);
    return target.error();
  }
  progress.say("watching pid " + std::to_string(target.value().root()) + " and its children" +
               plan_in_words(config));
  if (config.workload.voices.empty()) {
    config.workload.voices =
        default_voices(config.target, config.request.voices, config.workload.all_voices);
  }

  const Result<RunHeader> header = describe_run(config, target.value().root(), command_line);
  if (!header.ok()) return header.error();
  auto writer = RecordWriter::create(directory.value(), header.value());
  if (!writer.ok()) return writer.error();
  const RunClock clock;
  auto sampler = Sampler::start(target.value().root(), clock, *writer.value());
  if (!sampler.ok()) return sampler.error();

  OutsideWatch outside(target.value().root(), config.target.folders, {directory.value()}, clock,
                       *writer.value());
  std::optional<HeapWatch> heap;
  const auto boxes =
      boxes_of(config.target, target.value().root(), own_boxes.directory(), !variables.empty());
  if (boxes) {
    heap.emplace(*boxes, *boxes == own_boxes.directory(), clock, *writer.value(),
                 [&](pid_t pid) { return sampler.value()->index_of_pid(pid); });
  }

  std::atomic<std::int64_t> finished{0};
  RequestLog request_log(*writer.value(), sampler.value()->rss(), config.request.steps.back().path,
                         std::cerr, ::isatty(STDERR_FILENO) == 1);
  ObservationSink* const outcomes =
      config.log_requests ? static_cast<ObservationSink*>(&request_log) : writer.value().get();
  const DriveContext context{clock, outcomes, &sampler.value()->stop_flag(), &finished};
  auto driver = make_driver(config, context);
  if (!driver.ok()) return driver.error();

  Soak soak(config, clock, *sampler.value(), *driver.value(), *writer.value(), target.value(),
            outside, heap ? &*heap : nullptr, finished, progress);
  const std::string end_reason = soak.run(stop);
  if (is_to_be_diagnosed(config, soak, *sampler.value(), stop)) {
    Diagnosis diagnosis(config, context, *sampler.value(), heap ? &*heap : nullptr, progress);
    if (Status error = diagnosis.run(stop)) return *error;
  }

  sampler.value().reset();
  if (heap) heap->finish();
  if (Status error = writer.value()->finish(clock.now(), end_reason)) return *error;
  target.value().stop();

  Result<RunRecord> record = read_run_record(directory.value());
  if (!record.ok()) return record.error();
  SoakResult result{directory.value(), judge(std::move(record).value())};
  if (Status error = write_report_files(result.report, directory.value())) return *error;
  return result;
}

}  // namespace ttsoak
