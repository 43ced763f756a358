#pragma once

namespace ttsoak {

// Part of the interface: CI jobs branch on these. Keep in step with README, "Exit status".
enum class ExitStatus : int {
  pass = 0,          // every threshold is met
  fail = 1,          // a threshold is broken, or the target died under load
  inconclusive = 2,  // too short or too noisy to say; the report says how long would do
  invalid = 3,       // the run cannot be judged: restart, unequal work, too many errors
  error = 4,         // ttsoak could not do its job: bad config, target did not start
};

// One command each; argv[0] is the command's own name.
ExitStatus cmd_run(int argc, char** argv);
ExitStatus cmd_diagnose(int argc, char** argv);
ExitStatus cmd_apis(int argc, char** argv);
ExitStatus cmd_trace(int argc, char** argv);
ExitStatus cmd_report(int argc, char** argv);
ExitStatus cmd_compare(int argc, char** argv);
ExitStatus cmd_baseline(int argc, char** argv);
ExitStatus cmd_judge(int argc, char** argv);
ExitStatus cmd_plan(int argc, char** argv);
ExitStatus cmd_calibrate(int argc, char** argv);
ExitStatus cmd_doctor(int argc, char** argv);
ExitStatus cmd_tracer(int argc, char** argv);
ExitStatus cmd_engine(int argc, char** argv);
ExitStatus cmd_selftest(int argc, char** argv);

}  // namespace ttsoak
