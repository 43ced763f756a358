#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <iostream>

#include "harness/cli/commands.h"
#include "harness/cli/parse_options.h"
#include "harness/run/run_directory.h"
#include "harness/run/write_file.h"
#include "harness/selftest/case_run.h"
#include "harness/selftest/selftest_table.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

std::atomic<bool> g_stop{false};

void on_signal(int signal) {
  g_stop = true;
  std::signal(signal, SIG_DFL);
}

ExitStatus fail(const std::string& message) {
  std::cerr << "ttsoak selftest: " << message << '\n';
  return ExitStatus::error;
}

struct SelftestOptions {
  std::vector<std::string> only;
  int seeds = 3;
  int jobs = 2;
  bool quick = false;
  bool as_json = false;
  bool list = false;
  std::string output = "runs";
  std::string cases;         // a directory; empty: those in the program
  std::string one, command;  // of a child; see become_run()
};

Status choose(const SelftestOptions& options, std::vector<SoakCase>& cases) {
  if (options.only.empty()) {
    // Diagnoses take some minutes each.
    if (options.quick) std::erase_if(cases, [](const auto& c) { return c.expect.is_diagnosis(); });
    return std::nullopt;
  }
  for (const std::string& name : options.only) {
    if (std::none_of(cases.begin(), cases.end(), [&](const auto& c) { return c.name == name; })) {
      return Error{"no case \"" + name + "\"; --list shows all"};
    }
  }
  std::erase_if(cases, [&](const SoakCase& one) {
    return std::find(options.only.begin(), options.only.end(), one.name) == options.only.end();
  });
  return std::nullopt;
}

std::string list_of(const std::vector<SoakCase>& cases) {
  std::string text;
  for (const SoakCase& one : cases) {
    text += one.name + std::string(one.name.size() < 24 ? 24 - one.name.size() : 1, ' ') +
            one.expect.status + ", " + expected_words(one.expect) + '\n';
  }
  return text;
}

void say_done(const CaseResult& result, std::size_t done, std::size_t all, double left_s) {
  std::cerr << result_line(result) << "  [" << done << '/' << all;
  if (done < all) std::cerr << ", " << format_duration(left_s) << " left";
  std::cerr << "]\n";
}

void add_options(CLI::App& app, SelftestOptions& options) {
  app.add_flag("--quick", options.quick, "one seed, no diagnoses");
  app.add_option("--only", options.only, "these cases");
  app.add_option("--seeds", options.seeds, "how often each case is run, with another order")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  app.add_option("--jobs", options.jobs, "runs at a time")
      ->capture_default_str()
      ->check(CLI::Range(1, 64));
  app.add_option("-o,--output", options.output, "where the records are put")->capture_default_str();
  app.add_option("--cases", options.cases,
                 "a directory of cases of your own: configs with a part \"expect\"");
  app.add_flag("--json", options.as_json, "print the results as JSON");
  app.add_flag("--list", options.list, "list the cases, run none");
  app.add_option("--one", options.one)->group("");
  app.add_option("--command", options.command)->group("");
  app.footer(
      "Examples:\n"
      "  ttsoak selftest --quick\n"
      "  ttsoak selftest --only text_cache abort_state --seeds 1\n"
      "  ttsoak selftest -o /var/tmp/proof --json > proof.json\n\n"
      "Ctrl-C ends it with a table of what is done.\n"
      "Exit status: 0 all right, 1 something was wrong, 2 ended early, 4 error.");
}

}  // namespace

ExitStatus cmd_selftest(int argc, char** argv) {
  CLI::App app{
      "Soaks the reference engine with every fault it knows, and sets what ttsoak finds against\n"
      "what is there: status, cause, who is to blame, bytes per request.",
      "ttsoak selftest"};
  SelftestOptions options;
  add_options(app, options);
  if (const auto exit = parse_options(app, argc, argv)) return *exit;
  if (!options.one.empty()) return fail(become_run(options.one, options.command).message);

  SelftestPlan plan;
  auto cases = options.cases.empty() ? built_in_cases() : read_cases(options.cases);
  if (!cases.ok()) return fail(cases.error().message);
  plan.cases = std::move(cases).value();
  if (const Status error = choose(options, plan.cases)) return fail(error->message);
  if (options.list) {
    std::cout << list_of(plan.cases);
    return ExitStatus::pass;
  }
  plan.seeds = options.quick && app.count("--seeds") == 0 ? 1 : options.seeds;
  plan.jobs = options.jobs;
  auto directory = make_run_directory(options.output, "selftest");
  if (!directory.ok()) return fail(directory.error().message);
  plan.directory = std::filesystem::canonical(directory.value());

  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  const std::size_t all = plan.cases.size() * static_cast<std::size_t>(plan.seeds);
  const auto results = run_selftest(plan, g_stop, say_done);
  if (!results.ok()) return fail(results.error().message);
  const std::string json = selftest_json(results.value()).dump(2) + '\n';
  if (const Status error = write_file(plan.directory / "selftest.json", json)) {
    return fail(error->message);
  }
  if (options.as_json) {
    std::cout << json;
  } else {
    std::cout << selftest_table(results.value()) << "\nRecords: " << plan.directory.string()
              << '\n';
  }
  if (!all_right(results.value())) return ExitStatus::fail;
  return results.value().size() < all ? ExitStatus::inconclusive : ExitStatus::pass;
}

}  // namespace ttsoak
