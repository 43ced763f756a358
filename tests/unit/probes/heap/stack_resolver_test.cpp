#include "probes/heap/stack_resolver.h"

#include "gmock/gmock.h"
#include "probes/heap/blackbox_reader.h"
#include "tests/unit/probes/heap/synthetic_box.h"

namespace ttsoak {
namespace {

using namespace blackbox;
using ::testing::IsEmpty;

class StackResolverTest : public ::testing::Test {
 protected:
  BoxTables tables() {
    box_.save(path_);
    return BlackboxReader::open(path_).value().tables().value();
  }
  std::vector<Frame> resolve(std::uint32_t stack) {
    resolver_.update(tables());
    return resolver_.frames_of(stack);
  }

  TemporaryDirectory directory_;
  std::filesystem::path path_ = directory_.path() / "4711-1.blackbox";
  SyntheticBox box_;
  Symbolizer symbolizer_{directory_.path()};
  StackResolver resolver_{symbolizer_};
};

TEST_F(StackResolverTest, CallIsLookedUpAndNotWhereItReturnsTo) {
  box_.add_module(0x7000, 0x8000, 0x6000, "/lib/libgone.so");

  const auto frames = resolve(box_.add_stack({0x7001, 0x8000}));

  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[0].module, "/lib/libgone.so");
  EXPECT_EQ(frames[0].address, 0x1000U);
  EXPECT_EQ(frames[1].module, "/lib/libgone.so");  // its call is the last thing in the module
  EXPECT_EQ(frames[1].address, 0x1fffU);
}

TEST_F(StackResolverTest, ProgramItselfHasItsPath) {
  box_.add_module(0x7000, 0x8000, 0x6000, "");

  EXPECT_EQ(resolve(box_.add_stack({0x7100})).at(0).module, "/usr/bin/server");
}

TEST_F(StackResolverTest, LaterModuleWinsWhereTwoOverlap) {
  box_.add_module(0x7000, 0x9000, 0x7000, "/lib/unloaded.so");
  box_.add_module(0x8000, 0xa000, 0x8000, "/lib/loaded.so");

  const auto frames = resolve(box_.add_stack({0x7800, 0x8800}));

  EXPECT_EQ(frames.at(0).module, "/lib/unloaded.so");
  EXPECT_EQ(frames.at(1).module, "/lib/loaded.so");
}

TEST_F(StackResolverTest, AddressInNoModuleIsKeptAsItIs) {
  const auto frames = resolve(box_.add_stack({0x123456}));

  ASSERT_EQ(frames.size(), 1U);
  EXPECT_EQ(frames[0].module, "");
  EXPECT_EQ(frames[0].address, 0x123455U);
}

TEST_F(StackResolverTest, ModuleThatIsToldLaterIsStillFound) {
  const std::uint32_t stack = box_.add_stack({0x7100});
  EXPECT_EQ(resolve(stack).at(0).module, "");
  box_.add_module(0x7000, 0x8000, 0x6000, "/lib/late.so");

  EXPECT_EQ(resolve(stack).at(0).module, "/lib/late.so");
}

TEST_F(StackResolverTest, PythonFramesAndGapsStandBetweenNativeOnes) {
  const std::uint64_t code = box_.add_code("/app/tts.py", "Voice.load", 17);
  const auto frames = resolve(box_.add_stack({0x7100, kPythonFrame | code << 32 | 1, kGapFrame}));

  ASSERT_EQ(frames.size(), 3U);
  EXPECT_EQ(frames[1].kind, FrameKind::python);
  EXPECT_EQ(frames[1].function, "Voice.load");
  EXPECT_EQ(frames[1].file, "/app/tts.py");
  EXPECT_EQ(frames[1].line, 17);
  EXPECT_EQ(frames[2].kind, FrameKind::gap);
}

TEST_F(StackResolverTest, PythonLineIsThatOfTheInstructionAndNotOfTheFunction) {
  const std::uint64_t code = box_.add_code("/app/tts.py", "load", 17);
  CodeSlot& slot = box_.table<CodeSlot>(box_.header().codes)[code];
  slot.version = 0x0308;
  slot.lines = box_.add_text(std::string("\x00\x01\x06\x04", 4));  // co_lnotab: 18, from 6 on 22
  const auto at = [&](std::uint64_t lasti) { return kPythonFrame | code << 32 | (lasti + 1); };

  const auto frames = resolve(box_.add_stack({at(8), at(4)}));

  EXPECT_EQ(frames.at(0).line, 22);
  EXPECT_EQ(frames.at(1).line, 18);
}

TEST_F(StackResolverTest, CodeThatIsNotThereIsAPythonFrameWithoutAName) {
  const auto frames = resolve(box_.add_stack({kPythonFrame | 5ULL << 32}));

  ASSERT_EQ(frames.size(), 1U);
  EXPECT_EQ(frames[0].kind, FrameKind::python);
  EXPECT_EQ(frames[0].function, "");
}

TEST_F(StackResolverTest, UnknownStackHasNoFrames) {
  resolver_.update(tables());

  EXPECT_THAT(resolver_.frames_of(0), IsEmpty());
  EXPECT_THAT(resolver_.frames_of(31), IsEmpty());
  EXPECT_THAT(resolver_.frames_of(-1), IsEmpty());
  EXPECT_THAT(resolver_.frames_of(1'000'000), IsEmpty());
}

TEST_F(StackResolverTest, FramesThatLeadInCirclesEnd) {
  const std::uint32_t stack = box_.add_stack({0x7100, 0x7200});
  auto* const nodes = box_.table<FrameNode>(box_.header().frames);
  nodes[1].caller = 2;

  EXPECT_LE(resolve(stack).size(), 1024U);
}

TEST_F(StackResolverTest, StackThatIsBeingMadeIsNotReadYet) {
  const std::uint32_t stack = box_.add_stack({0x7100});
  box_.table<StackSlot>(box_.header().stacks)[stack].hash = 0;

  EXPECT_THAT(resolve(stack), IsEmpty());
}

}  // namespace
}  // namespace ttsoak
