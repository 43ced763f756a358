#include "probes/allocator/stack_library.h"

#include "gmock/gmock.h"
#include "tests/unit/probes/heap/synthetic_box.h"

namespace ttsoak {
namespace {

using namespace blackbox;

class StackLibrary : public testing::Test {
 protected:
  std::string of(const std::vector<std::uint64_t>& frames) {
    SyntheticBox box;
    box.add_module(0x1000, 0x2000, 0, "/usr/lib/libc.so.6", "");
    box.add_module(0x2000, 0x3000, 0, "/usr/lib/libstdc++.so.6.0.30", "");
    box.add_module(0x3000, 0x4000, 0, "/opt/torch/lib/libtorch_cpu.so", "");
    box.add_module(0x4000, 0x5000, 0, "", "");
    box.add_module(0x5000, 0x6000, 0, "/usr/lib/libpython3.11.so.1.0", "");
    box.add_code("/app/voices.py", "load", 7);
    box.add_code("/usr/lib/python3.11/site-packages/uvicorn/protocols/http.py", "run", 1);
    box.add_code("/usr/lib/python3.11/json/decoder.py", "decode", 1);
    const std::uint32_t stack = box.add_stack(frames);
    const auto path = directory_.path() / "1-1.blackbox";
    box.save(path);
    return library_of(read_box_tables(BoxFile::open(path).value()).value(), stack);
  }

  TemporaryDirectory directory_;
};

TEST_F(StackLibrary, IsTheInnermostThatIsNotEverybodys) {
  EXPECT_EQ(of({0x1100, 0x2100, 0x3100, 0x4100}), "/opt/torch/lib/libtorch_cpu.so");
}

TEST_F(StackLibrary, MayBeTheProgramItself) { EXPECT_EQ(of({0x1100, 0x4100}), "/usr/bin/server"); }

TEST_F(StackLibrary, OfPythonCodeIsItsFile) {
  EXPECT_EQ(of({0x5100, kPythonFrame | 1ULL << 32 | 3, 0x4100}), "/app/voices.py");
}

TEST_F(StackLibrary, ReturnAddressBehindAModulesLastByteIsItsOwn) {
  EXPECT_EQ(of({0x4000, 0x5100}), "/opt/torch/lib/libtorch_cpu.so");
}

TEST_F(StackLibrary, OfAnInstalledPackageIsItsDirectory) {
  EXPECT_EQ(of({0x5100, kPythonFrame | 2ULL << 32 | 3}),
            "/usr/lib/python3.11/site-packages/uvicorn");
  EXPECT_EQ(of({0x5100, kPythonFrame | 3ULL << 32 | 3}), "/usr/lib/python3.11/json");
}

TEST_F(StackLibrary, IsTheInterpreterWhereThereIsNothingElse) {
  EXPECT_EQ(of({0x1100, 0x5100, 0x1200}), "/usr/lib/libpython3.11.so.1.0");
}

TEST_F(StackLibrary, IsUnknownWhereAllIsEverybodys) {
  EXPECT_EQ(of({0x1100, kGapFrame, 0x2100, 0xffff0000}), "");
}

}  // namespace
}  // namespace ttsoak
