#include "reports/render/traffic_words.h"

#include "gmock/gmock.h"
#include "reports/render/console.h"
#include "reports/render/html.h"
#include "reports/render/json.h"
#include "reports/render/markdown.h"
#include "reports/verdict/judge.h"

namespace ttsoak {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

RequestTotals mixed() {
  RequestTotals totals;
  totals.requests = 1000;
  totals.errors = 1;
  totals.by_kind[RequestKind::normal] = {940, 0, 0};
  totals.by_kind[RequestKind::abort_first_audio] = {50, 0, 49};
  totals.by_kind[RequestKind::unknown_voice] = {10, 1, 0};
  return totals;
}

TEST(TrafficWords, KindsAreToldWithWhatBecameOfThem) {
  EXPECT_EQ(kinds_in_words(mixed()),
            "940 normal, 50 abort first audio (49 aborted), 10 unknown voice (1 failed)");
}

TEST(TrafficWords, NormalRequestsAloneAreNoMix) {
  RequestTotals totals;
  totals.by_kind[RequestKind::normal] = {1000, 0, 0};
  EXPECT_EQ(kinds_in_words(totals), "");
  totals.by_kind = {{RequestKind::long_text, {10, 0, 0}}};
  EXPECT_EQ(kinds_in_words(totals), "10 long");
}

TEST(TrafficWords, TheDriverIsBlamedOnlyWhenItWasLate) {
  RequestTotals totals = mixed();
  totals.driver_late_ms = Percentiles{0.1, 0.2, 0.3, 0.9, 40};
  EXPECT_THAT(traffic_notes(totals), IsEmpty());
  totals.driver_late_ms->p99 = 4.2;
  EXPECT_THAT(traffic_notes(totals),
              ElementsAre(HasSubstr("the driver, not the server, was late: p99 4.2 ms")));
}

TEST(TrafficWords, EachTroubleWithTheAudioIsToldOnce) {
  RequestTotals totals = mixed();
  totals.requests_with_underruns = 8;
  totals.underrun_seconds = 12.3;
  totals.clipped = 3;
  totals.mostly_silent = 2;
  EXPECT_THAT(traffic_notes(totals),
              ElementsAre(HasSubstr("run dry in 8 of 1,000 replies, for 12.3 s in all"),
                          HasSubstr("3 of 1,000 replies are clipped"),
                          HasSubstr("2 of 1,000 replies are silent")));
}

TEST(TrafficWords, EveryPageTellsOfTheKindsAndTheNotes) {
  RunRecord record;
  record.totals = mixed();
  record.totals.clipped = 3;
  const Report report = judge(std::move(record));
  for (const std::string& page :
       {render_console(report, false), render_markdown(report), render_html(report)}) {
    EXPECT_THAT(page, HasSubstr("unknown voice"));
    EXPECT_THAT(page, HasSubstr("replies are clipped"));
  }
  EXPECT_THAT(render_json(report), HasSubstr("\"kind\": \"unknown_voice\""));
  EXPECT_THAT(render_console(judge(RunRecord()), false), Not(HasSubstr("kinds")));
}

}  // namespace
}  // namespace ttsoak
