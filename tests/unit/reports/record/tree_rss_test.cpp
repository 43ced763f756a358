#include "reports/record/tree_rss.h"

#include "gmock/gmock.h"
#include "reports/record/record_reader.h"
#include "tests/unit/reports/record/record_fixture.h"

namespace ttsoak {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;

auto point(double at_s, std::int64_t low, std::int64_t high) {
  return AllOf(Field(&RssPoint::at_s, at_s), Field(&RssPoint::low_bytes, low),
               Field(&RssPoint::high_bytes, high));
}

TEST(TreeRss, HoldsEachProcessUntilItsNextSampleAndDropsItAtItsEnd) {
  TreeRss tree(ms(4000), 4);
  tree.sample(0, ms(0), 100);
  tree.sample(1, ms(1500), 50);
  tree.end(1, ms(2500));

  EXPECT_THAT(tree.points(), ElementsAre(point(0, 100, 100), point(1, 100, 150), point(2, 100, 150),
                                         point(3, 100, 100)));
  EXPECT_EQ(tree.peak_bytes(), 150);
}

TEST(TreeRss, HasNoPointBeforeTheFirstSample) {
  TreeRss tree(ms(4000), 4);
  tree.sample(0, ms(2000), 100);

  EXPECT_THAT(tree.points(), ElementsAre(point(2, 100, 100), point(3, 100, 100)));
}

TEST(TreeRss, SampleAtTheVeryEndBelongsToTheLastInterval) {
  TreeRss tree(ms(2000), 2);
  tree.sample(0, ms(0), 100);
  tree.sample(0, ms(2000), 300);

  EXPECT_THAT(tree.points(), ElementsAre(point(0, 100, 100), point(1, 100, 300)));
}

TEST(RunRecord, TreeRssLeavesTtsoakOutAndTakesChildrenIn) {
  RunDirectory directory;
  auto writer = start_record(directory);
  writer->record(process(0, ProcessRole::root));
  writer->record(process(1, ProcessRole::child));
  writer->record(process(2, ProcessRole::ttsoak));
  for (int i = 0; i < 3; ++i) writer->record(RssSample{i, ms(0), 1000 << i});
  writer->record(Event{ms(500), EventKind::process_ended, 1, ""});
  writer->record(RssSample{1, ms(501), 77});  // read while it went away
  ASSERT_FALSE(writer->finish(ms(1000), "completed"));

  const auto record = read_run_record(directory.path());
  ASSERT_TRUE(record.ok());
  EXPECT_EQ(record.value().rss_peak_bytes, 3000);
  EXPECT_EQ(record.value().rss.back().high_bytes, 1000);
  EXPECT_FALSE(record.value().processes[0].ended);
  EXPECT_TRUE(record.value().processes[1].ended);
  EXPECT_EQ(record.value().processes[2].last_rss_bytes, 4000);
}

TEST(RunRecord, ReplacedRootNoLongerCounts) {
  RunDirectory directory;
  auto writer = start_record(directory);
  writer->record(process(0, ProcessRole::root));
  writer->record(RssSample{0, ms(0), 5000});
  writer->record(process(1, ProcessRole::root, ms(500)));
  writer->record(RssSample{1, ms(500), 300});
  ASSERT_FALSE(writer->finish(ms(1000), "completed"));

  const auto record = read_run_record(directory.path());
  ASSERT_TRUE(record.ok());
  EXPECT_EQ(record.value().rss_peak_bytes, 5000);
  EXPECT_EQ(record.value().rss.back().high_bytes, 300);
  EXPECT_TRUE(record.value().processes[0].ended);
}

}  // namespace
}  // namespace ttsoak
