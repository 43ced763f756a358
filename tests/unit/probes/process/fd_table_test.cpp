#include "probes/process/fd_table.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;

FdCounts count_of(std::initializer_list<const char*> targets) {
  FdCounts counts;
  for (const char* target : targets) count_fd(target, counts);
  return counts;
}

TEST(CountFd, EachKindIsCountedOnceAndAsNothingElse) {
  const FdCounts counts = count_of({"/opt/tts/model.onnx", "/tmp/a.wav (deleted)", "socket:[28193]",
                                    "pipe:[28194]", "anon_inode:[eventfd]"});

  EXPECT_EQ(counts.file, 1);
  EXPECT_EQ(counts.deleted, 1);
  EXPECT_EQ(counts.socket, 1);
  EXPECT_EQ(counts.pipe, 1);
  EXPECT_EQ(counts.other, 1);
}

TEST(CountFd, MemfdAndDeviceAreNoFilesThoughTheyLookLikePaths) {
  const FdCounts counts = count_of({"/memfd:audio (deleted)", "/dev/null", "/dev/nvidia0"});

  EXPECT_EQ(counts.other, 3);
  EXPECT_EQ(counts.file + counts.deleted, 0);
}

TEST(CountFd, SharedMemoryUnderDevIsAFile) {
  const FdCounts counts = count_of({"/dev/shm/ring", "/dev/shm/sem.a (deleted)"});

  EXPECT_EQ(counts.file, 1);
  EXPECT_EQ(counts.deleted, 1);
}

TEST(CountFds, WhatIsNoDirectoryIsAnErrorAndNotZero) {
  const auto counts = count_fds(-1);

  ASSERT_FALSE(counts.ok());
  EXPECT_THAT(counts.error().message, HasSubstr("fd"));
}

}  // namespace
}  // namespace ttsoak
