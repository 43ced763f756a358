#include "harness/run/heap_watch.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "gmock/gmock.h"
#include "probes/base/unique_fd.h"
#include "probes/blackbox/weight.h"
#include "tests/unit/probes/heap/synthetic_box.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Observations : public ObservationSink {
 public:
  void record(Observation observation) override { all_.push_back(std::move(observation)); }

  template <typename Kind>
  std::vector<Kind> of() const {
    std::vector<Kind> found;
    for (const Observation& one : all_) {
      if (const auto* const value = std::get_if<Kind>(&one)) found.push_back(*value);
    }
    return found;
  }
  [[nodiscard]] std::size_t size() const { return all_.size(); }

 private:
  std::vector<Observation> all_;
};

// Maps the box, as its writer does.
void* map_box(const std::filesystem::path& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDWR));
  void* const page = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
  if (page == MAP_FAILED) abort_with("the box cannot be mapped");
  return page;
}

// A process that maps a box, as its writer does, until this object goes.
class Writer {
 public:
  // `save`: makes the box for a pid and returns its path.
  template <typename Save>
  explicit Writer(const Save& save) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) abort_with("pipe");
    const UniqueFd told(ends[0]);
    UniqueFd tells(ends[1]);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      map_box(save(::getpid()));
      tells.reset();  // as does an early end
      while (true) ::pause();
    }
    tells.reset();
    char end_of_file = 0;
    if (::read(told.get(), &end_of_file, 1) != 0) abort_with("read");
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() { end(); }

  void end() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }

 private:
  pid_t pid_ = 0;
};

class HeapWatchTest : public ::testing::Test {
 protected:
  // A box with one stack of two frames that holds a MiB.
  HeapWatchTest() {
    const std::uint32_t stack = box_.add_stack({0x1000, 0x2000});
    box_.add_sample(0x5000, {stack, 0, blackbox::pack_sample(1 << 20, blackbox::Kind::heap, 0)});
    box_.header().retired = {1 << 20, 1, 0, 0, 0, 0, 0, 0};
  }

  std::filesystem::path save(int pid) {
    box_.header().pid = pid;
    auto path = directory_.path() / (std::to_string(pid) + ".blackbox");
    box_.save(path);
    return path;
  }

  HeapWatch watch(bool is_ours, int index = 3) {
    return {directory_.path(), is_ours, RunClock(), seen_, [index](pid_t) { return index; }};
  }

  TemporaryDirectory directory_;
  SyntheticBox box_;
  Observations seen_;
};

constexpr int kNobody = 0x7FFFFFF;  // more than any pid can be

