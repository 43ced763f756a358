#include "reports/render/frame_role.h"

#include "gmock/gmock.h"
#include "tests/unit/reports/render/sample_stacks.h"

namespace ttsoak {
namespace {

FrameRole role_of_python(const std::string& file) { return role_of(python_frame("f", file, 1)); }
FrameRole role_of_native(const std::string& function, const std::string& module) {
  return role_of(native_frame(function, module));
}

TEST(FrameRole, PythonIsTheProgramsOwnUnlessItWasInstalled) {
  EXPECT_EQ(role_of_python("/app/tts.py"), FrameRole::own);
  EXPECT_EQ(role_of_python("tts.py"), FrameRole::own);
  EXPECT_EQ(role_of_python("<string>"), FrameRole::own);
  EXPECT_EQ(role_of_python("/app/.venv/lib/python3.12/site-packages/x/y.py"), FrameRole::library);
  EXPECT_EQ(role_of_python("/usr/lib/python3/dist-packages/x.py"), FrameRole::library);
  EXPECT_EQ(role_of_python("/usr/local/lib/python3.12/asyncio/base_events.py"), FrameRole::library);
  EXPECT_EQ(role_of_python("<frozen importlib._bootstrap>"), FrameRole::library);
}

TEST(FrameRole, RuntimeIsPlumbingWhereverItIsLinked) {
  EXPECT_EQ(role_of_native("malloc", "/lib/x86_64-linux-gnu/libc.so.6"), FrameRole::plumbing);
  EXPECT_EQ(role_of_native("", "/lib64/ld-linux-x86-64.so.2"), FrameRole::plumbing);
  EXPECT_EQ(role_of_native("je_malloc", "/usr/lib/libjemalloc.so.2"), FrameRole::plumbing);
  EXPECT_EQ(role_of_native("operator new(unsigned long)", "/opt/engine"), FrameRole::plumbing);
  EXPECT_EQ(role_of_native("void std::vector<int, A<(B)1> >::push_back(int const&)", "/opt/engine"),
            FrameRole::plumbing);
  EXPECT_EQ(role_of_native("std::string::reserve", "/opt/engine"), FrameRole::plumbing);
  EXPECT_EQ(role_of_native("_PyEval_EvalFrameDefault", "/opt/embeds_python"), FrameRole::plumbing);
  EXPECT_EQ(role_of_native("PyObject_Call", "/opt/embeds_python"), FrameRole::plumbing);
  EXPECT_EQ(role_of_native("", "/usr/bin/python3.11"), FrameRole::plumbing);
}

TEST(FrameRole, NamesThatOnlyContainTheRuntimesAreNot) {
  EXPECT_EQ(role_of_native("Cache<std::string>::keep(std::string)", "/opt/engine"), FrameRole::own);
  EXPECT_EQ(role_of_native("int Cache<std::string>::keep(std::string)", "/opt/engine"),
            FrameRole::own);
  EXPECT_EQ(role_of_native("Cache::operator new(unsigned long)", "/opt/engine"), FrameRole::own);
  EXPECT_EQ(role_of_native("PyInit_voice", "/opt/voice.cpython-311.so"), FrameRole::library);
  EXPECT_EQ(role_of_native("Pyramid::build_level()", "/opt/engine"), FrameRole::own);
}

TEST(FrameRole, SharedLibraryIsALibraryAndTheExecutableIsOwn) {
  EXPECT_EQ(role_of_native("flite_init", "/usr/lib/libflite.so.1"), FrameRole::library);
  EXPECT_EQ(role_of_native("", "/opt/engine"), FrameRole::own);
}

TEST(FrameRole, OwnerIsThePackageOrTheLibrary) {
  EXPECT_EQ(owner_of(python_frame("f", "/v/lib/python3.11/site-packages/uvicorn/main.py", 1)),
            "uvicorn");
  EXPECT_EQ(owner_of(python_frame("f", "/v/lib/python3.11/site-packages/six.py", 1)), "six");
  EXPECT_EQ(owner_of(python_frame("f", "/usr/lib/python3.11/asyncio/runners.py", 1)), "asyncio");
  EXPECT_EQ(owner_of(python_frame("f", "/usr/lib/python3.11/threading.py", 1)), "threading");
  EXPECT_EQ(owner_of(native_frame("f", "/usr/lib/libflite.so.1")), "libflite.so.1");
  EXPECT_EQ(owner_of(native_frame("f", "/usr/bin/python3.11")), "Python");
  EXPECT_EQ(owner_of(python_frame("f", "<frozen importlib._bootstrap>", 1)), "Python");
}

}  // namespace
}  // namespace ttsoak
