#pragma once

#include "reports/verdict/report.h"

namespace ttsoak {

// Reports as runs of a small TTS server might give them; the same every time.
Report failing_report();       // a leak of 41 KiB per request, some errors, workers, traced
Report passing_report();       // warm-up, then flat; far below its budget
Report inconclusive_report();  // too short and too noisy to say
Report invalid_report();       // the target was replaced half way
Report empty_report();         // interrupted before the first cycle ended: nothing was measured

// Gives a report a traced heap: two stacks that leak, a cache that fills, some that do not grow.
void add_sample_heap(Report& report);

// Gives a report with a heap what else is watched, and the causes that follow: memory taken apart,
// a Python container, temporary files, a cgroup with a limit, a trim.
void add_sample_evidence(Report& report);

}  // namespace ttsoak
