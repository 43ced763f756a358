#pragma once

namespace ttsoak {

// How sure a decision about growth must be. The numbers were measured on simulated servers (18
// kinds of traces, tests/unit/reports/trend); change one only together with that table.
struct GrowthRules {
  // FAIL when the chance that the rate is *within* budget is below this: a false alarm costs a
  // person a day, so one run in forty at the very budget is what we allow.
  double alpha_fail = 0.025;
  // FAIL on a late onset: half of it, because the onset is picked among nine.
  double alpha_late = 0.0125;
  // PASS when the chance that the rate exceeds the budget is below this. Wider than alpha_fail: at
  // the budget a false PASS costs little, and at 1.5 budgets it is far away. Measured after 1,000
  // requests: of 12,000 runs of six steady leaks none passed, of 2,000 runs that leak 1 MiB in one
  // request of fifty, at twice the budget on average, 3 did (the few events that fell into them
  // came to about the budget). With .025 that is 2 and with .0125 none, but of 1,800 sound runs
  // 1,324 pass with .05, 1,216 with .025 and 1,072 with .0125: the rest has to run longer.
  double alpha_pass = 0.05;
  // No decision before this many cycles. With 20, a slowly filling cache was called a leak in 75 %
  // of the runs, because its curve does not show yet.
  int min_cycles = 40;
  // For a series that is judged beside another one: FAIL only on what is sure without assuming what
  // is left of a warm-up.
  bool cautious = false;
};

// True at 40, 80, 160, 320, ... cycles: where a run may be judged before its end and stopped if it
// fails. Looking more often would need more alpha or cost more power.
bool is_look(int cycles_done);

// The rules for judging a run of `cycles_planned` cycles after `cycles_done` of them, when it may
// be stopped at every look that it fails.
//
// Each look before the end may spend half of the alpha that is left (1/2, 1/4, 1/8, ...), the last
// judgement spends the rest, so the shares add up to 1 and by Bonferroni the run as a whole keeps
// alpha_fail and alpha_late. 160 cycles: 1/2, 1/4, 1/4. A run of 40 cycles or fewer has one look
// and the whole alpha; so has GrowthRules{}, for runs that nobody looks at before their end.
// A run that was cut off between looks is judged as if it ended there.
// alpha_pass is not shared out: a PASS never stops a run, so it is decided once.
GrowthRules rules_for(int cycles_done, int cycles_planned);

// The cycles after which a run that goes on until it is decided gives up.
constexpr int kMostCyclesUntilDecided = 160;

// The rules at a look, after 40, 80 or 160 cycles, of a run that goes on until it is decided: both
// PASS and FAIL end it, so each look has its share (1/2, 1/4, 1/4) of every alpha. Nothing is
// decided between looks.
GrowthRules rules_until_decided(int cycles_done);

}  // namespace ttsoak
