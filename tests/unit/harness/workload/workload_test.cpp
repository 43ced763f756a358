#include "harness/workload/workload.h"

#include <algorithm>
#include <map>
#include <set>

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using testing::ElementsAre;

WorkloadSpec spec_of(int requests_per_cycle, std::uint64_t seed = 1) {
  WorkloadSpec spec;
  spec.requests_per_cycle = requests_per_cycle;
  spec.seed = seed;
  spec.texts = {"one", "two", "three"};
  spec.voices = {"ann", "bob"};
  spec.formats = {"wav"};
  return spec;
}

std::vector<int> order_of(const std::vector<PlannedRequest>& requests) {
  std::vector<int> order;
  order.reserve(requests.size());
  for (const PlannedRequest& request : requests) order.push_back(request.request_class);
  return order;
}

TEST(Workload, TextsVoicesAndFormatsTakeTurns) {
  const Workload workload(spec_of(7));
  auto requests = workload.cycle(1);
  std::sort(requests.begin(), requests.end(),
            [](const auto& a, const auto& b) { return a.request_class < b.request_class; });

  std::vector<std::string> said;
  said.reserve(requests.size());
  for (const PlannedRequest& request : requests) said.push_back(request.text + *request.voice);
  EXPECT_THAT(
      said, ElementsAre("oneann", "twobob", "threeann", "onebob", "twoann", "threebob", "oneann"));
}

TEST(Workload, EveryCycleSendsTheSameRequestsInAnotherOrder) {
  const Workload workload(spec_of(25));
  std::set<std::vector<int>> orders;
  for (int cycle = 1; cycle <= 50; ++cycle) {
    const auto requests = workload.cycle(cycle);
    auto order = order_of(requests);
    orders.insert(order);
    std::sort(order.begin(), order.end());
    for (int i = 0; i < 25; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
    EXPECT_EQ(workload.digest(requests), workload.digest(workload.cycle(1)));
  }
  EXPECT_EQ(orders.size(), 50U);
}

// From an implementation of the same algorithms in another language.
TEST(Workload, OrderIsTheSameOnEveryPlatform) {
  EXPECT_THAT(order_of(Workload(spec_of(10)).cycle(1)), ElementsAre(4, 0, 8, 2, 7, 1, 6, 9, 3, 5));
  EXPECT_THAT(order_of(Workload(spec_of(10)).cycle(2)), ElementsAre(5, 8, 0, 9, 2, 3, 7, 6, 4, 1));
  EXPECT_THAT(order_of(Workload(spec_of(10, 2)).cycle(1)),
              ElementsAre(7, 4, 0, 2, 5, 3, 6, 1, 9, 8));
}

TEST(Workload, SameSeedAndCycleGiveTheSameOrder) {
  EXPECT_EQ(order_of(Workload(spec_of(100, 9)).cycle(3)),
            order_of(Workload(spec_of(100, 9)).cycle(3)));
  EXPECT_NE(order_of(Workload(spec_of(100, 9)).cycle(3)),
            order_of(Workload(spec_of(100, 8)).cycle(3)));
}

TEST(Workload, EveryPositionSeesEveryRequestAboutEquallyOften) {
  const Workload workload(spec_of(5));
  std::map<std::pair<std::size_t, int>, int> seen;
  constexpr int kCycles = 5000;
  constexpr int kExpected = kCycles / 5;
  for (int cycle = 1; cycle <= kCycles; ++cycle) {
    const auto order = order_of(workload.cycle(cycle));
    for (std::size_t i = 0; i < order.size(); ++i) ++seen[{i, order[i]}];
  }
  ASSERT_EQ(seen.size(), 25U);
  for (const auto& [where, count] : seen) EXPECT_NEAR(count, kExpected, 150);  // 5 sigma
}

TEST(WorkloadDigest, TellsWorkApartThatDiffersInOneField) {
  const std::uint64_t reference = Workload(spec_of(6)).digest(Workload(spec_of(6)).cycle(1));
  const auto digest_of = [](const WorkloadSpec& spec) {
    const Workload workload(spec);
    return workload.digest(workload.cycle(1));
  };
  WorkloadSpec other_text = spec_of(6);
  other_text.texts[2] = "thref";
  WorkloadSpec other_voice = spec_of(6);
  other_voice.voices[0] = "amy";
  WorkloadSpec other_format = spec_of(6);
  other_format.formats[0] = "pcm";
  WorkloadSpec shifted = spec_of(6);
  shifted.formats = {"nwav"};
  shifted.voices = {"an", "bob"};

  for (const WorkloadSpec& spec :
       {other_text, other_voice, other_format, shifted, spec_of(5), spec_of(7)}) {
    EXPECT_NE(digest_of(spec), reference);
  }
}

TEST(WorkloadDigest, DoesNotDependOnTheSeed) {
  EXPECT_EQ(Workload(spec_of(6, 1)).digest(Workload(spec_of(6, 1)).cycle(1)),
            Workload(spec_of(6, 2)).digest(Workload(spec_of(6, 2)).cycle(1)));
}

TEST(Workload, FreshTextsDifferBetweenCyclesAndAreEqualWork) {
  WorkloadSpec spec = spec_of(20);
  spec.fresh = true;
  const Workload workload(spec);
  std::set<std::string> texts;
  for (int cycle = 1; cycle <= 10; ++cycle) {
    const auto requests = workload.cycle(cycle);
    for (const PlannedRequest& request : requests) texts.insert(request.text);
    EXPECT_EQ(workload.digest(requests), workload.digest(workload.cycle(1)));
  }
  EXPECT_EQ(texts.size(), 200U);
}

}  // namespace
}  // namespace ttsoak
