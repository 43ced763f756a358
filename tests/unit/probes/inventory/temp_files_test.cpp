#include "probes/inventory/temp_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "probes/inventory/cluster_name.h"

namespace ttsoak {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A folder of its own, named for the test: numbers in it would be a star, and the folders of tests
// that run at the same time a cluster.
class Folder {
 public:
  explicit Folder(const std::string& kind = "folder") {
    const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() / ("ttsoak-" + std::string(test->name()) + kind);
    std::filesystem::remove_all(path_);
    if (!std::filesystem::create_directory(path_)) abort_with("cannot make a folder");
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  void write(const std::string& name, std::size_t bytes) const {
    std::ofstream(path_ / name) << std::string(bytes, 'x');
  }

 private:
  std::filesystem::path path_;
};

// What is new in `folder`, which stands for a configured one. Only its own items: the machine's
// /tmp is full of other programs.
class Looker {
 public:
  explicit Looker(const std::filesystem::path& folder,
                  const WalkLimits& limits = {.entries = 5'000},
                  const std::vector<std::filesystem::path>& own = {})
      : prefix_(cluster_name_of(folder)),
        self_(ProcessWatch::open(::getpid())),
        files_({folder.string()}, own, limits) {}

  std::vector<InventoryItem> look() {
    InventoryLook look;
    files_.look_at({{0, &self_.value()}}, look);
    note_ = look.notes.text();
    NamesBefore before;
    auto items = look.tally.items(before);
    std::erase_if(items, [&](const auto& item) { return !item.name.starts_with(prefix_); });
    for (auto& item : items) item.name.erase(0, prefix_.size());
    return items;
  }
  [[nodiscard]] const std::string& note() const { return note_; }

 private:
  static std::string cluster_name_of(const std::filesystem::path& folder) {
    return cluster_name(folder.string()) + "/";
  }

  std::string prefix_;
  Result<ProcessWatch> self_;
  FilesLeftBehind files_;
  std::string note_;
};

auto is_item(const std::string& name, std::int64_t count) {
  return AllOf(Field(&InventoryItem::name, name), Field(&InventoryItem::count, count));
}

TEST(FilesLeftBehind, OnlyWhatIsNewSinceTheFirstLookCounts) {
  const Folder folder;
  folder.write("old_000001.wav", 10'000);
  Looker looker(folder.path());

  EXPECT_THAT(looker.look(), IsEmpty());
  folder.write("new_000001.wav", 10'000);
  folder.write("new_000002.wav", 10'000);
  const auto items = looker.look();
  ASSERT_THAT(items, ElementsAre(is_item("new_*.wav", 2)));
  EXPECT_GE(items[0].bytes, 5'000);
}

TEST(FilesLeftBehind, FilesThatWereThereCountByTheirGrowth) {
  const Folder folder;
  folder.write("server.log", 100'000);
  Looker looker(folder.path());

  EXPECT_THAT(looker.look(), IsEmpty());
  folder.write("server.log", 300'000);
  const auto items = looker.look();
  ASSERT_THAT(items, ElementsAre(is_item("server.log", 0)));
  EXPECT_THAT(items[0].bytes, AllOf(Ge(150'000), ::testing::Le(300'000)));
}

TEST(FilesLeftBehind, FoldersCountToo) {
  const Folder folder;
  Looker looker(folder.path());
  looker.look();
  std::filesystem::create_directory(folder.path() / "tmpqwrtzpsd");
  folder.write("tmpqwrtzpsd/audio.wav", 1);

  EXPECT_THAT(looker.look(),
              ::testing::UnorderedElementsAre(is_item("tmp*/", 1), is_item("tmp*/audio.wav", 1)));
}

TEST(FilesLeftBehind, FileInThePlaceOfARemovedOneIsNew) {
  const Folder folder;
  folder.write("a_000001.wav", 10);
  Looker looker(folder.path());
  looker.look();
  std::filesystem::remove(folder.path() / "a_000001.wav");
  folder.write("a_000002.wav", 10);  // has the inode of the removed one on many file systems

  EXPECT_THAT(looker.look(), ElementsAre(is_item("a_*.wav", 1)));
}

TEST(FilesLeftBehind, NamedPipeIsCountedAndNotOpened) {
  const Folder folder;
  Looker looker(folder.path());
  looker.look();
  ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);

  EXPECT_THAT(looker.look(), ElementsAre(is_item("pipe", 1)));  // opening it would wait for ever
}

TEST(FilesLeftBehind, LinkIntoAnotherFolderIsNotFollowed) {
  const Folder elsewhere("-elsewhere");
  elsewhere.write("secret", 1);
  const Folder folder;
  Looker looker(folder.path());
  looker.look();
  std::filesystem::create_directory_symlink(elsewhere.path(), folder.path() / "link");

  EXPECT_THAT(looker.look(), ElementsAre(is_item("link", 1)));
}

TEST(FilesLeftBehind, OwnFoldersAreLeftOut) {
  const Folder folder;
  std::filesystem::create_directory(folder.path() / "run");
  Looker looker(folder.path(), {.entries = 5'000}, {folder.path() / "run"});
  looker.look();
  folder.write("run/run.db", 1);
  folder.write("theirs", 1);

  EXPECT_THAT(looker.look(), ElementsAre(is_item("theirs", 1)));
}

TEST(FilesLeftBehind, WalkThatIsCutSaysSo) {
  const Folder folder;
  Looker looker(folder.path(), {.entries = 0});

  looker.look();
  EXPECT_THAT(looker.note(), HasSubstr("not looked at: what comes after 0 entries"));
}

TEST(TempVariables, OnlyAbsoluteFoldersOfTheFourVariables) {
  using namespace std::string_view_literals;

  EXPECT_THAT(
      temp_variables("A=1\0TMPDIR=/data/tmp\0TMP=relative\0XTMP=/x\0GRADIO_TEMP_DIR=/g\0"sv),
      ElementsAre("/data/tmp", "/g"));
}

}  // namespace
}  // namespace ttsoak
