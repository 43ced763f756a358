#pragma once

#include "reports/verdict/report.h"

namespace ttsoak {

// Reports as runs of a small TTS server might give them; the same every time.
Report failing_report();       // a leak of 41 KiB per request, some errors, worker processes
Report passing_report();       // warm-up, then flat; far below its budget
Report inconclusive_report();  // too short and too noisy to say
Report invalid_report();       // the target was replaced half way
Report empty_report();         // interrupted before the first cycle ended: nothing was measured

}  // namespace ttsoak
