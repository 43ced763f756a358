#include "reports/compare/run_figures.h"

#include <gmock/gmock.h>

#include "tests/unit/reports/compare/compared_runs.h"

namespace ttsoak {
namespace {

TEST(RunFigures, GrowthIsTheSlopeAfterTheFirstThird) {
  RunRecord record = straight_record(1e8, 4096);
  for (int i = 0; i < 13; ++i) record.cycles[static_cast<std::size_t>(i)].trough_rss_bytes = 5;
  const auto figures = figures_of(record, 1000);

  ASSERT_TRUE(figures.ok());
  EXPECT_NEAR(figures.value().growth, 4096, 1);
  EXPECT_FALSE(figures.value().live_growth);
}

TEST(RunFigures, TheLevelIsThatAfterTheRequestsAskedFor) {
  const auto figures = figures_of(straight_record(1e8, 1000), 500);

  ASSERT_TRUE(figures.ok());
  EXPECT_EQ(figures.value().level, 1e8 + 500 * 1000);
}

TEST(RunFigures, TwoTroughsAreNoSlope) {
  RunRecord record = straight_record(1e8, 0);
  record.cycles.resize(2);

  EXPECT_FALSE(figures_of(record, 50).ok());
}

TEST(Unlike, NamesWhatDiffersAndNothingElse) {
  EXPECT_EQ(unlike({{"cpu", "x"}, {"cores", "8"}}, {{"cpu", "x"}, {"cores", "2"}}),
            "cores: 8 and 2");
  EXPECT_EQ(unlike({{"cpu", "x"}}, {{"cpu", "x"}}), "");
  EXPECT_EQ(unlike({}, {{"thp", "always"}}), "thp: not known and always");
}

}  // namespace
}  // namespace ttsoak
