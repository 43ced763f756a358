#include "reports/trend/judgement.h"

#include <algorithm>

namespace ttsoak::trend {
namespace {

constexpr double kBendOdds = 3;       // log evidence to call growth saturating: 20 to 1
constexpr double kLateOdds = 1.5;     // log evidence to fail on a late onset
constexpr int kLeastWarmup = 8;       // points without which a tail is trusted when cautious
constexpr double kVarianceRatio = 3;  // of innovations, against a later window: the fit is poor

// Chances that the rate exceeds the budget, by the letters of the windows: A almost all, D after
// warm-up, H second half.
struct Chances {
  double line_a, line_d, line_h;
  double bend_a, bend_d;          // the slope under a transient
  double bend_end_a, bend_end_d;  // the rate at the end under a transient
};

Chances chances(const Evidence& e, double budget) {
  const auto& a = e.almost_all_fits;
  const auto& d = e.after_warmup_fits;
  return {a.line.chance_over(budget, RateKind::underlying),
          d.line.chance_over(budget, RateKind::underlying),
          e.second_half_fits.line.chance_over(budget, RateKind::underlying),
          a.transient.chance_over(budget, RateKind::underlying),
          d.transient.chance_over(budget, RateKind::underlying),
          a.transient.chance_over(budget, RateKind::at_end),
          d.transient.chance_over(budget, RateKind::at_end)};
}

Mode choose_mode(const Evidence& e) {
  const auto& a = e.almost_all_fits;
  const auto& d = e.after_warmup_fits;
  const bool bend_a = is_bent(a);
  const bool bend_d = is_bent(d);
  const double var_d = (bend_d ? d.transient : d.line).innovation_variance;
  const double var_h = e.second_half_fits.line.innovation_variance;
  const double var_line = std::min(d.line.innovation_variance, var_h);
  if (!bend_a && a.line.innovation_variance <= kVarianceRatio * var_line) return Mode::whole_run;
  if (bend_a && a.transient.innovation_variance <= kVarianceRatio * std::min(var_d, var_h))
    return Mode::warmup_fits;
  if (var_d > kVarianceRatio * var_h) return Mode::nothing_fits;
  return bend_d ? Mode::tail_bend : Mode::tail_line;
}

// The chances that must be above 1 - alpha_fail to fail, and below alpha_pass to pass.
struct Deciding {
  double to_fail, to_pass;
};

Deciding deciding(Mode mode, const Chances& p, bool bend_d) {
  switch (mode) {
    case Mode::whole_run:
      return {p.line_a, p.line_a};
    case Mode::warmup_fits:
      return {p.bend_a, p.bend_end_a};
    case Mode::tail_line:
      return {p.line_d, p.line_d};
    case Mode::tail_bend:
      return {p.bend_d, p.bend_end_d};
    case Mode::nothing_fits:
      break;
  }
  return {bend_d ? std::min(p.line_h, p.bend_d) : p.line_h, p.line_h};
}

void rest_on_line(Judgement& j, const Window& window, const WindowFits& fits, double chance) {
  j.window = &window;
  j.posterior = &fits.line;
  j.shapes = nullptr;
  j.kind = RateKind::underlying;
  j.shape = j.mode == Mode::nothing_fits ? GrowthShape::unsettled : GrowthShape::linear;
  j.chance_over = chance;
}

void rest_on_bend(Judgement& j, const Window& window, const WindowFits& fits,
                  const WindowDesign& design, double chance) {
  j = {j.mode,  j.decision,      j.obstacle,         GrowthShape::saturating,
       &window, &fits.transient, &design.transients, RateKind::at_end,
       chance};
}

void rest_on_onset(Judgement& j, const Window& window, const WindowFits& fits,
                   const WindowDesign& design, double chance) {
  j = {j.mode,  j.decision,       j.obstacle,          GrowthShape::late_onset,
       &window, &fits.late_onset, &design.late_onsets, RateKind::at_end,
       chance};
}

void rest_on_mode(Judgement& j, const Evidence& e, const Chances& p) {
  switch (j.mode) {
    case Mode::whole_run:
      return rest_on_line(j, e.almost_all, e.almost_all_fits, p.line_a);
    case Mode::warmup_fits:
      return rest_on_bend(j, e.almost_all, e.almost_all_fits, e.design->almost_all, p.bend_end_a);
    case Mode::tail_line:
      return rest_on_line(j, e.after_warmup, e.after_warmup_fits, p.line_d);
    case Mode::tail_bend:
      return rest_on_bend(j, e.after_warmup, e.after_warmup_fits, e.design->after_warmup,
                          p.bend_end_d);
    case Mode::nothing_fits:
      return rest_on_line(j, e.second_half, e.second_half_fits, p.line_h);
  }
}

}  // namespace

bool is_bent(const WindowFits& fits) { return fits.transient_odds() > kBendOdds; }

Judgement judge(const Evidence& e, double budget, const GrowthRules& rules) {
  const Chances p = chances(e, budget);
  const bool bend_d = is_bent(e.after_warmup_fits);
  Judgement j;
  j.mode = choose_mode(e);
  rest_on_mode(j, e, p);
  const Deciding chance = deciding(j.mode, p, bend_d);
  const double sure = 1 - rules.alpha_fail;

  // Where no warm-up was fitted but points were dropped, they must have been enough for one.
  const bool tail = j.mode == Mode::tail_line || j.mode == Mode::nothing_fits;
  const bool may_fail = !(rules.cautious && tail && e.after_warmup.fewest_dropped < kLeastWarmup);
  if (p.line_h > 0.5 && chance.to_fail > sure && may_fail) {
    j.decision = GrowthDecision::fail;
    return j;
  }
  // A transient over the whole run costs the slope much of its precision. The run after the
  // warm-up may be straight and sure by itself.
  if (!rules.cautious && p.line_h > 0.5 && j.mode == Mode::warmup_fits && !bend_d &&
      p.line_d > sure && chance.to_fail > 0.5) {
    rest_on_line(j, e.after_warmup, e.after_warmup_fits, p.line_d);
    j.decision = GrowthDecision::fail;
    return j;
  }

  // An onset is not looked for where the run still bends down: each would explain the other away.
  const bool from_start = j.mode == Mode::whole_run;
  const Window& onset_window = from_start ? e.almost_all : e.after_warmup;
  const WindowFits& onset_fits = from_start ? e.almost_all_fits : e.after_warmup_fits;
  const WindowDesign& onset_design = from_start ? e.design->almost_all : e.design->after_warmup;
  const double late = onset_fits.late_onset.chance_over(budget, RateKind::at_end);
  const double odds = onset_fits.late_onset_odds();
  const bool look_for_onset = !bend_d && j.mode != Mode::nothing_fits;
  if (look_for_onset && odds > kLateOdds && late > 1 - rules.alpha_late) {
    rest_on_onset(j, onset_window, onset_fits, onset_design, late);
    j.decision = GrowthDecision::fail;
    return j;
  }
  const bool suspected = look_for_onset && odds > 0 && late > 0.5;

  const bool warmed_up = j.mode != Mode::whole_run;
  const bool by_mode = chance.to_pass < rules.alpha_pass;
  const bool by_half = warmed_up && p.line_h < rules.alpha_pass;
  const bool by_tail = warmed_up && p.line_d < rules.alpha_pass && chance.to_pass < 0.5;
  if (by_mode || by_half || by_tail) {
    if (suspected) {
      rest_on_onset(j, onset_window, onset_fits, onset_design, late);
      j.obstacle = Obstacle::late_onset_suspected;
      return j;
    }
    if (!by_mode && by_half) rest_on_line(j, e.second_half, e.second_half_fits, p.line_h);
    if (!by_mode && !by_half) rest_on_line(j, e.after_warmup, e.after_warmup_fits, p.line_d);
    j.decision = GrowthDecision::pass;
    return j;
  }
  j.obstacle = chance.to_fail > sure ? Obstacle::second_half_disagrees
               : j.kind == RateKind::at_end && j.chance_over > sure ? Obstacle::still_slowing
                                                                    : Obstacle::uncertain;
  return j;
}

}  // namespace ttsoak::trend
