#pragma once

#include "reports/cause/live_subject.h"

namespace ttsoak {

// Which cause of live growth this is; see live_subjects(). `subject` is complete but for its cause.
Cause live_cause(const LiveSubject& subject, const RunRecord& record, const Traffic& traffic);

}  // namespace ttsoak
