#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <thread>

#include "harness/cli/commands.h"
#include "harness/cli/parse_options.h"
#include "reports/calibration/calibration_words.h"

namespace ttsoak {

ExitStatus cmd_calibrate(int argc, char** argv) {
  CLI::App app{"Measures how often verdicts err: judges simulated servers whose truth is known.",
               "ttsoak calibrate"};
  app.footer(
      "Examples:\n"
      "  ttsoak calibrate                 tables in Markdown, in one to two minutes\n"
      "  ttsoak calibrate --quick         the same from an eighth of the runs\n"
      "  ttsoak calibrate --json | jq '.tables[].goals'\n\n"
      "The figures are the same on every machine with the same C library, and whatever the number\n"
      "of its processors.");
  bool quick = false;
  bool as_json = false;
  app.add_flag("--quick", quick, "fewer runs: faster, and less exact");
  app.add_flag("--json", as_json, "print the counts and goals as JSON");
  if (const auto exit = parse_options(app, argc, argv)) return *exit;

  CalibrationSize size;
  if (quick) {
    for (int* runs : {&size.short_runs, &size.long_runs, &size.short_boundary, &size.long_boundary,
                      &size.until_decided}) {
      *runs /= 8;
    }
  }
  const bool terminal = ::isatty(STDERR_FILENO) == 1;
  const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const Calibration calibration = calibrate(size, threads, [&](double share) {
    if (terminal) std::cerr << "\rcalibrating, " << static_cast<int>(100 * share) << " %";
  });
  if (terminal) std::cerr << "\r\x1b[2K";
  std::cout << (as_json ? render_calibration_json(calibration) : render_calibration(calibration));
  return ExitStatus::pass;
}

}  // namespace ttsoak
