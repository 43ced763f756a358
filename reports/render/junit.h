#pragma once

#include <string>

#include "reports/verdict/report.h"

namespace ttsoak {

// The verdict as JUnit's XML, which every CI system shows: one test case for each threshold, and
// one, "run", for whether the run could be judged at all.
//
//   failure   the threshold is broken; of "run": the target died under load
//   error     not decided (type "inconclusive"); of "run": it cannot be judged (type "invalid")
//   skipped   a threshold of a run that cannot be judged
//
// Not decided is an error and not a skip, since CI systems call a suite with skips green. A suite
// is free of failures and errors if and only if the verdict is PASS.
// Source: https://github.com/testmoapp/junitxml, as far as GitLab, Jenkins and GitHub's actions
// agree on it.
std::string render_junit(const Report& report);

}  // namespace ttsoak
