#include "harness/config/run_config.h"

#include "gmock/gmock.h"
#include "harness/config/default_corpus.h"

namespace ttsoak {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

RunConfig parsed(const std::string& text) {
  auto config = parse_run_config(text, ".");
  if (!config.ok()) abort_with(config.error().message.c_str());
  return std::move(config).value();
}

std::string error_of(const std::string& text) {
  const auto config = parse_run_config(text, ".");
  return config.ok() ? "no error" : config.error().message;
}

// The error of a config that is right but for `fields` of the section.
std::string error_in(const std::string& section, const std::string& fields) {
  return error_of(R"({"target": {"in_process": true}, ")" + section + "\": {" + fields + "}}");
}

const char* const kFull = R"({
  "$schema": "schema.json",
  "name": "full",  // a comment
  "target": {"url": "https://host:1/base", "launch": ["serve", "--all"],
             "ready": {"path": "/health", "timeout_s": 7}, "insecure": true},
  "request": {"method": "PUT", "path": "/say?x=1", "headers": {"X-Key": "k"},
              "body": {"deep": [{"t": "${text}"}]}, "expect": "pcm", "content_type": "",
              "pcm_rate": 22050},
  /* another
     comment */
  "workload": {"cycles": 3, "requests_per_cycle": 4, "concurrency": 5,
               "seed": 18446744073709551615, "texts": ["ä", "b"], "voices": ["v"],
               "formats": ["f", "g"],
               "timeouts": {"connect_s": 0.25, "first_byte_s": 1.001, "total_s": 9},
               "quiesce": {"settle_s": 0.5, "limit_s": 2.5, "tolerance": "1MiB"}},
  "thresholds": {"rss_growth_per_request": "0.5KiB", "rss_peak": "2GiB", "error_rate": 0.25,
                 "ttfb_p95": "1.5s"},
  "output": {"directory": "there"}
})";

TEST(RunConfig, ReadsEveryField) {
  const RunConfig config = parsed(kFull);

  EXPECT_EQ(config.name, "full");
  EXPECT_EQ(config.target.url, "https://host:1/base");
  EXPECT_THAT(config.target.launch, ElementsAre("serve", "--all"));
  EXPECT_EQ(config.target.ready_path, "/health");
  EXPECT_EQ(config.target.ready_timeout, std::chrono::seconds(7));
  EXPECT_TRUE(config.target.insecure);
  EXPECT_EQ(config.request.steps.front().method, "PUT");
  EXPECT_EQ(config.request.steps.front().path, "/say?x=1");
  EXPECT_EQ(config.request.steps.front().headers.at("X-Key"), "k");
  EXPECT_EQ(config.request.steps.front().body["deep"][0]["t"], "${text}");
  EXPECT_EQ(config.request.expect, "pcm");
  EXPECT_EQ(config.request.content_type, "");
  EXPECT_EQ(config.request.pcm_rate, 22050);
  EXPECT_EQ(config.workload.cycles, 3);
  EXPECT_EQ(config.workload.requests_per_cycle, 4);
  EXPECT_EQ(config.workload.concurrency, 5);
  EXPECT_EQ(config.workload.seed, 18446744073709551615U);
  EXPECT_THAT(config.workload.texts, ElementsAre("ä", "b"));
  EXPECT_THAT(config.workload.voices, ElementsAre("v"));
  EXPECT_THAT(config.workload.formats, ElementsAre("f", "g"));
  EXPECT_EQ(config.workload.timeouts.connect, milliseconds(250));
  EXPECT_EQ(config.workload.timeouts.first_byte, milliseconds(1001));
  EXPECT_EQ(config.workload.timeouts.total, milliseconds(9000));
  EXPECT_EQ(config.workload.quiesce.settle, milliseconds(500));
  EXPECT_EQ(config.workload.quiesce.limit, milliseconds(2500));
  EXPECT_EQ(config.workload.quiesce.tolerance_bytes, 1 << 20);
  EXPECT_EQ(config.thresholds.rss_growth_bytes_per_request, 512);
  EXPECT_EQ(config.thresholds.rss_peak_bytes, 2LL << 30);
  EXPECT_EQ(config.thresholds.error_rate, 0.25);
  EXPECT_EQ(config.thresholds.ttfb_p95_ms, 1500);
  EXPECT_EQ(config.output_directory, "there");
}

TEST(RunConfig, DefaultsStandForWhatIsNotSaid) {
  const RunConfig config = parsed(R"({"target": {"url": "http://h"}})");
  RunConfig expected;
  expected.target.url = "http://h";
  expected.workload.texts = default_corpus();

  EXPECT_EQ(config, expected);
}

TEST(RunConfig, NullSwitchesAThresholdOff) {
  const RunConfig config = parsed(
      R"({"target": {"in_process": true}, "thresholds": {"rss_growth_per_request": null,
          "rss_peak": null, "error_rate": null, "ttfb_p95": null}})");

  EXPECT_EQ(config.thresholds,
            (Thresholds{std::nullopt, std::nullopt, std::nullopt, std::nullopt}));
}

TEST(RunConfig, AsJsonReadsBackAsTheSame) {
  for (const char* text :
       {kFull, R"({"target": {"in_process": true, "faults": ["a=1"]}, "request": {"body": null},
                   "thresholds": {"rss_growth_per_request": null, "error_rate": null}})",
        R"({"target": {"url": "http://h", "container": "tts"}})",
        R"({"target": {"url": "http://h", "pid": 77}, "request": {"body": "just ${text}"},
            "thresholds": {"rss_growth_per_request": "0.1KB", "ttfb_p95": "1h"}})"}) {
    const RunConfig config = parsed(text);
    EXPECT_EQ(parsed(to_json(config).dump()), config) << to_json(config).dump(2);
  }
}

