#include "reference_engine/faults/fault_plan.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "reference_engine/faults/fault_table.h"

namespace ttsoak {
namespace {

std::string known_names() {
  std::string names;
  for (const FaultEntry& entry : fault_table()) {
    if (!names.empty()) names += ", ";
    names += entry.name;
  }
  return names;
}

Result<PlannedFault> parse_entry(std::string_view entry) {
  const auto equals = entry.find('=');
  PlannedFault fault{std::string(entry.substr(0, equals)), 1.0};
  if (find_fault(fault.name) == nullptr) {
    return Error{"fault \"" + fault.name + "\": unknown; known are " + known_names()};
  }
  if (equals == std::string_view::npos) return fault;

  const std::string_view rate = entry.substr(equals + 1);
  const char* end = rate.data() + rate.size();
  const auto [parsed_to, error] = std::from_chars(rate.data(), end, fault.rate);
  if (error != std::errc() || parsed_to != end || !(fault.rate >= 0.0 && fault.rate <= 1.0)) {
    return Error{"fault " + fault.name + ": expected a rate from 0 to 1, got \"" +
                 std::string(rate) + "\""};
  }
  return fault;
}

}  // namespace

Result<FaultPlan> parse_fault_plan(std::span<const std::string> entries) {
  FaultPlan plan;
  for (const std::string& entry : entries) {
    auto fault = parse_entry(entry);
    if (!fault.ok()) return fault.error();
    const auto& name = fault.value().name;
    if (std::any_of(plan.begin(), plan.end(),
                    [&](const auto& other) { return other.name == name; })) {
      return Error{"fault " + name + ": given twice"};
    }
    plan.push_back(std::move(fault).value());
  }
  return plan;
}

}  // namespace ttsoak
