#include "reports/render/junit.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "gmock/gmock.h"
#include "tests/unit/reports/render/sample_report.h"

namespace ttsoak {
namespace {

using testing::HasSubstr;
using testing::Not;

// What Python's XML parser (expat, which is strict) makes of it: a line for the suite, and one for
// each case with the element in it. "refused" if it is not XML.
std::string parsed(const std::string& xml) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("ttsoak-junit-" + std::to_string(::getpid()) + ".xml");
  std::ofstream(file, std::ios::binary) << xml;
  const std::string script =
      "import sys, xml.etree.ElementTree as tree\n"
      "try: suite = tree.parse(sys.argv[1]).getroot().find('testsuite')\n"
      "except tree.ParseError: print('refused'); sys.exit()\n"
      "print(*[suite.get(key) for key in ('name', 'tests', 'failures', 'errors', 'skipped')])\n"
      "for case in suite.iter('testcase'):\n"
      "    inner = [f'{i.tag} {i.get(\"type\")}: {i.get(\"message\")}' for i in case]\n"
      "    print(case.get('name'), '->', *inner or ['passed'])\n";
  const std::string command = "PYTHONIOENCODING=utf-8 python3 -c '" + [&] {
    std::string quoted;
    for (const char c : script) quoted += c == '\'' ? "'\\''" : std::string(1, c);
    return quoted;
  }() + "' " + file.string();
  std::string output;
  if (FILE* pipe = ::popen(command.c_str(), "r")) {
    char piece[4096];
    for (std::size_t n = 0; (n = std::fread(piece, 1, sizeof piece, pipe)) > 0;) {
      output.append(piece, n);
    }
    ::pclose(pipe);
  }
  std::filesystem::remove(file);
  return output;
}

TEST(RenderJunit, OneCaseForEachThresholdAndOneForTheRun) {
  EXPECT_EQ(parsed(render_junit(failing_report())),
            "kokoro nightly 5 1 0 0\n"
            "run -> passed\n"
            "RSS growth per request, limit 10.0 KiB -> failure fail: "
            "measured 41.2 KiB [37.9, 44.5]\n"
            "RSS peak, limit 1.00 GiB -> passed\n"
            "error rate, limit 1.0 % -> passed\n"
            "TTFB p95, limit 800 ms -> passed\n");
}

TEST(RenderJunit, APassHasNeitherFailureNorError) {
  EXPECT_THAT(parsed(render_junit(passing_report())), HasSubstr("indextts release gate 3 0 0 0\n"));
}

TEST(RenderJunit, NotDecidedIsAnErrorAndNotGreen) {
  const std::string cases = parsed(render_junit(inconclusive_report()));

  EXPECT_THAT(cases, HasSubstr("first look 3 0 1 0\n"));
  EXPECT_THAT(cases, HasSubstr("limit 10.0 KiB -> error inconclusive: measured 8.1 KiB"));
}

TEST(RenderJunit, OfARunThatCannotBeJudgedNoThresholdCounts) {
  const std::string cases = parsed(render_junit(invalid_report()));

  EXPECT_THAT(cases, HasSubstr("restarted server 2 0 1 1\n"));
  EXPECT_THAT(cases, HasSubstr("run -> error invalid: The server was replaced"));
}

TEST(RenderJunit, ATargetThatDiedIsAFailureOfTheRun) {
  Report report = passing_report();
  report.verdict = {VerdictStatus::fail, "FAIL: the target died.", {"the target died"}};

  EXPECT_THAT(parsed(render_junit(report)), HasSubstr("run -> failure fail: The target died.\n"));
}

TEST(RenderJunit, HostileTextStaysText) {
  Report report = failing_report();
  report.record.header.name =
      "\"/><x a='\x1b[2J\x00\xff\xed\xa0\x80\xef\xbf\xbf</testsuite>]]>&ä東";
  report.thresholds[0].measured = "1\n2\t<b>\xf0\x9f\x98\x80\xc0\x80";
  const std::string cases = parsed(render_junit(report));

  EXPECT_THAT(cases, HasSubstr("\"/><x a='"));
  EXPECT_THAT(cases, HasSubstr("measured 1\n2\t<b>\xf0\x9f\x98\x80"));
  EXPECT_THAT(cases, Not(HasSubstr("refused")));
}

TEST(RenderJunit, AnEmptyRunIsXmlToo) {
  EXPECT_THAT(parsed(render_junit(empty_report())), HasSubstr("interrupted 1 0 1 0\n"));
}

}  // namespace
}  // namespace ttsoak
