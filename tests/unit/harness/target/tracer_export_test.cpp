#include "harness/target/tracer_export.h"

#include <sys/stat.h>

#include "gmock/gmock.h"
#include "harness/target/c_library.h"
#include "tests/integration/soak_run.h"

namespace ttsoak {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

// A file system whose C library says that it is of this version.
class Root {
 public:
  explicit Root(const std::string& glibc) {
    fs::create_directories(directory_.path() / "lib/x86_64-linux-gnu");
    static_cast<void>(directory_.write(
        "lib/x86_64-linux-gnu/libc.so.6",
        "\177ELF GNU C Library (Debian GLIBC) stable release version " + glibc + ".\nCopyright"));
  }
  [[nodiscard]] const fs::path& path() const { return directory_.path(); }

 private:
  TempDirectory directory_;
};

ExportedTracer exported(const fs::path& directory, const fs::path& root) {
  auto result = export_tracer(directory, root);
  if (!result.ok()) abort_with(result.error().message.c_str());
  return std::move(result).value();
}

TEST(CLibrary, OfThisMachineIsFoundAndNewEnough) {
  const auto glibc = find_c_library("/").glibc;

  ASSERT_TRUE(glibc.has_value());
  EXPECT_GE(*glibc, (GlibcVersion{2, 28}));
  EXPECT_FALSE(find_c_library("/").musl);
}

TEST(CLibrary, OfAContainerIsThatBelowItsRoot) {
  EXPECT_EQ(find_c_library(Root("2.17").path()).glibc, (GlibcVersion{2, 17}));
}

TEST(CLibrary, VersionsAreComparedAsNumbersAndNotAsText) {
  EXPECT_LT((GlibcVersion{2, 4}), (GlibcVersion{2, 28}));
}

TEST(NeededGlibc, IsTheNewestThatAFileNames) {
  const TempDirectory directory;
  const std::string file =
      directory.write("lib.so", std::string("GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.4\0", 33));

  EXPECT_EQ(needed_glibc(file), (GlibcVersion{2, 34}));
  EXPECT_EQ(needed_glibc(directory.write("text", "GLIBC_PRIVATE")), std::nullopt);
}

TEST(TracerExport, PutsTheTracerIntoADirectoryAndSaysHowToLoadIt) {
  const TempDirectory place;
  const fs::path directory = place.path() / "new" / "tracer";
  const ExportedTracer tracer = exported(directory, "/");

  EXPECT_THAT(tracer.files, Contains("libttsoak_tracer.so"));
  for (const std::string& file : tracer.files) {
    EXPECT_GT(fs::file_size(directory / file), 1000U) << file;
    EXPECT_FALSE(fs::is_symlink(directory / file)) << "leads nowhere in a container";
  }
  EXPECT_THAT(tracer.container_flags,
              testing::ElementsAre("-v " + directory.string() + ":/ttsoak",
                                   "-e LD_PRELOAD=/ttsoak/libttsoak_tracer.so "
                                   "-e TTSOAK_DIR=/ttsoak/box"));
  EXPECT_THAT(tracer.warnings, IsEmpty());
}

TEST(TracerExport, BringsLibunwindAndWhatItNeeds) {
  const TempDirectory place;
  const ExportedTracer tracer = exported(place.path(), {});

  EXPECT_THAT(tracer.files, AllOf(Contains("libunwind.so.8"), Contains("liblzma.so.5")));
}

TEST(TracerExport, LetsAnybodyInTheContainerWriteItsBox) {
  const TempDirectory place;
  exported(place.path(), {});
  struct stat status {};

  ASSERT_EQ(::stat((place.path() / "box").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 01777U);
}

TEST(TracerExport, MayBeRepeated) {
  const TempDirectory place;
  exported(place.path(), {});

  EXPECT_TRUE(export_tracer(place.path(), {}).ok());
}

TEST(TracerExport, WarnsOfAContainerThatCannotLoadIt) {
  const TempDirectory place, nothing;
  EXPECT_THAT(exported(place.path(), Root("2.17").path()).warnings,
              Contains(AllOf(HasSubstr("glibc 2.17 is too old"), HasSubstr("2.28"))));
  EXPECT_THAT(exported(place.path(), nothing.path()).warnings,
              Contains(HasSubstr("no C library was found")));
  fs::create_directories(nothing.path() / "lib");
  static_cast<void>(nothing.write("lib/ld-musl-x86_64.so.1", "musl"));
  EXPECT_THAT(exported(place.path(), nothing.path()).warnings, Contains(HasSubstr("musl")));
}

TEST(TracerExport, WarnsWhereTheUnwinderOfThisMachineIsTooNewForTheContainer) {
  const TempDirectory place;
  const Root root("2.28");
  const auto needed = needed_glibc(fs::path("/usr/lib/x86_64-linux-gnu/libunwind.so.8"));
  if (!needed || *needed <= GlibcVersion{2, 28}) GTEST_SKIP() << "it needs no newer glibc";

  EXPECT_THAT(exported(place.path(), root.path()).warnings,
              Contains(AllOf(HasSubstr("libunwind.so.8"), HasSubstr("install libunwind8"))));
}

TEST(TracerExport, DirectoryThatCannotBeWrittenToIsAnError) {
  const auto result = export_tracer("/proc/ttsoak", {});

  ASSERT_FALSE(result.ok());
  EXPECT_THAT(result.error().message, HasSubstr("/proc/ttsoak"));
}

}  // namespace
}  // namespace ttsoak
