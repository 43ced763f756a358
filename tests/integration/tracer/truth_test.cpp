// What the samples say against what the program did.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gmock/gmock.h"
#include "probes/heap/stack_resolver.h"
#include "tests/integration/tracer/boxes.h"

namespace ttsoak {
namespace {

struct Finding {
  double leaked = 0;     // bytes, as the program says
  double seen = 0;       // of the stack with most live bytes
  std::string function;  // that stack's
};

StackFigures largest(const HeapSnapshot& snapshot) {
  return *std::max_element(
      snapshot.stacks.begin(), snapshot.stacks.end(),
      [](const StackFigures& a, const StackFigures& b) { return a.live_bytes < b.live_bytes; });
}

std::string innermost_function(const BlackboxReader& box, std::int64_t stack) {
  Symbolizer symbolizer("/");
  StackResolver resolver(symbolizer);
  resolver.update(box.tables().value());
  // The first frame of the program itself: below it may be the tracer's or the C library's.
  for (const Frame& frame : resolver.frames_of(stack)) {
    if (frame.module.find("trap_") != std::string::npos) return frame.function;
  }
  return "";
}

std::vector<Finding> run_many(int runs, const std::string& mean, bool with_names) {
  std::vector<Finding> findings;
  findings.reserve(static_cast<std::size_t>(runs));
  for (int run = 0; run < runs; ++run) {
    const Boxes boxes;
    Target target({trap("leaks_from_one_stack"), std::to_string(run + 1)},
                  boxes.environment({"TTSOAK_SAMPLE=" + mean, "TTSOAK_BUDGET=1000000000"}));
    Finding finding;
    finding.leaked = std::atof(target.read_line().c_str());
    const BlackboxReader box = boxes.of(target.pid());
    const StackFigures stack = largest(snapshot_of(box));
    finding.seen = stack.live_bytes;
    if (with_names) finding.function = innermost_function(box, stack.stack);
    findings.push_back(finding);
    EXPECT_EQ(target.wait().status, 0);
  }
  return findings;
}

std::vector<double> ratios(const std::vector<Finding>& findings) {
  std::vector<double> ratios;
  ratios.reserve(findings.size());
  for (const Finding& finding : findings) ratios.push_back(finding.seen / finding.leaked);
  return ratios;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// What one run's ratio errs by: samples that are B / mean in number count the B bytes leaked.
double standard_error(const std::string& mean) {
  constexpr double kLeaked = 64 << 20;
  return std::sqrt(std::stod(mean) / kLeaked);
}

// The median of 36 runs errs by 1.8 %, so that ten are more than five of its standard errors.
TEST(TracerTruth, LeakIsTheFirstStackAndWithinTenPercentAtHalfAMegabyte) {
  const std::vector<Finding> findings = run_many(36, "524288", true);

  for (const Finding& finding : findings)
    EXPECT_THAT(finding.function, testing::HasSubstr("the_leak"));
  EXPECT_NEAR(median(ratios(findings)), 1, 0.1);
}

// Six standard errors, as theory has them and not as the runs happen to scatter.
TEST(TracerTruth, NothingIsSystematicallyTooLargeOrTooSmall) {
  for (const auto& [distance, runs] :
       {std::pair("524288", 100), std::pair("65536", 40), std::pair("8192", 20)}) {
    const std::vector<double> seen = ratios(run_many(runs, distance, false));
    SCOPED_TRACE(distance);
    EXPECT_NEAR(mean(seen), 1, 6 * standard_error(distance) / std::sqrt(runs));
    RecordProperty(std::string("mean_") + distance, std::to_string(mean(seen)));
  }
}

}  // namespace
}  // namespace ttsoak
