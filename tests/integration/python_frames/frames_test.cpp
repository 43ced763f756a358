#include "gmock/gmock.h"
#include "probes/blackbox/layout.h"
#include "tests/integration/python_frames/interpreters.h"

namespace ttsoak::python_frames {
namespace {

using testing::HasSubstr;

const std::string kPrograms = std::string(TTSOAK_SOURCE_DIR) + "/tests/programs/python/";

class PythonFrames : public testing::Test {
 protected:
  void SetUp() override {
    if (find_known_pythons().empty()) GTEST_SKIP() << "no Python from 3.8 on is installed";
  }

  static void run_everywhere(const std::string& arguments, const std::string& environment) {
    for (const PythonProgram& python : find_known_pythons()) {
      SCOPED_TRACE(python.path);
      const PythonRun run = run_under_preload(python, arguments, environment);
      EXPECT_EQ(run.status, 0) << run.output;
      EXPECT_EQ(run.box_note, "");
    }
  }
};

TEST_F(PythonFrames, AreThoseThatPythonItselfShows) {
  run_everywhere(kPrograms + "frames_check.py", "");
}

TEST_F(PythonFrames, AndTheirLinesFitWhereverMallocIsCalled) {
  run_everywhere(kPrograms + "frames_check.py", "FRAMES_EVERY=20 FRAMES_CHECK_LINES=1");
}

TEST_F(PythonFrames, AreReadFromTheVeryFirstObject) {
  run_everywhere(kPrograms + "frames_at_start.py",
                 "FRAMES_EVERY=1 FRAMES_CHECK_LINES=1 PYTHONMALLOC=malloc");
}

TEST_F(PythonFrames, AreReadUnderTheDebugAllocator) {
  run_everywhere("-X dev -W ignore " + kPrograms + "frames_check.py", "FRAMES_EVERY=100");
}

// Detached, its state may be freed at any moment from then on.
TEST_F(PythonFrames, OfAnEndingInterpreterAreReadOnlyWithTheGil) {
  for (const PythonProgram& python : find_known_pythons()) {
    SCOPED_TRACE(python.path);
    const PythonRun run = run_under_preload(python, kPrograms + "frames_at_exit.py");
    EXPECT_EQ(run.output,
              "running: attached 3, detached 3\n"
              "atexit: attached 2, detached 2\n"
              "teardown: attached 3, detached 0\n");
    EXPECT_EQ(run.status, 0);
  }
}

TEST_F(PythonFrames, AndObjectsStayInViewBehindATracemallocThatCameLater) {
  run_everywhere(kPrograms + "frames_tracemalloc.py", "");
}

TEST_F(PythonFrames, AndObjectsThatAreNoLongerSeenAreAdmitted) {
  for (const PythonProgram& python : find_known_pythons()) {
    SCOPED_TRACE(python.path);
    const PythonRun run =
        run_under_preload(python, kPrograms + "frames_tracemalloc.py", "PYTHONTRACEMALLOC=1");
    EXPECT_EQ(run.status, 0) << run.output;
    EXPECT_THAT(run.box_note, HasSubstr("tracemalloc"));
    EXPECT_TRUE(run.blind & blackbox::kNoPythonObjects);
  }
}

TEST_F(PythonFrames, OfAnInterpreterThatIsLoadedLateIntoItsOwnScopeAreRead) {
  bool any = false;
  for (const PythonProgram& python : find_known_pythons()) {
    const std::string library = library_of(python);
    if (library.empty()) continue;
    any = true;
    SCOPED_TRACE(library);
    const std::string home = python.path.substr(0, python.path.rfind("/bin/"));
    const PythonRun run = run_under_preload(
        {EMBEDS_PYTHON, 0},
        library + " 'kept = [[str(i) * 9 for i in range(99)] for _ in range(99)]'",
        "FRAMES_EVERY=1 FRAMES_CHECK_LINES=1 PYTHONHOME=" + home);
    EXPECT_EQ(run.output, "with Python: 1, misfits: 0, wrong lines: 0\n");
    EXPECT_EQ(run.status, 0);
  }
  if (!any) GTEST_SKIP() << "no Python here has a shared library";
}

TEST_F(PythonFrames, ThatAreNotWhereTheyShouldBeAreNotReadAndDoNoHarm) {
  for (const PythonProgram& python : find_known_pythons()) {
    for (const std::string field : {"state_frame", "frame_code", "code_lines"}) {
      SCOPED_TRACE(python.path + " " + field);
      const PythonRun run = run_under_preload(python, kPrograms + "frames_how_many.py",
                                              "FRAMES_EVERY=1 FRAMES_MOVED_FIELD=" + field);
      EXPECT_EQ(run.output, "0\n");
      EXPECT_EQ(run.status, 0);
      // The word behind the thread state's frame may be null: as in a thread without Python code.
      if (field == "state_frame") continue;
      EXPECT_THAT(run.box_note, HasSubstr("not where they should be"));
      EXPECT_TRUE(run.blind & blackbox::kNoPythonFrames);
    }
  }
}

TEST(OtherPythons, AreRefusedAndRunUnharmed) {
  bool any = false;
  for (const PythonProgram& python : find_pythons()) {
    if (python.minor >= 8) continue;
    any = true;
    SCOPED_TRACE(python.path);
    const std::string program = "-c 'import json; print(len(json.dumps([1, 2] * 1000)))'";
    const PythonRun alone = run_alone(python, program);
    const PythonRun traced = run_under_preload(python, program, "FRAMES_EVERY=1");
    EXPECT_EQ(traced.status, alone.status);
    EXPECT_EQ(traced.output, alone.output);
    EXPECT_THAT(traced.box_note, HasSubstr("native frames only"));
    EXPECT_TRUE(traced.blind & blackbox::kNoPythonFrames);
  }
  if (!any) GTEST_SKIP() << "no Python before 3.8 is installed";
}

TEST(OtherPrograms, AreNotTakenForPython) {
  const PythonRun run = run_under_preload({"/bin/ls", 0}, "/", "FRAMES_EVERY=1");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.box_note, "");
}

}  // namespace
}  // namespace ttsoak::python_frames
