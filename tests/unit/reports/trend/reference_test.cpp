// The same procedure was first written in Python with dense matrices. Series and what it computed
// of them are in tests/data/trend/*.csv: name and value, one a line; requests, MiB and lifetime of
// each cycle after them.
#include <fstream>
#include <map>
#include <sstream>

#include "gmock/gmock.h"
#include "reports/trend/weighed_series.h"

namespace ttsoak::trend {
namespace {

struct Reference {
  std::map<std::string, double> expected;
  TroughSeries series;
};

Reference read_reference(const std::string& name) {
  std::ifstream file(std::string(TTSOAK_SOURCE_DIR) + "/tests/data/trend/" + name + ".csv");
  Reference reference;
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string key;
    std::getline(fields, key, ',');
    double value = 0;
    fields >> value;
    if (key != "cycle") {
      reference.expected[key] = value;
      continue;
    }
    char comma = 0;
    double mib = 0;
    int lifetime = 0;
    fields >> comma >> mib >> comma >> lifetime;
    reference.series.requests.push_back(value);
    reference.series.bytes.push_back(mib * 0x1p20);
    reference.series.lifetime.push_back(lifetime);
  }
  return reference;
}

class ReferenceSeries : public testing::TestWithParam<std::string> {
 protected:
  // To five digits. What Python calls impossible (odds of e^-1e9) is left out of the files.
  void expect(const std::string& name, double value) {
    const auto found = reference_.expected.find(name);
    if (found == reference_.expected.end()) return;
    EXPECT_NEAR(value, found->second, 1e-5 * std::max(std::abs(found->second), 1e-3)) << name;
    ++compared_;
  }

  void expect_window(const std::string& window, const WindowFits& fits, const TrendPoints& points) {
    const double square = points.unit_bytes / 0x1p20 * points.unit_bytes / 0x1p20;
    const double budget = points.budget;
    expect("pl_" + window, fits.line.chance_over(budget, RateKind::underlying));
    expect("ph_" + window, fits.late_onset.chance_over(budget, RateKind::at_end));
    expect("oh_" + window, fits.late_onset_odds());
    expect("s2_" + window, fits.line.innovation_variance * square);
    // On longer runs we look for shorter warm-ups than it did.
    if (points.x.size() > 40) return;
    expect("pa_" + window, fits.transient.chance_over(budget, RateKind::underlying));
    expect("pt_" + window, fits.transient.chance_over(budget, RateKind::at_end));
    expect("oe_" + window, fits.transient_odds());
    expect("s2e_" + window, fits.transient.innovation_variance * square);
  }

  Reference reference_ = read_reference(GetParam());
  int compared_ = 0;
};

TEST_P(ReferenceSeries, ChancesOddsModeAndDecisionAreThoseOfTheFirstImplementation) {
  const WeighedSeries weighed = weigh_series(reference_.series, 10240, {});
  ASSERT_NE(weighed.evidence, nullptr) << weighed.refusal;
  const TrendPoints& points = *weighed.points;
  const Evidence& e = *weighed.evidence;
  const Judgement& judgement = weighed.judgement;

  expect_window("A", e.almost_all_fits, points);
  expect_window("D", e.after_warmup_fits, points);
  expect("pl_H", e.second_half_fits.line.chance_over(points.budget, RateKind::underlying));
  expect("mode", static_cast<double>(judgement.mode));
  expect("decision", static_cast<double>(judgement.decision));
  EXPECT_GE(compared_, points.x.size() > 40 ? 7 : 10);
}

INSTANTIATE_TEST_SUITE_P(Series, ReferenceSeries,
                         testing::Values("warmup40", "restart_leak40K40", "late_leak40K40", "log80",
                                         "rare_leak20K57", "slowcache160", "stepdouble40", "three"),
                         [](const auto& series) { return series.param; });

}  // namespace
}  // namespace ttsoak::trend
