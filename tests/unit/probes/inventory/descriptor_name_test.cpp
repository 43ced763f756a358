#include "probes/inventory/descriptor_name.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

std::string name_of(std::string_view target) { return name_descriptor(target).name; }
InventoryKind kind_of(std::string_view target) { return name_descriptor(target).kind; }

TEST(DescriptorName, AnonymousInodesAreNamedByTheirKind) {
  EXPECT_EQ(name_of("anon_inode:[eventpoll]"), "eventpoll");
  EXPECT_EQ(name_of("anon_inode:inotify"), "inotify");
  EXPECT_EQ(name_of("net:[4026531840]"), "net");
  EXPECT_EQ(name_of("/memfd:audio_17 (deleted)"), "memfd:audio_*");
  EXPECT_EQ(name_of("/dev/null"), "/dev/null");
  for (const char* target : {"anon_inode:[eventfd]", "/memfd:a (deleted)", "/dev/nvidia0"}) {
    EXPECT_EQ(kind_of(target), InventoryKind::other_descriptor) << target;
  }
}

TEST(DescriptorName, UnlinkedFilesLoseTheKernelsMarkAndAreTheirOwnKind) {
  EXPECT_EQ(name_of("/tmp/a_000017.wav (deleted)"), "/tmp/a_*.wav");
  EXPECT_EQ(kind_of("/tmp/a_000017.wav (deleted)"), InventoryKind::deleted_file);
  EXPECT_EQ(kind_of("/dev/shm/psm_1a2b3c4d"), InventoryKind::open_file);
}

TEST(DescriptorName, SocketsAreKnownByTheirInode) {
  EXPECT_EQ(name_descriptor("socket:[4711]").inode, 4711U);
  EXPECT_EQ(kind_of("socket:[4711]"), InventoryKind::socket);
  EXPECT_EQ(kind_of("pipe:[4711]"), InventoryKind::pipe);
}

}  // namespace
}  // namespace ttsoak
