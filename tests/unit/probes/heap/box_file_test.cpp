#include "probes/heap/box_file.h"

#include <sys/stat.h>

#include "gmock/gmock.h"
#include "probes/heap/blackbox_reader.h"
#include "tests/unit/probes/heap/synthetic_box.h"

namespace ttsoak {
namespace {

using namespace blackbox;
using ::testing::HasSubstr;

class BoxFileTest : public ::testing::Test {
 protected:
  std::string error() {
    box_.save(path_);
    return error_of_file();
  }
  std::string error_of_file() {
    const auto file = BoxFile::open(path_);
    return file.ok() ? "no error" : file.error().message;
  }

  TemporaryDirectory directory_;
  std::filesystem::path path_ = directory_.path() / "4711-1.blackbox";
  SyntheticBox box_;
};

TEST_F(BoxFileTest, SoundBoxIsOpened) { EXPECT_EQ(error(), "no error"); }

TEST_F(BoxFileTest, MissingFileIsAnErrorThatNamesIt) {
  EXPECT_EQ(error_of_file(), path_.string() + ": No such file or directory");
}

TEST_F(BoxFileTest, EmptyFileMayBecomeABox) {
  box_.image().clear();
  EXPECT_THAT(error(), HasSubstr("about to be made"));
}

TEST_F(BoxFileTest, ZeroesAreABoxThatIsNotFinished) {
  box_.image().assign(65536, '\0');
  EXPECT_THAT(error(), HasSubstr("not finished yet"));
}

TEST_F(BoxFileTest, OtherFileIsNoBox) {
  box_.image().assign(65536, 'x');
  EXPECT_THAT(error(), HasSubstr("not a black box"));
}

TEST_F(BoxFileTest, FifoIsRefusedAndNotWaitedFor) {
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  EXPECT_THAT(error_of_file(), HasSubstr("not a regular file"));
}

TEST_F(BoxFileTest, NewerVersionIsRefusedWithARemedy) {
  box_.header().version = kVersion + 1;
  EXPECT_THAT(error(), HasSubstr("use the tracer that came with it"));
}

TEST_F(BoxFileTest, TruncatedFileIsRefused) {
  box_.image().resize(box_.image().size() - 1);
  EXPECT_THAT(error(), HasSubstr("cut short"));
}

TEST_F(BoxFileTest, TableBeyondTheEndIsRefusedByName) {
  box_.header().frames.capacity = UINT64_MAX / 2;
  EXPECT_THAT(error(), HasSubstr("its table of frames does not lie inside the file"));
}

TEST_F(BoxFileTest, TableThatOverlapsTheHeaderIsRefused) {
  box_.header().codes.offset = 0;
  EXPECT_THAT(error(), HasSubstr("Python code"));
}

TEST_F(BoxFileTest, TableThatMovesLaterIsStillReadWhereItWasChecked) {
  box_.save(path_);
  const BoxFile file = BoxFile::open(path_).value();
  box_.header().stacks = {UINT64_MAX - 4095, UINT64_MAX};
  box_.save(path_);

  EXPECT_EQ(file.header().value().stacks.capacity, 32U);
}

TEST_F(BoxFileTest, FileTruncatedAfterOpeningIsAnErrorAndNoCrash) {
  box_.save(path_);
  const BlackboxReader reader = BlackboxReader::open(path_).value();
  std::filesystem::resize_file(path_, 4096 + 100);

  const auto snapshot = reader.snapshot();

  ASSERT_FALSE(snapshot.ok());
  EXPECT_THAT(snapshot.error().message, HasSubstr("cut short while it was read"));
}

TEST(TextIn, ThatLiesOutsideIsEmpty) {
  const std::vector<char> bytes = {'a', 'b', 'c'};

  EXPECT_EQ(text_in(bytes, {1, 2}), "bc");
  EXPECT_EQ(text_in(bytes, {1, 3}), "");
  EXPECT_EQ(text_in(bytes, {4, 0}), "");
  EXPECT_EQ(text_in(bytes, {UINT32_MAX, UINT32_MAX}), "");
}

TEST(Printable, EndsAtTheFirstZeroAndHidesControlCharacters) {
  EXPECT_EQ(printable(std::string_view("a\x1b[2J\0secret", 12)), "a?[2J");
}

}  // namespace
}  // namespace ttsoak
