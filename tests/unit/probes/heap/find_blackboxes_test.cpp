#include "probes/heap/find_blackboxes.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <fstream>

#include "gmock/gmock.h"
#include "probes/base/unique_fd.h"
#include "tests/unit/probes/heap/synthetic_box.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;

class FindBlackboxesTest : public ::testing::Test {
 protected:
  std::filesystem::path save(int pid, std::uint64_t started_ns) {
    SyntheticBox box;
    box.header().pid = pid;
    box.header().started_ns = started_ns;
    const auto path =
        directory_.path() / (std::to_string(pid) + "-" + std::to_string(started_ns) + ".blackbox");
    box.save(path);
    return path;
  }
  FoundBlackboxes find() { return find_blackboxes(directory_.path()).value(); }

  TemporaryDirectory directory_;
};

TEST_F(FindBlackboxesTest, BoxesComeInTheOrderTheirProcessesStarted) {
  save(12, 300);
  save(11, 900);
  save(13, 100);

  const auto boxes = find().boxes;

  ASSERT_EQ(boxes.size(), 3U);
  EXPECT_EQ(boxes[0].info.pid, 13);
  EXPECT_EQ(boxes[1].info.pid, 12);
  EXPECT_EQ(boxes[2].info.pid, 11);
}

TEST_F(FindBlackboxesTest, ProcessThatMapsTheBoxIsItsWriterAndOneWithItsPidAloneIsNot) {
  const auto mapped = save(::getpid(), 1);
  save(::getpid(), 2);  // of a program that this process was before an exec, say
  const UniqueFd fd(::open(mapped.c_str(), O_RDONLY));
  void* const page = ::mmap(nullptr, 4096, PROT_READ, MAP_SHARED, fd.get(), 0);
  ASSERT_NE(page, MAP_FAILED);

  const auto boxes = find().boxes;

  ASSERT_EQ(boxes.size(), 2U);
  EXPECT_EQ(boxes[0].host_pid, ::getpid());
  EXPECT_EQ(boxes[1].host_pid, 0);
  ::munmap(page, 4096);
}

TEST_F(FindBlackboxesTest, BoxThatIsNotFinishedDoesNotHideTheOthers) {
  save(12, 300);
  std::ofstream(directory_.path() / "99-1.blackbox") << "";
  std::ofstream(directory_.path() / "notes.txt") << "not ours";

  const FoundBlackboxes found = find();

  EXPECT_EQ(found.boxes.size(), 1U);
  ASSERT_EQ(found.refused.size(), 1U);
  EXPECT_THAT(found.refused[0].message, HasSubstr("99-1.blackbox"));
}

TEST(FindBlackboxes, DirectoryThatIsNotThereIsAnError) {
  const auto found = find_blackboxes("/nonexistent/boxes");

  ASSERT_FALSE(found.ok());
  EXPECT_THAT(found.error().message, HasSubstr("/nonexistent/boxes: No such file"));
}

}  // namespace
}  // namespace ttsoak
