#include "reports/calibration/calibration.h"

#include "gmock/gmock.h"
#include "reports/calibration/calibration_words.h"
#include "reports/calibration/goals.h"

namespace ttsoak {
namespace {

using testing::HasSubstr;

constexpr CalibrationSize kTiny{2, 1, 2, 1, 1};

TEST(Calibration, IsTheSameWhateverTheNumberOfThreads) {
  double last = 0;
  const Calibration one = calibrate(kTiny, 1, [&](double share) { last = share; });
  const Calibration three = calibrate(kTiny, 3, [](double) {});
  EXPECT_EQ(render_calibration_json(one), render_calibration_json(three));
  EXPECT_LE(last, 1);
}

TEST(Calibration, CountsEveryRunOnce) {
  const Calibration all = calibrate(kTiny, 2, [](double) {});
  ASSERT_EQ(all.tables.size(), 7u);
  EXPECT_EQ(all.tables[0].rows.size(), 18u);
  EXPECT_EQ(all.tables[1].rows.size(), 10u);
  for (const CalibrationRow& row : all.tables[0].rows) {
    EXPECT_EQ(row.rss.runs(), 2) << row.kind;
    EXPECT_EQ(row.both.runs(), 2) << row.kind;
  }
  for (const CalibrationRow& row : all.tables[6].rows) EXPECT_GE(row.mean_requests, 1000);
}

TEST(Calibration, AGoalThatIsMissedIsCalledMissed) {
  CalibrationTable table{CalibrationTable::What::design, 40, {}};
  table.rows.push_back({"wrong", Truth::sound, true, {0, 0, 10}, {1, 0, 9}, 0});
  const auto goals = goals_of(table);
  EXPECT_EQ(goals.front().measured, 10);
  EXPECT_FALSE(goals.front().met());
  Calibration calibration;
  calibration.tables.push_back(table);
  const std::string text = render_calibration(calibration);
  EXPECT_THAT(text, HasSubstr("**not met**"));
  EXPECT_THAT(text, HasSubstr("| wrong | sound | 0.0 / 0.0 / 100.0 |"));
}

}  // namespace
}  // namespace ttsoak