TEST_F(HeapWatchTest, WhatAnEndedProcessLeftIsRecordedOnceAndGoes) {
  const auto path = save(kNobody);
  HeapWatch heap = watch(true);
  heap.take_snapshots(7);
  heap.take_snapshots(8);

  const auto snapshots = seen_.of<HeapSnapshot>();
  ASSERT_EQ(snapshots.size(), 1U);
  EXPECT_EQ(snapshots[0].process, 3);
  EXPECT_EQ(snapshots[0].cycle, 7);
  EXPECT_EQ(snapshots[0].allocated_bytes, 1 << 20);
  const auto stacks = seen_.of<HeapStack>();
  ASSERT_EQ(stacks.size(), 1U);
  EXPECT_EQ(stacks[0].frames.size(), 2U);
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(HeapWatchTest, DirectoryOfSomebodyElseStaysAsItIs) {
  const auto path = save(kNobody);
  HeapWatch heap = watch(false);
  heap.take_snapshots(1);

  EXPECT_EQ(seen_.of<HeapSnapshot>().size(), 1U);
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST_F(HeapWatchTest, ProcessThatIsNotWatchedIsNotRecorded) {
  save(kNobody);
  HeapWatch heap = watch(true, -1);
  heap.take_snapshots(1);

  EXPECT_EQ(seen_.size(), 0U);
  EXPECT_EQ(heap.boxes_seen(), 0U);
  EXPECT_THAT(heap.troughs(), IsEmpty());
}

TEST_F(HeapWatchTest, LivingProcessIsReadAtEachLookAndOnceMoreWhenItHasEnded) {
  Writer writer([this](int pid) { return save(pid); });
  HeapWatch heap = watch(true);
  heap.take_snapshots(1);
  heap.take_snapshots(2);
  writer.end();
  heap.take_snapshots(3);
  heap.take_snapshots(4);

  EXPECT_EQ(seen_.of<HeapSnapshot>().size(), 3U);
  EXPECT_EQ(seen_.of<HeapStack>().size(), 1U);
  EXPECT_EQ(heap.troughs().size(), 3U);
}

TEST_F(HeapWatchTest, ProgramThatTakesThePlaceOfAnotherDoesNotInheritItsHeap) {
  const auto path = save(::getpid());
  void* const old_page = map_box(path);
  HeapWatch heap = watch(true);
  heap.take_snapshots(1);
  ::munmap(old_page, 4096);
  std::filesystem::remove(path);
  box_.header().started_ns = 2;
  void* const page = map_box(save(::getpid()));
  heap.take_snapshots(2);
  heap.take_snapshots(3);

  const auto snapshots = seen_.of<HeapSnapshot>();
  ASSERT_EQ(snapshots.size(), 3U);
  const std::int64_t old_stack = snapshots[0].stacks.at(0).stack;
  ASSERT_EQ(snapshots[1].stacks.size(), 2U);
  EXPECT_NE(snapshots[1].stacks[0].stack, old_stack);
  EXPECT_EQ(snapshots[1].stacks[0].live_bytes, 1 << 20);
  EXPECT_EQ(snapshots[1].stacks[1].stack, old_stack);
  EXPECT_EQ(snapshots[1].stacks[1].live_bytes, 0);
  EXPECT_EQ(snapshots[2].stacks.size(), 1U);
  heap.finish();
  EXPECT_EQ(seen_.of<HeapStack>().size(), 2U);
  ::munmap(page, 4096);
}

TEST_F(HeapWatchTest, CycleIsWrittenIntoTheBoxForWhatIsBornInIt) {
  auto* const header = static_cast<blackbox::Header*>(map_box(save(::getpid())));
  HeapWatch heap = watch(true);
  heap.begin_cycle(12);

  EXPECT_EQ(header->cycle, 12U);
  ::munmap(header, 4096);
}

TEST_F(HeapWatchTest, OwnStacksAreNamedOnlyAtTheEnd) {
  void* const page = map_box(save(::getpid()));
  HeapWatch heap = watch(true);
  heap.take_snapshots(1);
  heap.take_snapshots(2);
  EXPECT_EQ(seen_.of<HeapSnapshot>().size(), 2U);
  EXPECT_THAT(seen_.of<HeapStack>(), IsEmpty());

  heap.finish();
  EXPECT_EQ(seen_.of<HeapStack>().size(), 1U);
  ::munmap(page, 4096);
}

TEST_F(HeapWatchTest, NoteOfTheTracerIsToldOnce) {
  std::strcpy(box_.header().note, "half of it is not seen");
  void* const page = map_box(save(::getpid()));
  HeapWatch heap = watch(true);
  heap.take_snapshots(1);
  heap.take_snapshots(2);

  const auto events = seen_.of<Event>();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].detail, "tracer: half of it is not seen");
  ::munmap(page, 4096);
}

TEST_F(HeapWatchTest, DirectoryThatIsNotThereIsToldOnce) {
  HeapWatch heap("/no/such/boxes", false, RunClock(), seen_, [](pid_t) { return 0; });
  heap.take_snapshots(1);
  heap.take_snapshots(2);

  const auto events = seen_.of<Event>();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_THAT(events[0].detail, HasSubstr("/no/such/boxes: No such file"));
}

}  // namespace
}  // namespace ttsoak
