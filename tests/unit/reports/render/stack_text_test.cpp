#include "reports/render/stack_text.h"

#include "gmock/gmock.h"
#include "tests/unit/reports/render/sample_stacks.h"

namespace ttsoak {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;
using ::testing::StartsWith;

TEST(StackText, OwnerIsTheInnermostPythonLineThatWasNotInstalled) {
  const StackText text = stack_text(torch_stack(), StackDetail::folded);

  EXPECT_EQ(text.owner_line, "Voice.load at /app/tts.py:17");
  EXPECT_EQ(text.owner, python_frame("Voice.load", "/app/tts.py", 17));
}

TEST(StackText, HolderIsTheInnermostLibraryAndNotItsAllocator) {
  EXPECT_EQ(stack_text(torch_stack(), StackDetail::folded).holder_module, "libtorch_cpu.so");
}

TEST(StackText, FoldedStackTellsRunsOfLibrariesAsOneLine) {
  EXPECT_THAT(
      stack_text(torch_stack(), StackDetail::folded).lines,
      ElementsAre("posix_memalign in libc.so.6", "… 2 frames of libc10.so …",
                  "… 3 frames of libtorch_cpu.so …",
                  "torch::autograd::THPVariable_add(_object*) in libtorch_python.so",
                  "Module.forward at /venv/lib/python3.11/site-packages/torch/nn/linear.py:9",
                  "Voice.load at /app/tts.py:17", "speak at /app/server.py:40",
                  "… 2 frames of uvicorn …", "run at /usr/lib/python3.11/asyncio/runners.py:190",
                  "… 2 frames of Python …", "__libc_start_main in libc.so.6"));
}

TEST(StackText, FullStackHasALineForEachFrame) {
  EXPECT_THAT(stack_text(torch_stack(), StackDetail::full).lines, SizeIs(torch_stack().size()));
}

TEST(StackText, TextBeginsWithTheOwnerAndWhoHoldsTheMemory) {
  EXPECT_THAT(stack_text(torch_stack(), StackDetail::folded).text(),
              StartsWith("Voice.load at /app/tts.py:17, in memory of libtorch_cpu.so\n"
                         "    posix_memalign in libc.so.6\n"));
}

TEST(StackText, WithoutPythonTheOwnerIsTheInnermostFrameThatIsNoPlumbing) {
  const StackText text = stack_text(
      {native_frame("malloc", "/lib/libc.so.6"),
       native_frame("operator new(unsigned long)", "/opt/engine"),
       native_frame("std::string::reserve()", "/opt/engine"),
       native_frame("Cache::keep()", "/opt/engine"), native_frame("main", "/opt/engine")},
      StackDetail::folded);

  EXPECT_EQ(text.owner_line, "Cache::keep() in engine");
  EXPECT_EQ(text.holder_module, "engine");
  EXPECT_THAT(text.lines, ElementsAre("malloc in libc.so.6", "… 2 frames of engine …",
                                      "Cache::keep() in engine", "main in engine"));
  EXPECT_THAT(text.text(), StartsWith("Cache::keep() in engine\n"));
}

TEST(StackText, InstalledPackageOwnsWhatNobodyElseCanHaveAskedFor) {
  const Frame installed =
      python_frame("loop", "/usr/lib/python3/dist-packages/metrics/thread.py", 5);
  const StackText text =
      stack_text({native_frame("_PyObject_Malloc", "/usr/bin/python3.11"), installed,
                  native_frame("PyEval_EvalCode", "/usr/bin/python3.11")},
                 StackDetail::folded);

  EXPECT_EQ(text.owner, installed);
}

TEST(StackText, PythonsOwnObjectsAreHeldByNoLibrary) {
  const StackText text = stack_text({native_frame("_PyObject_Malloc", "/usr/bin/python3.11"),
                                     python_frame("load", "/app/tts.py", 17)},
                                    StackDetail::folded);

  EXPECT_EQ(text.holder_module, "");
}

TEST(StackText, NothingButPlumbingIsOwnedByItsInnermostFrame) {
  const std::vector<Frame> frames = {native_frame("malloc", "/lib/libc.so.6"),
                                     native_frame("start_thread", "/lib/libc.so.6")};

  EXPECT_EQ(stack_text(frames, StackDetail::folded).owner, frames[0]);
}

TEST(StackText, UnknownStackIsSaidToBeUnknown) {
  EXPECT_EQ(stack_text({}, StackDetail::folded).text(),
            "(unknown: the stack could not be taken)\n");
}

}  // namespace
}  // namespace ttsoak
