#include <cmath>
#include <numbers>

#include "reports/calibration/trace_run.h"
#include "reports/calibration/traces.h"

// Kinds that were thought of after the procedure was settled. Nothing may be tuned on them: where
// one shows a weakness that is mended, it belongs to the design traces from then on.
namespace ttsoak {

const std::vector<TraceKind>& unseen_trace_kinds() {
  static const std::vector<TraceKind> kinds = {
      {"two_levels", Truth::sound},     {"heavy_tails", Truth::sound},
      {"three_restarts", Truth::sound}, {"untouched_cache", Truth::sound},
      {"daily_wave", Truth::sound},     {"mapped_leak25K", Truth::leak},
      {"retention20K", Truth::leak},    {"untouched+leak30K", Truth::leak},
      {"paused_leak30K", Truth::leak},  {"noisy_leak20K", Truth::leak}};
  return kinds;
}

TraceGrowth grown_unseen(const std::string& kind, const TraceRun& run, const TraceMoment& at) {
  const double x = at.x;
  if (kind == "three_restarts") {
    const double warm = filling(at.t, 40, 50);
    return {warm, warm};
  }
  // Blocks that are never written to are live heap, and no RSS.
  if (kind == "untouched_cache") return {0, filling(x, 150, 150)};
  if (kind == "untouched+leak30K") return {30 * kTraceKiB * x, filling(x, 150, 150)};
  if (kind == "daily_wave") {
    const double cycle = static_cast<double>(at.i);
    return {6 * std::sin(2 * std::numbers::pi * cycle / 17 + run.phase), 0};
  }
  if (kind == "mapped_leak25K") {
    const double warm = filling(x, 80, 80);
    return {warm + 25 * kTraceKiB * x, warm};
  }
  // Free pages that the allocator keeps, now and then half a MiB of them.
  if (kind == "retention20K") return {run.rare[at.i] * 20 * kTraceKiB / 0.02, 0};
  if (kind == "paused_leak30K") {
    const double period = 10 * kTraceRequests;
    const double whole = std::floor(x / period);
    const double leaked =
        60 * kTraceKiB * (whole * period / 2 + std::min(x - whole * period, period / 2));
    return {leaked, leaked};
  }
  if (kind == "noisy_leak20K") return {20 * kTraceKiB * x, 20 * kTraceKiB * x};
  return {};
}

}  // namespace ttsoak
