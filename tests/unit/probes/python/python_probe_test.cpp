#include "probes/python/python_probe.h"

#include <variant>

#include "gmock/gmock.h"
#include "tests/unit/probes/python/snapshots.h"

namespace ttsoak {
namespace {

using blackbox::Command;
using blackbox::PythonKind;
using testing::HasSubstr;

class Seen : public ObservationSink {
 public:
  void record(Observation observation) override { all.push_back(std::move(observation)); }
  template <typename Kind>
  [[nodiscard]] std::vector<Kind> of() const {
    std::vector<Kind> some;
    for (const Observation& one : all) {
      if (const auto* const kind = std::get_if<Kind>(&one)) some.push_back(*kind);
    }
    return some;
  }
  std::vector<Observation> all;
};

std::vector<char> bytes(const std::string& text) { return {text.begin(), text.end()}; }

TEST(PythonProbe, SaysWhyPythonCannotBeAsked) {
  PythonProbe probe([](Command, const std::string&) { return Error{"it is ending"}; }, 3);
  Seen seen;
  probe.look(7, RunTime{5}, seen);
  const auto heaps = seen.of<PythonHeap>();
  ASSERT_EQ(heaps.size(), 1U);
  EXPECT_EQ(heaps[0].note, "it is ending");
  EXPECT_EQ(heaps[0].objects, -1);
  EXPECT_EQ(heaps[0].process, 3);
  EXPECT_EQ(heaps[0].cycle, 7);
  EXPECT_FALSE(probe.finish(seen));
}

TEST(PythonProbe, LooksComparesAndNames) {
  int length = 0;
  PythonProbe probe(
      [&](Command command, const std::string& code) -> Result<std::vector<char>> {
        if (command == Command::python_run) {
          EXPECT_THAT(code, HasSubstr("wanted = [4096,]"));
          return bytes("container\t0\t0\tapp.cache\t50.0\tstr -> bytes, 42 B");
        }
        length += 4;
        return SnapshotOf()
            .type(0x100, "dict", PythonKind::dict, length)
            .container(0x1000, length)
            .reply();
      },
      0);
  Seen seen;
  for (int cycle = 1; cycle <= 8; ++cycle) probe.look(cycle, RunTime{cycle}, seen);
  ASSERT_FALSE(probe.finish(seen));
  EXPECT_EQ(seen.of<PythonHeap>().size(), 8U);
  EXPECT_EQ(seen.of<PythonHeap>().back().tasks, 2);
  const auto holders = seen.of<PythonHolder>();
  ASSERT_EQ(holders.size(), 1U);
  EXPECT_EQ(holders[0].path, "app.cache");
  EXPECT_DOUBLE_EQ(holders[0].bytes_per_cycle, 200);
  ASSERT_FALSE(seen.of<PythonTypeCount>().empty());
  EXPECT_EQ(seen.of<PythonTypeCount>().back().type, "dict");
  EXPECT_EQ(seen.of<PythonTypeCount>().back().objects, 32);
}

TEST(PythonProbe, AsksForCudaOnlyWhereThereAreTensors) {
  std::string ran;
  PythonProbe probe(
      [&](Command command, const std::string& code) -> Result<std::vector<char>> {
        if (command == Command::python_snapshot) {
          return SnapshotOf().type(0x1, "torch.Tensor", PythonKind::tensor, 1).reply();
        }
        ran = code;
        return bytes("1000 4000");
      },
      0);
  Seen seen;
  probe.look(1, RunTime{0}, seen);
  EXPECT_THAT(ran, HasSubstr("memory_reserved"));
  EXPECT_EQ(seen.of<PythonHeap>()[0].cuda_allocated_bytes, 1000);
  EXPECT_EQ(seen.of<PythonHeap>()[0].cuda_reserved_bytes, 4000);
}

}  // namespace
}  // namespace ttsoak
