#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "gmock/gmock.h"
#include "harness/workload/long_text.h"
#include "harness/workload/workload.h"

namespace ttsoak {
namespace {

using testing::ElementsAre;

WorkloadSpec spec_of(int requests_per_cycle, std::map<RequestKind, double> mix) {
  WorkloadSpec spec;
  spec.requests_per_cycle = requests_per_cycle;
  spec.texts = {"One is short.", "Two is a little longer.", "Three."};
  spec.voices = {"ann", "bob"};
  spec.mix = std::move(mix);
  return spec;
}

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

PlannedRequest only(RequestKind kind) {
  static std::vector<std::unique_ptr<Workload>> kept;  // voices live as long as their workload
  kept.push_back(std::make_unique<Workload>(spec_of(1, {{kind, 1}})));
  return kept.back()->cycle(1).front();
}

TEST(WorkloadMix, TheSameRequestsAreOddInEveryCycle) {
  const Workload workload(
      spec_of(25, {{RequestKind::normal, 0.8}, {RequestKind::abort_first_audio, 0.2}}));
  for (int cycle = 1; cycle <= 3; ++cycle) {
    std::set<int> aborted;
    for (const PlannedRequest& request : workload.cycle(cycle)) {
      if (request.kind == RequestKind::abort_first_audio) aborted.insert(request.request_class);
    }
    EXPECT_THAT(aborted, ElementsAre(2, 7, 12, 17, 22));
  }
  const Workload patient(spec_of(25, {{RequestKind::normal, 1}}));
  EXPECT_NE(workload.digest(workload.cycle(1)), patient.digest(patient.cycle(1)));
}

TEST(WorkloadMix, KindsOfEqualNumberAreNotEqualWork) {
  std::set<std::uint64_t> digests;
  for (std::size_t i = 0; i < kRequestKinds; ++i) {
    const Workload workload(spec_of(6, {{static_cast<RequestKind>(i), 1}}));
    digests.insert(workload.digest(workload.cycle(1)));
  }
  EXPECT_EQ(digests.size(), kRequestKinds);
}

TEST(WorkloadMix, ErroneousRequestsAreWhatTheyAreCalled) {
  EXPECT_EQ(only(RequestKind::empty).text, "");
  EXPECT_NEAR(static_cast<double>(characters(only(RequestKind::too_long).text)), 10000, 20);
  EXPECT_EQ(*only(RequestKind::unknown_voice).voice, "ttsoak-no-such-voice");
  EXPECT_EQ(only(RequestKind::bad_json).text, "One is short.");
}

TEST(WorkloadMix, LongTextsAreOfManyLengthsAndTheSameInEachCycle) {
  const Workload workload(spec_of(50, {{RequestKind::long_text, 1}}));
  std::map<int, std::string> first;
  std::set<std::size_t> lengths;
  for (const PlannedRequest& request : workload.cycle(1)) {
    first[request.request_class] = request.text;
    lengths.insert(characters(request.text));
  }
  EXPECT_GE(*lengths.begin(), 1980U);
  EXPECT_LE(*lengths.rbegin(), 4000U);
  EXPECT_GT(lengths.size(), 40U);
  for (const PlannedRequest& request : workload.cycle(2)) {
    EXPECT_EQ(request.text, first[request.request_class]);
  }
}

TEST(WorkloadMix, AnEmptyTextIsNotMadeFresh) {
  WorkloadSpec spec = spec_of(3, {{RequestKind::empty, 1}});
  spec.fresh = true;
  for (const PlannedRequest& request : Workload(spec).cycle(1)) EXPECT_EQ(request.text, "");
}

TEST(WorkloadSchedule, IsTheSameInEveryCycleAndInOrder) {
  WorkloadSpec spec = spec_of(20, {{RequestKind::normal, 1}});
  spec.arrival.process = Arrival::Process::poisson;
  spec.arrival.stages = {{std::chrono::hours(1), 10}};
  const Workload workload(spec);
  const auto first = workload.cycle(1);
  const auto second = workload.cycle(2);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(first[i].at, second[i].at);
    if (i > 0) {
      EXPECT_GE(first[i].at, first[i - 1].at);
    }
  }
  EXPECT_GT(first.back().at, RunTime(0));
}

TEST(WorkloadReplay, KeepsItsOrderAndFillsInWhatWasNotRecorded) {
  WorkloadSpec spec = spec_of(3, {{RequestKind::normal, 1}});
  spec.arrival.process = Arrival::Process::replay;
  spec.arrival.replay = {{RunTime(0), "recorded", "", "mp3", {{"k", "v"}}},
                         {RunTime(9), "", "eve", "", {}}};
  const Workload workload(spec);
  const auto requests = workload.cycle(5);
  EXPECT_EQ(requests[0].text, "recorded");
  EXPECT_EQ(*requests[0].voice, "ann");
  EXPECT_EQ(*requests[0].format, "mp3");
  EXPECT_EQ(requests[0].row->at("k"), "v");
  EXPECT_EQ(requests[1].text, "Two is a little longer.");
  EXPECT_EQ(*requests[1].voice, "eve");
  EXPECT_EQ(requests[1].row, nullptr);
  EXPECT_EQ(requests[2].text, "recorded") << "begins again";
}

TEST(Workload, ARowGoesWithItsText) {
  WorkloadSpec spec = spec_of(4, {{RequestKind::normal, 1}});
  spec.rows = {{{"id", "1"}}, {{"id", "2"}}, {{"id", "3"}}};
  const Workload workload(spec);
  for (const PlannedRequest& request : workload.cycle(1)) {
    EXPECT_EQ(request.row->at("id"), std::to_string(request.request_class % 3 + 1));
  }
}

TEST(TextOfLength, CutsBetweenWordsWhereItCanAndBetweenCharactersElse) {
  EXPECT_EQ(text_of_length({"alpha beta", "gamma"}, 0, 13), "alpha beta");
  EXPECT_EQ(text_of_length({"alpha beta", "gamma"}, 1, 8), "gamma");
  EXPECT_EQ(text_of_length({"\xe4\xbd\xa0\xe5\xa5\xbd"}, 0, 1), "\xe4\xbd\xa0");
  EXPECT_EQ(text_of_length({"a"}, 0, 0), "");
}

}  // namespace
}  // namespace ttsoak
