#include "tests/unit/reports/render/sample_report.h"

#include <cmath>
#include <random>

namespace ttsoak {
namespace {

constexpr double kMib = 1024.0 * 1024.0;

RunTime at(double seconds) { return RunTime(std::llround(seconds * 1e6)); }
std::int64_t whole(double bytes) { return std::llround(bytes); }

struct Shape {
  int cycles = 40;
  int warmup_cycles = 4;
  double start_mib = 396;
  double warmup_mib = 14;  // gained in the warm-up, on top of the growth
  double bytes_per_request = 0;
  double noise_mib = 0.35;
  double half_width = 0.08;  // of the interval, as a share of the rate or of 10 KiB
};

constexpr int kRequestsPerCycle = 25;
constexpr double kCycleSeconds = 14.0;
constexpr double kQuiesceSeconds = 2.6;

void add_header(Report& report, const std::string& name, int cycles) {
  RunHeader& header = report.record.header;
  header.name = name;
  header.thresholds.rss_peak_bytes = std::int64_t{1} << 30;
  header.thresholds.ttfb_p95_ms = 800;
  header.cycles_planned = cycles;
  header.requests_per_cycle = kRequestsPerCycle;
  header.concurrency = 2;
  header.manifest = {
      {"config", R"({"workload": {"cycles": 40, "requests_per_cycle": 25, "concurrency": 2}})"},
      {"kernel", "Linux 6.1.0-18-amd64"},
      {"libc", "glibc 2.36"},
      {"machine.cpu", "AMD EPYC 7B13, 8 of 64 cores"},
      {"machine.memory_bytes", "33554432000"},
      {"seed", "1"},
      {"target.command", "/opt/tts/bin/python3 -m uvicorn server:app --port 8880 --workers 2"},
      {"target.env.MALLOC_ARENA_MAX", "2"},
      {"target.env.OMP_NUM_THREADS", "4"},
      {"target.url", "http://127.0.0.1:8880"},
      {"ttsoak.version", "0.1.0"}};
}

double trough_bytes(const Shape& shape, int cycle, double noise) {
  const double requests = cycle * kRequestsPerCycle;
  const double warmup = shape.warmup_mib * (1 - std::exp(-cycle * 3.0 / (shape.warmup_cycles + 1)));
  return (shape.start_mib + warmup + noise * shape.noise_mib) * kMib +
         shape.bytes_per_request * requests;
}

void add_cycles(Report& report, const Shape& shape) {
  std::mt19937 random(7);  // NOLINT: the same report every time is the point
  const auto noise = [&random] { return static_cast<double>(random() % 2000) / 1000.0 - 1.0; };
  RunRecord& record = report.record;
  for (int i = 1; i <= shape.cycles; ++i) {
    CycleMark cycle;
    cycle.cycle = i;
    cycle.started = at((i - 1) * kCycleSeconds + 3);
    cycle.load_ended = at(i * kCycleSeconds + 3 - kQuiesceSeconds);
    cycle.quiesced = at(i * kCycleSeconds + 3);
    cycle.quiesce_end = i % 17 == 0 ? QuiesceEnd::limit : QuiesceEnd::steady;
    cycle.requests = kRequestsPerCycle;
    cycle.trough_rss_bytes = whole(trough_bytes(shape, i, noise()));
    record.cycles.push_back(cycle);
    report.troughs.requests.push_back(i * kRequestsPerCycle);
    report.troughs.bytes.push_back(static_cast<double>(cycle.trough_rss_bytes));
    report.troughs.lifetime.push_back(0);
    record.cycle_latency.push_back(
        {i, 612 + 18 * noise(), 1080 + 70 * noise() + (i == 22 ? 600 : 0), 148 + 9 * noise()});
  }
  record.totals.requests = static_cast<std::int64_t>(shape.cycles) * kRequestsPerCycle;
  record.duration_s = shape.cycles * kCycleSeconds + 3.4;
  for (int i = 0; i < 900; ++i) {
    const double t = record.duration_s * i / 900;
    const double cycle = std::max(0.0, (t - 3) / kCycleSeconds);
    const double phase = (cycle - std::floor(cycle)) * kCycleSeconds;
    const bool loaded = t > 3 && phase < kCycleSeconds - kQuiesceSeconds;
    const double base = trough_bytes(shape, static_cast<int>(cycle), 0);
    const double low = base + (loaded ? (18 + 3 * noise()) * kMib : 0.1 * kMib);
    const double high = low + (loaded ? (14 + 6 * noise()) * kMib : 0);
    record.rss.push_back({t, whole(low), whole(high)});
    record.rss_peak_bytes = std::max(record.rss_peak_bytes, whole(high));
  }
}

void add_growth(Report& report, const Shape& shape, GrowthDecision decision) {
  Growth& growth = report.growth;
  growth.decision = decision;
  growth.rate = shape.bytes_per_request;
  const double half = shape.half_width * std::max(shape.bytes_per_request, 10.0 * 1024);
  growth.lower95 = growth.rate - half;
  growth.upper95 = growth.rate + half;
  growth.chance_over_budget = decision == GrowthDecision::fail   ? 0.99999
                              : decision == GrowthDecision::pass ? 0.0002
                                                                 : 0.38;
  growth.warmup_cycles = shape.warmup_cycles;
  growth.why = "the troughs rise by " + std::to_string(std::lround(growth.rate)) +
               " bytes per request after warm-up";
  const double first = (shape.warmup_cycles + 1) * kRequestsPerCycle;
  const double last = shape.cycles * kRequestsPerCycle;
  for (int i = 0; i <= 60; ++i) {
    const double x = first + (last - first) * i / 60;
    const double middle = (shape.start_mib + shape.warmup_mib) * kMib + growth.rate * x;
    const double width = shape.noise_mib * 0.4 * kMib + half * std::abs(x - (first + last) / 2);
    growth.fit_requests.push_back(x);
    growth.fit_bytes.push_back(middle);
    growth.fit_lower_bytes.push_back(middle - width);
    growth.fit_upper_bytes.push_back(middle + width);
  }
}

ProcessSummary process(int index, ProcessRole role, pid_t pid, const std::string& command,
                       double first_mib, double last_mib, double duration_s) {
  ProcessSummary summary;
  summary.info = {index, pid, role == ProcessRole::child ? 4711 : 1, 90210, role, command, at(0)};
  summary.first_rss_bytes = whole(first_mib * kMib);
  summary.last_rss_bytes = whole(last_mib * kMib);
  summary.peak_rss_bytes = whole((last_mib * 1.08) * kMib);
  const auto status = [](double seconds, double mib, std::int64_t threads, std::int64_t cpu_ms) {
    return StatusSample{0,
                        at(seconds),
                        whole(mib * kMib),
                        whole((mib * 0.72) * kMib),
                        whole(mib * 0.27 * kMib),
                        whole(mib * 0.01 * kMib),
                        0,
                        threads,
                        cpu_ms};
  };
  const bool ours = role == ProcessRole::ttsoak;
  summary.first_status = status(0, first_mib, ours ? 4 : 11, ours ? 20 : 4300);
  summary.last_status = status(duration_s, last_mib, ours ? 4 : 13, ours ? 3900 : 331000);
  const auto held = [](int cycle, std::int64_t files) {
    ResourceSnapshot snapshot;
    snapshot.cycle = cycle;
    snapshot.fds_file = files;
    snapshot.fds_socket = 9;
    snapshot.fds_pipe = 2;
    snapshot.fds_other = 5;
    return snapshot;
  };
  summary.first_resources = held(0, 14);
  summary.last_resources = held(40, ours ? 14 : 17);
  return summary;
}

void add_latency(Report& report) {
  report.record.totals.latency_ms = Percentiles{613, 940, 1086, 1502, 2214};
  report.record.totals.ttfb_ms = Percentiles{148, 190, 214, 342, 701};
  report.record.totals.real_time_factor = Percentiles{0.19, 0.24, 0.27, 0.36, 0.52};
  report.record.totals.audio_seconds = 3180;
  report.record.totals.body_bytes = 152'640'000;
}

Report base(const std::string& name, const Shape& shape, GrowthDecision decision) {
  Report report;
  add_header(report, name, 40);
  add_cycles(report, shape);
  add_growth(report, shape, decision);
  add_latency(report);
  RunRecord& record = report.record;
  record.complete = true;
  record.end_reason = "completed";
  const double last = static_cast<double>(record.cycles.back().trough_rss_bytes) / kMib;
  record.processes = {
      process(0, ProcessRole::ttsoak, 4702, "ttsoak run --config soak.json", 13.1, 13.9,
              record.duration_s),
      process(1, ProcessRole::root, 4711,
              "/opt/tts/bin/python3 -m uvicorn server:app --port 8880 --workers 2", 31, 31.4,
              record.duration_s),
      process(2, ProcessRole::child, 4719,
              "/opt/tts/bin/python3 -c from multiprocessing.spawn import spawn_main; "
              "spawn_main(tracker_fd=5, pipe_handle=7) --multiprocessing-fork",
              shape.start_mib - 31, last - 31, record.duration_s)};
  record.events = {{at(0.4), EventKind::process_appeared, 2, "a worker of 4711"},
                   {at(281), EventKind::look, -1, "after 500 requests: still open"}};
  return report;
}

}  // namespace

Report failing_report() {
  Shape shape;
  shape.bytes_per_request = 41.2 * 1024;
  Report report = base("kokoro nightly", shape, GrowthDecision::fail);
  RequestTotals& totals = report.record.totals;
  totals.errors = 4;
  totals.errors_by_kind = {{"http_status", 1}, {"timeout", 3}};
  totals.example_by_kind = {{"http_status", "HTTP 503: {\"detail\": \"queue full\"}"},
                            {"timeout", "no first byte of the body within 60 s"}};
  report.thresholds = {
      {"rss_growth_per_request", VerdictStatus::fail, "10.0 KiB", "41.2 KiB [37.9, 44.5]",
       10.0 * 1024, 41.2 * 1024},
      {"rss_peak", VerdictStatus::pass, "1.00 GiB", "485.1 MiB", 1073741824, 485.1 * kMib},
      {"error_rate", VerdictStatus::pass, "1.0 %", "0.40 %", 0.01, 0.004},
      {"ttfb_p95", VerdictStatus::pass, "800 ms", "214 ms", 800, 214}};
  report.verdict = {
      VerdictStatus::fail,
      "FAIL: memory grows by 41.2 KiB per request, four times the budget of 10.0 KiB.",
      {"memory grows by 41.2 KiB per request",
       "the 95 % interval, 37.9 KiB to 44.5 KiB per request, lies above the budget as a whole.",
       "Growth is steady: a straight line describes the troughs after 4 cycles of warm-up."}};
  add_sample_heap(report);
  add_sample_evidence(report);
  return report;
}

Report passing_report() {
  Shape shape;
  shape.bytes_per_request = 310;
  shape.half_width = 0.05;
  Report report = base("indextts release gate", shape, GrowthDecision::pass);
  report.growth.shape = GrowthShape::saturating;
  report.thresholds = {{"rss_growth_per_request", VerdictStatus::pass, "10.0 KiB",
                        "310 B [-202 B, 822 B]", 10.0 * 1024, 310},
                       {"error_rate", VerdictStatus::pass, "1.0 %", "0 %", 0.01, 0}};
  report.verdict = {VerdictStatus::pass,
                    "Memory is settled: growth is below 10.0 KiB per request.",
                    {"The chance that growth exceeds the budget is 0.02 %."}};
  return report;
}

Report inconclusive_report() {
  Shape shape;
  shape.cycles = 9;
  shape.warmup_cycles = 2;
  shape.bytes_per_request = 8.1 * 1024;
  shape.noise_mib = 3;
  shape.half_width = 1.4;
  Report report = base("first look", shape, GrowthDecision::inconclusive);
  report.growth.shape = GrowthShape::unsettled;
  report.growth.requests_to_decide = 900;
  report.thresholds = {{"rss_growth_per_request", VerdictStatus::inconclusive, "10.0 KiB",
                        "8.1 KiB [-6.2 KiB, 22.4 KiB]", 10.0 * 1024, 8.1 * 1024},
                       {"error_rate", VerdictStatus::pass, "1.0 %", "0 %", 0.01, 0}};
  report.verdict = {VerdictStatus::inconclusive,
                    "225 requests are too few to tell; about 900 would decide.",
                    {"The 95 % interval, -6.2 KiB to 22.4 KiB per request, holds the budget."}};
  return report;
}

Report invalid_report() {
  Shape shape;
  shape.cycles = 24;
  shape.bytes_per_request = 12.0 * 1024;
  Report report = base("restarted server", shape, GrowthDecision::inconclusive);
  for (std::size_t i = 14; i < report.troughs.bytes.size(); ++i) {
    report.troughs.lifetime[i] = 1;
    report.record.cycles[i].lifetime = 1;
    report.troughs.bytes[i] -= 9 * kMib;
  }
  report.record.events.push_back(
      {at(199.2), EventKind::target_restarted, 1, "pid 4711 was replaced by pid 5120"});
  report.record.processes[1].ended = true;
  report.thresholds = {{"rss_growth_per_request", VerdictStatus::invalid, "10.0 KiB",
                        "not comparable", 10.0 * 1024, 0}};
  report.verdict = {VerdictStatus::invalid,
                    "The server was replaced during the run, so its troughs cannot be compared.",
                    {"At 3 min 19 s pid 4711 was replaced by pid 5120."}};
  return report;
}

Report empty_report() {
  Report report;
  add_header(report, "interrupted", 40);
  report.record.header.manifest.clear();
  report.record.end_reason = "interrupted";
  report.record.duration_s = 2.2;
  report.verdict = {VerdictStatus::invalid,
                    "No cycle finished, so there is nothing to judge.",
                    {"The run was interrupted after 2.2 s."}};
  return report;
}

}  // namespace ttsoak
