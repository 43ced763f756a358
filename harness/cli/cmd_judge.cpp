#include <algorithm>
#include <atomic>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/cli/parse_options.h"
#include "harness/config/quantities.h"
#include "harness/config/texts_file.h"
#include "harness/series/series_file.h"
#include "reports/render/words.h"
#include "reports/trend/trend_design.h"
#include "reports/units/units.h"
#include "reports/verdict/judge.h"

namespace ttsoak {
namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  ttsoak judge memory.csv                    requests,rss_bytes[,live_bytes][,lifetime]\n"
    "  ttsoak judge --budget 4KiB *.csv           one line each\n"
    "  curl -sG http://prometheus:9090/api/v1/query_range \\\n"
    "    --data-urlencode "
    "'query={__name__=~\"process_resident_memory_bytes|http_requests_total\",job=\"tts\"}' \\\n"
    "    -d start=... -d end=... -d step=60 > tts.json; ttsoak judge tts.json\n\n"
    "A row is a moment with nothing in flight, or as quiet as any other; 40 or more decide.\n"
    "Exit status: 0 every series passes, 1 one fails, 2 one is undecided, 4 a file cannot be "
    "judged;\n"
    "of several, the first in the order 4, 1, 2, 0.";

struct FileVerdict {
  std::string file;
  std::optional<Error> error;
  GrowthOfBoth growth;
};

FileVerdict judge_file(const std::string& file, double budget, double live_budget) {
  FileVerdict verdict{file, std::nullopt, {}};
  const Result<std::string> text = read_small_file(file);
  if (!text.ok()) {
    verdict.error = text.error();
    return verdict;
  }
  const Result<MeasuredSeries> measured = parse_series(text.value());
  if (!measured.ok()) {
    verdict.error = measured.error().with_context(file);
    return verdict;
  }
  verdict.growth =
      judge_growth_of_both(measured.value().rss, measured.value().live, budget, live_budget, {});
  return verdict;
}

// In the order of `files`, by as many threads as there are processors.
std::vector<FileVerdict> judge_all(const std::vector<std::string>& files, double budget,
                                   double live_budget) {
  std::vector<FileVerdict> verdicts(files.size());
  std::atomic<std::size_t> next{0};
  const std::size_t threads =
      std::min<std::size_t>(files.size(), std::max(1U, std::thread::hardware_concurrency()));
  std::vector<std::jthread> workers;
  for (std::size_t i = 0; i < threads; ++i) {
    workers.emplace_back([&] {
      const trend::DesignKeeper keeper;  // series of one length share it
      for (std::size_t at = next++; at < files.size(); at = next++)
        verdicts[at] = judge_file(files[at], budget, live_budget);
    });
  }
  workers.clear();  // waits
  return verdicts;
}

std::string upper(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return result;
}

nlohmann::json growth_json(const Growth& growth) {
  return {{"decision", decision_name(growth.decision)},
          {"shape", shape_name(growth.shape)},
          {"bytes_per_request", growth.rate},
          {"bytes_per_request_lower95", growth.lower95},
          {"bytes_per_request_upper95", growth.upper95},
          {"chance_over_budget", growth.chance_over_budget},
          {"requests_to_decide", growth.requests_to_decide},
          {"why", growth.why}};
}

std::string json_line(const FileVerdict& verdict) {
  nlohmann::json line = {{"file", verdict.file}};
  if (verdict.error) {
    line["error"] = verdict.error->message;
  } else {
    line["decision"] = decision_name(verdict.growth.decision());
    line["growth"] = growth_json(verdict.growth.rss);
    if (verdict.growth.live) line["live_growth"] = growth_json(*verdict.growth.live);
  }
  return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// What decided: the series whose decision is the whole's.
std::string reason(const GrowthOfBoth& growth) {
  if (!growth.live) return growth.rss.why;
  if (growth.rss.decision == growth.decision()) return "RSS: " + growth.rss.why;
  return "live heap: " + growth.live->why;
}

void print(const FileVerdict& verdict, bool alone) {
  const GrowthOfBoth& growth = verdict.growth;
  const std::string status = upper(decision_name(growth.decision()));
  if (!alone) {
    std::cout << status << ' ' << verdict.file << ": " << reason(growth) << '\n';
    return;
  }
  std::cout << status << ": " << reason(growth) << ".\n";
  if (growth.live) {
    std::cout << "  RSS        " << growth_in_words(growth.rss) << "\n  live heap  "
              << growth_in_words(*growth.live) << '\n';
  }
}

ExitStatus status_of(const std::vector<FileVerdict>& verdicts) {
  const auto any = [&](auto is) { return std::any_of(verdicts.begin(), verdicts.end(), is); };
  const auto decided = [](GrowthDecision decision) {
    return [decision](const FileVerdict& v) { return v.growth.decision() == decision; };
  };
  if (any([](const FileVerdict& v) { return v.error.has_value(); })) return ExitStatus::error;
  if (any(decided(GrowthDecision::fail))) return ExitStatus::fail;
  return any(decided(GrowthDecision::inconclusive)) ? ExitStatus::inconclusive : ExitStatus::pass;
}

}  // namespace

ExitStatus cmd_judge(int argc, char** argv) {
  CLI::App app{"Judges anybody's series of memory over requests, as 'ttsoak run' judges its own.",
               "ttsoak judge"};
  app.footer(kExamples);
  std::vector<std::string> files;
  std::string budget_text = "10KiB";
  std::optional<std::string> live_text;
  bool as_json = false;
  app.add_option("FILE", files, "CSV, or the JSON of a range query of Prometheus")->required();
  app.add_option("--budget", budget_text, "growth per request that is allowed; default 10KiB");
  app.add_option("--live-budget", live_text, "the same for live_bytes; default: --budget");
  app.add_flag("--json", as_json, "print a line of JSON for each file");
  if (const auto exit = parse_options(app, argc, argv)) return *exit;

  const Result<double> budget = parse_bytes(budget_text);
  const Result<double> live_budget = parse_bytes(live_text.value_or(budget_text));
  for (const auto& [option, value] :
       {std::pair("--budget", &budget), std::pair("--live-budget", &live_budget)}) {
    if (value->ok()) continue;
    std::cerr << "ttsoak judge: " << option << ": " << value->error().message << '\n';
    return ExitStatus::error;
  }
  const std::vector<FileVerdict> verdicts = judge_all(files, budget.value(), live_budget.value());
  for (const FileVerdict& verdict : verdicts) {
    if (as_json) {
      std::cout << json_line(verdict) << '\n';
    } else if (verdict.error) {
      std::cerr << "ttsoak judge: " << verdict.error->message << '\n';
    } else {
      print(verdict, files.size() == 1);
    }
  }
  return status_of(verdicts);
}

}  // namespace ttsoak
