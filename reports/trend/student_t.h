#pragma once

namespace ttsoak::trend {

// Student's t distribution with `degrees` > 0 degrees of freedom.
double student_t_below(double t, double degrees);          // P(T < t); t may be infinite
double student_t_quantile(double chance, double degrees);  // 0 < chance < 1

}  // namespace ttsoak::trend
