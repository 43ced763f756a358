// Programs that a preloaded C library does not get along with by itself.

#include <sys/stat.h>
#include <unistd.h>

#include "gmock/gmock.h"
#include "tests/integration/tracer/boxes.h"

namespace ttsoak {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// Runs where tests find their tools; nothing is downloaded.
const std::vector<std::string> kOffline = {"GOPROXY=off", "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local",
                                           "GO111MODULE=off"};

TEST(TracerOddPrograms, StaticOneRunsWithoutUs) {
  const Boxes boxes;
  EXPECT_EQ(expect_unharmed({trap("says_hello_statically")}, boxes).status, 5);
  EXPECT_EQ(boxes.count(), 0U);
}

TEST(TracerOddPrograms, SetuidOneRunsWithoutUs) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root to make one";
  const std::string setpriv = find_program("setpriv");
  if (setpriv.empty()) GTEST_SKIP() << "needs setpriv to be somebody else";
  const Boxes boxes;
  ::chmod(boxes.path().c_str(), 0777);
  const fs::path program = boxes.path() / "setuid";
  fs::copy_file(trap("says_hello"), program);
  ::chmod(program.c_str(), 04755);
  const std::vector<std::string> argv = {setpriv, "--reuid=65534", "--clear-groups", program};
  std::vector<std::string> environment = boxes.environment({"TTSOAK_EXCLUDE=setpriv"});
  EXPECT_EQ(run_target(argv, environment).output, "hello\n");
  EXPECT_EQ(boxes.count(), 0U);
  // The same without the bit is traced, so the above was for the bit.
  ::chmod(program.c_str(), 0755);
  EXPECT_EQ(run_target(argv, environment).output, "hello\n");
  EXPECT_EQ(boxes.count(), 1U);
}

// Whose loader ends a program for a preloaded library that asks for what musl does not have.
TEST(TracerOddPrograms, ProgramOfAnotherCLibraryRunsWithoutUsAndIsToldWhy) {
  const std::string compiler = find_program("musl-gcc");
  if (compiler.empty()) GTEST_SKIP() << "no musl-gcc";
  const TempDirectory place;
  const std::string source = TTSOAK_SOURCE_DIR "/tests/programs/tracer_traps/allocates_on_musl.c";
  const std::string program = place.path() / "allocates_on_musl";
  const Ending compiled = run_target({compiler, source, "-o", program});
  ASSERT_EQ(compiled.status, 0) << compiled.errors;
  const Ending alone = run_target({program});
  EXPECT_EQ(alone.status, 5);
  const Boxes boxes;
  const Ending traced = run_target({program}, boxes.environment());
  EXPECT_EQ(traced.status, alone.status);
  EXPECT_EQ(traced.output, alone.output);
  EXPECT_THAT(traced.errors, AllOf(HasSubstr("not traced"), HasSubstr("is not glibc")));
  EXPECT_EQ(boxes.count(), 0U);
}

TEST(TracerOddPrograms, RustsHeapIsSeen) {
  const std::string compiler = find_program("rustc");
  if (compiler.empty()) GTEST_SKIP() << "no rustc";
  const TempDirectory place;
  const std::string source = place.write(
      "kept.rs",
      "fn main() { let kept: Vec<Vec<u8>> = (0..10000).map(|_| vec![1u8; 1000]).collect();\n"
      "  let t = std::thread::spawn(|| vec![2u8; 5000].len());\n"
      "  println!(\"{}\", kept.len() + t.join().unwrap()); std::mem::forget(kept); }\n");
  const std::string program = place.path() / "kept";
  const Ending compiled = run_target({compiler, "-o", program, source});
  if (compiled.status != 0) GTEST_SKIP() << "rustc does not work here: " << compiled.errors;
  const Boxes boxes;
  EXPECT_EQ(expect_unharmed({program}, boxes).output, "15000\n");
  EXPECT_GT(exact_live_bytes(snapshot_of(boxes.only())), 10000000);
}

// Go brings its own heap, and maps it by system call: nothing of it is seen. What it does by cgo
// would be. Its programs are static without cgo, and then not traced at all.
TEST(TracerOddPrograms, GoRuns) {
  const std::string go = find_program("go", {"/usr/local/go/bin"});
  if (go.empty()) GTEST_SKIP() << "no go";
  const TempDirectory place;
  const std::string source = place.write(
      "hello.go",
      "package main\nimport \"fmt\"\nfunc main() { c := make(chan int)\n"
      "for i := 0; i < 100; i++ { go func(n int) { c <- len(make([]byte, 100000+n)) }(i) }\n"
      "sum := 0\nfor i := 0; i < 100; i++ { sum += <-c }\nfmt.Println(sum) }\n");
  const std::string program = place.path() / "hello";
  const Ending compiled = run_target({go, "build", "-o", program, source}, kOffline);
  if (compiled.status != 0) GTEST_SKIP() << "go does not work here: " << compiled.errors;
  const Boxes boxes;
  EXPECT_EQ(expect_unharmed({program}, boxes).output, "10004950\n");
}

TEST(TracerOddPrograms, NodeRuns) {
  const std::string node = find_program("node");
  if (node.empty()) GTEST_SKIP() << "no node";
  const Boxes boxes;
  const std::string script =
      "const {Worker} = require('worker_threads');"
      "const {execSync} = require('child_process');"
      "const kept = []; for (let i = 0; i < 100; i++) kept.push(Buffer.alloc(100000, 1));"
      "new Worker('setTimeout(() => {}, 20)', {eval: true}).on('exit', () => "
      "console.log(kept.length, execSync('echo child').toString().trim()));";
  EXPECT_EQ(expect_unharmed({node, "-e", script}, boxes).output, "100 child\n");
  // Buffers come from malloc; V8's own heap is mapped by system calls past us.
  EXPECT_GE(boxes.count(), 1U);
}

// libunwind asks the kernel whether an address is there by writing from it to a pipe.
constexpr const char* kKnownOfLibunwind =
    "{\n  libunwind\n  Memcheck:Param\n  write(buf)\n  ...\n  obj:*libunwind*\n}\n";

TEST(TracerOddPrograms, ValgrindFindsNothingAgainstUs) {
  const std::string valgrind = find_program("valgrind");
  if (valgrind.empty()) GTEST_SKIP() << "no valgrind";
  const TempDirectory place;
  const std::string known = place.write("known", kKnownOfLibunwind);
  const Boxes boxes;
  const Ending ending =
      run_target({valgrind, "--quiet", "--error-exitcode=9", "--suppressions=" + known,
                  trap("threads_come_and_go"), "16", "8"},
                 boxes.environment({"TTSOAK_SAMPLE=4096"}));
  EXPECT_EQ(ending.status, 0) << ending.errors;
  EXPECT_THAT(ending.errors, Not(HasSubstr("ttsoak")));
}

}  // namespace
}  // namespace ttsoak
