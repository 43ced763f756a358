// Who keeps free memory resident, as sampled, against what is true by construction or by samples of
// every block.

#include <cmath>
#include <map>

#include "gmock/gmock.h"
#include "tests/integration/allocator/looks.h"

namespace ttsoak {
namespace {

using testing::HasSubstr;

// These programs allocate faster than any server: without it they would be sampled at 1 MiB.
constexpr const char* kUnhurried = "TTSOAK_BUDGET=100000000";

// Shares of a role by function.
std::map<std::string, double> shares(const Boxes& boxes, const Target& target, const HeapLook& look,
                                     RetentionRole role) {
  std::map<std::string, double> by_function;
  for (const RetentionShare& share : look.retention) {
    if (share.role == role) by_function[function_of(boxes, target, share)] += share.share;
  }
  return by_function;
}

double of(const std::map<std::string, double>& shares, const std::string& function) {
  for (const auto& [name, share] : shares) {
    if (name.find(function) != std::string::npos) return share;
  }
  return 0;
}

void expect_sums(const HeapLook& look) {
  std::map<RetentionRole, double> sums;
  for (const RetentionShare& share : look.retention) {
    sums[share.role] += share.share;
    EXPECT_LE(share.share_low, share.share + 1e-9);
    EXPECT_GE(share.share_high, share.share - 1e-9);
    EXPECT_GE(share.share_low, 0);
    EXPECT_LE(share.share_high, 1);
    if (share.stack < 0) continue;
    EXPECT_GE(share.samples, 10);
    EXPECT_THAT(share.library, HasSubstr("trap_allocator"));
  }
  EXPECT_EQ(sums.size(), 3U);
  for (const auto& [role, sum] : sums) EXPECT_NEAR(sum, 1, 1e-6);
}

TEST(Retention, NamesThePinnerOfAHeapFullOfHoles) {
  const Boxes boxes;
  Target target({trap("allocator_pin")}, boxes.environment({kUnhurried}));
  ASSERT_EQ(target.read_line(), "freed");
  const HeapLook seen = look(boxes, target, Thoroughness::walk);
  expect_sums(seen);
  const RetentionShare pins = largest(seen, RetentionRole::pins);
  EXPECT_THAT(function_of(boxes, target, pins), HasSubstr("pins"));
  EXPECT_GT(pins.share, 0.9);
  EXPECT_EQ(pins.block_bytes_low, 112);
  EXPECT_EQ(pins.block_bytes_high, 112);
  EXPECT_NEAR(pins.bytes, static_cast<double>(seen.split.pinned_bytes),
              0.1 * static_cast<double>(seen.split.pinned_bytes));
  const RetentionShare separates = largest(seen, RetentionRole::separates);
  EXPECT_THAT(function_of(boxes, target, separates), HasSubstr("pins"));
  EXPECT_GT(separates.share, 0.9);
  EXPECT_NEAR(separates.bytes, static_cast<double>(seen.split.free_bytes),
              0.1 * static_cast<double>(seen.split.free_bytes));
  EXPECT_EQ(target.wait().status, 0);
}

TEST(Retention, NamesThoseWhoFilledTheHoles) {
  const Boxes boxes;
  Target target({trap("allocator_pin"), "8000"}, boxes.environment({kUnhurried}));
  ASSERT_EQ(target.read_line(), "freed");
  const HeapLook seen = look(boxes, target, Thoroughness::walk);
  const auto filled = shares(boxes, target, seen, RetentionRole::filled);
  const double x = of(filled, "fills_x");
  const double y = of(filled, "fills_y");
  EXPECT_GT(x + y, 0.3);  // a third of such blocks is sampled, and more of their bytes
  EXPECT_NEAR(x / (x + y), 0.25, 0.08);  // some 3,000 samples: 10 standard deviations
  EXPECT_EQ(target.wait().status, 0);
}

TEST(Retention, SamplesAgreeWithTheTruth) {
  const auto measured = [](const std::vector<std::string>& environment, RetentionRole role) {
    const Boxes boxes;
    Target target({trap("allocator_mix")}, boxes.environment(environment));
    EXPECT_EQ(target.read_line(), "ready");
    const HeapLook seen = look(boxes, target, Thoroughness::walk);
    expect_sums(seen);
    return shares(boxes, target, seen, role);
  };
  // Nearly every block is sampled.
  const std::vector<std::string> all = {"TTSOAK_SAMPLE=64", kUnhurried};
  for (const RetentionRole role : {RetentionRole::pins, RetentionRole::separates}) {
    const auto truth = measured(all, role);
    const auto sampled = measured({kUnhurried}, role);
    EXPECT_GT(of(truth, "pins_most"), 0.6);
    EXPECT_NEAR(of(sampled, "pins_most"), of(truth, "pins_most"), 0.1);
    EXPECT_LT(of(sampled, "lies_densely"), 0.05);
  }
}

}  // namespace
}  // namespace ttsoak
