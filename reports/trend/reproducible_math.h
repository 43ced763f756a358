#pragma once

namespace ttsoak::trend {

// Functions that give the same bits on every machine: made of additions, multiplications, divisions
// and square roots, which IEEE 754 rounds in one way only. Those of the C library differ in the
// last digit between libraries, and within glibc between processors with and without fused
// multiplication. (The compiler must not fuse them either: -ffp-contract=off.)
//
// Good to 4 units in the last place, as the tests check.
double reproducible_exp(double x);  // 0 below -700; x at most 700
double reproducible_log(double x);  // x > 0, finite
double reproducible_atan(double x);

// P(T < t) of Student's t distribution with a whole number of degrees of freedom, 1 or more; t may
// be infinite. Good to 1e-14, absolute: for chances, not for p-values far out in a tail.
// Source: Abramowitz and Stegun, 26.7.3 and 26.7.4.
double chance_below(double t, int degrees);

// The t below which `chance` of the distribution lies, to nine digits; .001 <= chance <= .999.
double t_below_which(double chance, int degrees);

}  // namespace ttsoak::trend
