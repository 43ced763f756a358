#include "probes/heap/symbolizer.h"

#include <dlfcn.h>
#include <fcntl.h>

#include <filesystem>
#include <fstream>

#include "gmock/gmock.h"
#include "probes/base/result.h"
#include "probes/heap/elf_module.h"
#include "tests/unit/probes/heap/synthetic_box.h"

namespace ttsoak {
namespace {

namespace fs = std::filesystem;
using ::testing::EndsWith;
using ::testing::HasSubstr;

const std::string kLibrary = TTSOAK_BINARY_DIR "/symbolized/libsymbolized.so";
const std::string kNoDebug = TTSOAK_BINARY_DIR "/symbolized/no_debug.so";      // .symtab
const std::string kStripped = TTSOAK_BINARY_DIR "/symbolized/stripped.so";     // .dynsym
const std::string kNoAranges = TTSOAK_BINARY_DIR "/symbolized/no_aranges.so";  // as Clang writes it
const std::string kDebug = TTSOAK_BINARY_DIR "/symbolized/separate.debug";     // .debug_*

using Call = void* (*)();
Call exported_function() {
  void* const library = ::dlopen(kLibrary.c_str(), RTLD_NOW);
  if (library == nullptr) abort_with(::dlerror());
  return reinterpret_cast<Call>(::dlsym(library, "symbolized_return_address"));
}

std::uint64_t elf_address(void* address) {
  Dl_info info{};
  ::dladdr(address, &info);
  return static_cast<std::uint64_t>(static_cast<char*>(address) -
                                    static_cast<char*>(info.dli_fbase));
}

// Of the innermost call in symbolized.cpp.
std::uint64_t address_of_call() { return elf_address(exported_function()()) - 1; }

std::string build_id() {
  const UniqueFd fd(::open(kLibrary.c_str(), O_RDONLY));
  return ElfModule::open(fd, kLibrary, "")->build_id();
}

// The number of the line of symbolized.cpp that ends in "mark: `mark`".
int line_of(const std::string& mark) {
  std::ifstream source(TTSOAK_SOURCE_DIR "/tests/unit/probes/heap/symbolized.cpp");
  std::string line;
  for (int number = 1; std::getline(source, line); ++number) {
    if (line.ends_with("mark: " + mark)) return number;
  }
  return -1;
}

class SymbolizerTest : public ::testing::Test {
 protected:
  // Puts `file` where the process has it as /lib/libvoice.so.
  void install(const std::string& file, const std::string& as = "lib/libvoice.so") {
    fs::create_directories((root_.path() / as).parent_path());
    fs::copy_file(file, root_.path() / as);
  }
  std::vector<Frame> frames(const std::string& build_id = "") {
    return symbolizer_.frames_at({"/lib/libvoice.so", build_id}, address_);
  }

  TemporaryDirectory root_;
  Symbolizer symbolizer_{root_.path()};
  std::uint64_t address_ = address_of_call();
};

void expect_full_frames(const std::vector<Frame>& frames) {
  ASSERT_EQ(frames.size(), 3U);
  EXPECT_EQ(frames[0].kind, FrameKind::inlined);
  EXPECT_EQ(frames[0].function, "symbolized::(anonymous)::Cache::keep");
  EXPECT_EQ(frames[0].line, line_of("keep"));
  EXPECT_EQ(frames[1].kind, FrameKind::inlined);
  EXPECT_EQ(frames[1].function, "symbolized::(anonymous)::load");
  EXPECT_EQ(frames[1].line, line_of("load"));
  EXPECT_EQ(frames[2].kind, FrameKind::native);
  EXPECT_EQ(frames[2].function, "symbolized::speak(char const*)");
  EXPECT_EQ(frames[2].line, line_of("speak"));
  for (const Frame& frame : frames) {
    EXPECT_THAT(frame.file, EndsWith("tests/unit/probes/heap/symbolized.cpp"));
    EXPECT_EQ(frame.module, "/lib/libvoice.so");
  }
}

TEST_F(SymbolizerTest, InlinedFunctionsAreFramesOfTheirOwnWithTheirLines) {
  install(kLibrary);

  expect_full_frames(frames(build_id()));
}

TEST_F(SymbolizerTest, DebuggingInformationWithoutATableOfAddressesIsReadToo) {
  install(kNoAranges);

  expect_full_frames(frames(build_id()));
}

TEST_F(SymbolizerTest, SeparateDebugFileIsFoundByBuildId) {
  install(kStripped);
  std::string hexadecimal;
  for (const char byte : build_id()) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned char>(byte));
    hexadecimal += digits;
  }
  install(kDebug, "usr/lib/debug/.build-id/" + hexadecimal.substr(0, 2) + "/" +
                      hexadecimal.substr(2) + ".debug");

