#include "probes/process/proc_mountinfo.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;

std::vector<Mount> mounts() {
  const auto parsed = parse_proc_mountinfo(
      "22 1 254:0 / / rw,relatime - ext4 /dev/vda rw\n"
      "23 22 0:21 / /mnt/my\\040share rw shared:7 master:1 - nfs4 server:/x rw\n"
      "24 22 0:22 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n"
      "25 22 0:23 / /tmp rw - tmpfs tmpfs rw\n"
      "26 22 0:24 / /tmp rw - fuse.sshfs host: rw\n"
      "27 22 0:25 / /var rw - fuse.fuse-overlayfs fuse-overlayfs rw\n");
  if (!parsed.ok()) abort_with(parsed.error().message.c_str());
  return parsed.value();
}

TEST(ProcMountinfo, FieldsBeforeAndAfterTheOptionalOnesAreFound) {
  const Mount cgroup = mounts()[2];

  EXPECT_EQ(cgroup.root, "/docker/abc");
  EXPECT_EQ(cgroup.point, "/sys/fs/cgroup/memory");
  EXPECT_EQ(cgroup.type, "cgroup");
  EXPECT_EQ(cgroup.options, "rw,memory");
  EXPECT_EQ(cgroup.device, "0:22");
  EXPECT_EQ(mounts()[1].point, "/mnt/my share");
  EXPECT_EQ(mounts()[1].type, "nfs4");
}

TEST(ProcMountinfo, PathLiesOnTheInnermostMountAndOfTwoOnTheLater) {
  const auto all = mounts();

  EXPECT_EQ(mount_of(all, "/tmp/a")->type, "fuse.sshfs");
  EXPECT_EQ(mount_of(all, "/tmpfs")->type, "ext4");
  EXPECT_EQ(mount_of(all, "/mnt/my share")->type, "nfs4");
  EXPECT_EQ(mount_of({}, "/tmp"), nullptr);
}

TEST(ProcMountinfo, OnlyFileSystemsThatOthersAnswerForMayHang) {
  const auto all = mounts();

  EXPECT_TRUE(may_hang(all[1]));
  EXPECT_TRUE(may_hang(all[4]));
  EXPECT_FALSE(may_hang(all[0]));
  EXPECT_FALSE(may_hang(all[3]));
  EXPECT_FALSE(may_hang(all[5])) << "rootless containers live on it";
}

TEST(ProcMountinfo, CutLineIsAnErrorThatNamesIt) {
  const auto parsed =
      parse_proc_mountinfo("22 1 254:0 / / rw - ext4 /dev/vda rw\n23 22 0:21 / /a rw\n");

  ASSERT_FALSE(parsed.ok());
  EXPECT_THAT(parsed.error().message, HasSubstr("line 2: type: missing"));
}

}  // namespace
}  // namespace ttsoak
