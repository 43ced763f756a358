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
    auto path = directory_.path() / (std::to_string(pid) + ".blackbox");
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

// As long as it lives, this process maps the file as the tracer does.
class Mapping {
 public:
  explicit Mapping(const std::filesystem::path& path) {
    const UniqueFd fd(::open(path.c_str(), O_RDONLY));
    page_ = ::mmap(nullptr, 4096, PROT_READ, MAP_SHARED, fd.get(), 0);
    if (page_ == MAP_FAILED) abort_with("the box cannot be mapped");
  }
  ~Mapping() { ::munmap(page_, 4096); }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

 private:
  void* page_;
};

TEST_F(FindBlackboxesTest, ProcessThatMapsTheBoxIsItsWriter) {
  const Mapping mapping(save(::getpid(), 1));

  EXPECT_EQ(find().boxes.at(0).host_pid, ::getpid());
}

TEST_F(FindBlackboxesTest, ProcessWithThePidOfTheWriterAloneIsNotIt) {
  save(::getpid(), 1);

  EXPECT_EQ(find().boxes.at(0).host_pid, 0);
}

TEST_F(FindBlackboxesTest, BoxThatTookThePlaceOfAnotherIsNotOfItsWriter) {
  const auto path = save(::getpid(), 1);
  const Mapping mapping(path);
  std::filesystem::remove(path);
  save(::getpid(), 2);

  EXPECT_EQ(find().boxes.at(0).host_pid, 0);
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