  expect_full_frames(frames(build_id()));
}

TEST_F(SymbolizerTest, WithoutDebuggingInformationTheSymbolIsTheFunction) {
  install(kNoDebug);

  const auto found = frames(build_id());

  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].function, "symbolized::speak(char const*)");
  EXPECT_EQ(found[0].file, "");
  EXPECT_EQ(found[0].line, 0);
  EXPECT_EQ(found[0].address, address_);
}

TEST_F(SymbolizerTest, StrippedLibraryStillNamesWhatItExports) {
  install(kStripped);

  EXPECT_EQ(frames().at(0).function, "symbolized::speak(char const*)");
}

TEST_F(SymbolizerTest, OfTwoNamesOfAFunctionTheShorterIsShown) {
  install(kNoDebug);
  address_ = elf_address(reinterpret_cast<void*>(exported_function()));

  EXPECT_EQ(frames().at(0).function, "symbolized_return_address");
}

TEST_F(SymbolizerTest, OtherBuildOnDiskIsNotTrustedAndSaidSo) {
  install(kLibrary);

  const auto found = frames(std::string(20, 'x'));

  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].function, HasSubstr("another build"));
  EXPECT_EQ(found[0].file, "");
}

TEST_F(SymbolizerTest, AbsoluteLinkLeadsWhereItLeadsForTheProcess) {
  install(kNoDebug, "opt/real.so");
  fs::create_directories(root_.path() / "lib");
  fs::create_symlink("/opt/real.so", root_.path() / "lib/libvoice.so");

  EXPECT_EQ(frames().at(0).function, "symbolized::speak(char const*)");
}

TEST_F(SymbolizerTest, MissingFileIsAFrameWithModuleAndAddress) {
  const auto found = frames(build_id());

  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].function, "");
  EXPECT_EQ(found[0].module, "/lib/libvoice.so");
  EXPECT_EQ(found[0].address, address_);
}

TEST_F(SymbolizerTest, FileOfAnEndedProcessIsTakenFromHereIfItIsTheSameBuild) {
  Symbolizer gone("/proc/999999999/root");

  EXPECT_EQ(gone.frames_at({kNoDebug, build_id()}, address_).at(0).function,
            "symbolized::speak(char const*)");
  EXPECT_EQ(gone.frames_at({kNoDebug, ""}, address_).at(0).function, "");
}

TEST_F(SymbolizerTest, AddressOutsideOfAnyFunctionIsNotGivenToTheLastOne) {
  install(kNoDebug);

  EXPECT_EQ(symbolizer_.frames_at({"/lib/libvoice.so", ""}, 0x7fffffff).at(0).function, "");
}

TEST_F(SymbolizerTest, FileThatIsNoElfFileHasNoNames) {
  fs::create_directories(root_.path() / "lib");
  std::ofstream(root_.path() / "lib/libvoice.so") << "not an ELF file";

  EXPECT_EQ(frames().at(0).function, "");
}

TEST_F(SymbolizerTest, MoreModulesThanAreKeptOpenAreStillAllNamed) {
  install(kNoDebug);
  for (int i = 0; i < 80; ++i) {
    fs::create_hard_link(root_.path() / "lib/libvoice.so",
                         root_.path() / ("lib/lib" + std::to_string(i) + ".so"));
  }
  for (int i = 0; i < 160; ++i) {
    const std::string path = "/lib/lib" + std::to_string(i % 80) + ".so";
    ASSERT_EQ(symbolizer_.frames_at({path, ""}, address_).at(0).function,
              "symbolized::speak(char const*)");
  }
}

}  // namespace
}  // namespace ttsoak
