#include "reports/trend/growth_rules.h"

namespace ttsoak {
namespace {

constexpr int kFirstLook = 40;

}  // namespace

bool is_look(int cycles_done) {
  while (cycles_done > kFirstLook && cycles_done % 2 == 0) cycles_done /= 2;
  return cycles_done == kFirstLook;
}

GrowthRules rules_for(int cycles_done, int cycles_planned) {
  double share = 1;
  // 64-bit, so that doubling cannot overflow before it passes any int.
  for (long long look = kFirstLook; look < cycles_done; look *= 2) share /= 2;
  if (cycles_done < cycles_planned && is_look(cycles_done)) share /= 2;
  GrowthRules rules;
  rules.alpha_fail *= share;
  rules.alpha_late *= share;
  return rules;
}

GrowthRules rules_until_decided(int cycles_done) {
  GrowthRules rules = rules_for(cycles_done, kMostCyclesUntilDecided);
  rules.alpha_pass *= rules.alpha_fail / GrowthRules{}.alpha_fail;
  return rules;
}

}  // namespace ttsoak