TEST(RunConfig, ContainerGoesWithNoOtherProcess) {
  for (const char* other : {R"("pid": 7)", R"("launch": ["server"])"}) {
    EXPECT_THAT(error_of(std::string(R"({"target": {"url": "http://h", "container": "tts", )") +
                         other + "}}"),
                StartsWith("target.container: does not go with"));
  }
}

TEST(RunConfig, ErrorNamesPathExpectationAndValue) {
  EXPECT_EQ(error_in("workload", R"("cycles": "ten")"),
            "workload.cycles: expected an integer from 1 to 1000000, got \"ten\"");
  EXPECT_EQ(error_in("workload", R"("timeouts": {"total_s": -1})"),
            "workload.timeouts.total_s: expected a number of seconds from 0.001 to 86400, got -1");
}

TEST(RunConfig, NumbersAreNeitherRoundedNorWrapped) {
  for (const char* cycles : {"1.5", "0", "-1", "4294967297", "18446744073709551615", "true"}) {
    EXPECT_THAT(error_in("workload", std::string("\"cycles\": ") + cycles),
                StartsWith("workload.cycles: expected an integer"))
        << cycles;
  }
  EXPECT_THAT(error_in("workload", R"("seed": -1)"), StartsWith("workload.seed: expected"));
}

TEST(RunConfig, UnknownKeyIsAnErrorThatListsTheKnownOnes) {
  EXPECT_EQ(error_in("output", R"("dir": "x")"), "output.dir: unknown key; known are directory");
  EXPECT_THAT(error_of(R"({"target": {"in_process": true}, "wrokload": {}})"),
              StartsWith("wrokload: unknown key; known are $schema, about, api, "));
}

TEST(RunConfig, SyntaxErrorSaysLineAndColumn) {
  EXPECT_THAT(error_of("{\n  // comment\n  \"name\": \"x\" oops\n}"),
              StartsWith("line 3, column 15: not valid JSON: "));
  EXPECT_THAT(error_of(""), StartsWith("line 1, column 1: not valid JSON: "));
}

TEST(RunConfig, SectionThatIsNoObjectIsAnError) {
  EXPECT_EQ(error_of("[]"), "the config: expected an object in {}, got []");
  EXPECT_EQ(error_of(R"({"target": 5})"), "target: expected an object in {}, got 5");
}

TEST(RunConfig, DeepNestingIsAnErrorAndNotAStackOverflow) {
  const std::string deep = std::string(200000, '[') + std::string(200000, ']');
  EXPECT_THAT(error_in("request", "\"body\": " + deep), HasSubstr("nested deeper than"));
}

TEST(RunConfig, TargetsThatExcludeEachOtherAreNamed) {
  EXPECT_THAT(error_of("{}"), StartsWith("target: missing"));
  EXPECT_THAT(error_of(R"({"target": {}})"), StartsWith("target.url: missing"));
  EXPECT_THAT(error_of(R"({"target": {"launch": ["x"]}})"), StartsWith("target.url: missing"));
  const std::string in_process = R"({"target": {"in_process": true, )";
  EXPECT_THAT(error_of(in_process + R"("url": "http://h"}})"), StartsWith("target.url: does not"));
  EXPECT_THAT(error_of(in_process + R"("launch": ["x"]}})"), StartsWith("target.launch: does not"));
  EXPECT_THAT(error_of(in_process + R"("pid": 5}})"), StartsWith("target.pid: does not"));
  const std::string server = R"({"target": {"url": "http://h", )";
  EXPECT_THAT(error_of(server + R"("launch": ["x"], "pid": 5}})"), StartsWith("target.pid: does"));
  EXPECT_THAT(error_of(server + R"("faults": ["text_cache=1"]}})"), StartsWith("target.faults: "));
}

TEST(RunConfig, LimitsThatContradictEachOtherAreErrors) {
  EXPECT_THAT(error_in("workload", R"("timeouts": {"first_byte_s": 300})"),
              StartsWith("workload.timeouts.total_s: expected at least"));
  EXPECT_THAT(error_in("workload", R"("quiesce": {"settle_s": 20})"),
              StartsWith("workload.quiesce.limit_s: expected at least"));
  EXPECT_THAT(error_in("workload", R"("texts": ["a"], "texts_file": "b")"),
              StartsWith("workload.texts_file: does not go with texts"));
}

TEST(RunConfig, HeaderCannotSmuggleALineBreak) {
  EXPECT_THAT(error_in("request", R"("headers": {"X": "a\r\nY: b"})"),
              StartsWith("request.headers: expected"));
  EXPECT_THAT(error_in("request", R"("headers": {"X: y": "a"})"),
              StartsWith("request.headers: expected"));
}

TEST(RunConfig, SizesAndDurationsMustBeAboveZero) {
  for (const char* field : {R"("rss_peak": "0")", R"("rss_growth_per_request": "0KiB")",
                            R"("rss_peak": 5)", R"("ttfb_p95": "0s")", R"("error_rate": 1.1)"}) {
    EXPECT_THAT(error_in("thresholds", field), HasSubstr("expected")) << field;
  }
}

}  // namespace
}  // namespace ttsoak
