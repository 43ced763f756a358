#include "harness/series/series_file.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string error_of(const std::string& text) {
  const Result<MeasuredSeries> series = parse_series(text);
  return series.ok() ? "no error" : series.error().message;
}

TEST(CsvSeries, ColumnsAreFoundByNameInAnyOrder) {
  const MeasuredSeries series =
      parse_series("rss_bytes,lifetime,requests\r\n100,0,25\r\n\r\n110.5,1,50\r\n").value();

  EXPECT_THAT(series.rss.requests, ElementsAre(25, 50));
  EXPECT_THAT(series.rss.bytes, ElementsAre(100, 110.5));
  EXPECT_THAT(series.rss.lifetime, ElementsAre(0, 1));
  EXPECT_TRUE(series.live.requests.empty());
}

TEST(CsvSeries, AnEmptyCellOfLiveBytesIsNotKnownAndNotZero) {
  const MeasuredSeries series =
      parse_series("requests,rss_bytes,live_bytes\n25,100,\n50,110,7\n").value();

  EXPECT_THAT(series.rss.requests, ElementsAre(25, 50));
  EXPECT_THAT(series.live.requests, ElementsAre(50));
  EXPECT_THAT(series.live.bytes, ElementsAre(7));
}

TEST(CsvSeries, MistakesNameTheLineAndWhatIsWrong) {
  EXPECT_EQ(error_of(" \n "), "empty");
  EXPECT_THAT(error_of("requests,live_bytes\n1,2\n"), HasSubstr("requests and rss_bytes"));
  EXPECT_THAT(error_of("requests,rss_bytes,rss\n"), HasSubstr("unknown column \"rss\""));
  EXPECT_THAT(error_of("requests,rss_bytes\n"), HasSubstr("no rows"));
  EXPECT_THAT(error_of("requests,rss_bytes\n1,2\n\n3,4x\n"), HasSubstr("line 4: not a number"));
  EXPECT_THAT(error_of("requests,rss_bytes\n1\n"), HasSubstr("line 2: 1 cells"));
  EXPECT_THAT(error_of("requests,rss_bytes,lifetime\n1,2,0.5\n"), HasSubstr("whole number"));
}

std::string reply(const std::string& series) {
  return R"({"status": "success", "data": {"resultType": "matrix", "result": [)" + series + "]}}";
}

std::string series(const std::string& name, const std::string& values) {
  return R"({"metric": {"__name__": ")" + name + R"("}, "values": [)" + values + "]}";
}

const std::string kMemory =
    series("process_resident_memory_bytes", R"([60, "100"], [120, "110"], [180, "90"])");

TEST(PrometheusSeries, CountersAreSummedUpFromTheFirstMomentOn) {
  const MeasuredSeries measured =
      parse_series(reply(kMemory + "," +
                         series("http_requests_total", R"([60, "5"], [120, "15"], [180, "25"])") +
                         "," + series("http_requests_total", R"([120, "3"], [180, "4"])")))
          .value();

  EXPECT_THAT(measured.rss.requests, ElementsAre(0, 10, 21));
  EXPECT_THAT(measured.rss.bytes, ElementsAre(100, 110, 90));
  EXPECT_THAT(measured.rss.lifetime, ElementsAre(0, 0, 0));
}

TEST(PrometheusSeries, ACounterThatFallsIsANewProcess) {
  const MeasuredSeries measured =
      parse_series("[" + reply(kMemory) + "," +
                   reply(series("tts_seconds_count", R"([60, "5"], [120, "15"], [180, "2"])")) +
                   "]")
          .value();

  EXPECT_THAT(measured.rss.requests, ElementsAre(0, 10, 12));
  EXPECT_THAT(measured.rss.lifetime, ElementsAre(0, 0, 1));
}

TEST(PrometheusSeries, MistakesSayWhatToAskFor) {
  const std::string counter = series("a_total", R"([60, "5"])");
  EXPECT_THAT(error_of("{}"), HasSubstr("range query"));
  EXPECT_THAT(error_of("{]"), HasSubstr("not valid JSON"));
  EXPECT_THAT(error_of(reply(counter)), HasSubstr("no series of memory"));
  EXPECT_THAT(error_of(reply(kMemory)), HasSubstr("no counter"));
  EXPECT_THAT(error_of(reply(kMemory + "," + kMemory + "," + counter)), HasSubstr("several"));
  EXPECT_THAT(error_of(reply(kMemory + "," + series("x_total", R"([7, "5"])"))),
              HasSubstr("no moment in common"));
  EXPECT_THAT(error_of(reply(kMemory + "," + series("x_total", R"([60, "NaN"])"))),
              HasSubstr("a sample is not"));
  EXPECT_THAT(error_of(reply(R"({"metric": {"__name__": "a_total"}, "value": [1, "2"]})")),
              HasSubstr("query_range"));
}

}  // namespace
}  // namespace ttsoak
