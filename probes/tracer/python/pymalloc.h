#pragma once

namespace ttsoak::tracer {

// In a fork's child: what the control thread did not get done is to be done again.
void resume_pymalloc_after_fork();

}  // namespace ttsoak::tracer
