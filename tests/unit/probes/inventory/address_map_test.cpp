#include "probes/inventory/address_map.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "gmock/gmock.h"
#include "probes/inventory/thread_stacks.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;

constexpr const char* kMaps =
    "00400000-00401000 r-xp 00000000 fe:00 77         /tmp/my lib.so (deleted)\n"
    "7f0000000000-7f0000001000 ---p 00000000 00:00 0 \n"
    "7f0000001000-7f0000801000 rw-p 00000000 00:00 0 \n"
    "7ffe99e8c000-7ffe99ead000 rw-p 00000000 00:00 0                          [stack]\n";

TEST(ProcMaps, RangesHaveAddressesFileAndPath) {
  const auto ranges = parse_proc_maps(kMaps);

  ASSERT_TRUE(ranges.ok()) << ranges.error().message;
  ASSERT_EQ(ranges.value().size(), 4U);
  EXPECT_EQ(ranges.value()[0].path, "/tmp/my lib.so (deleted)");
  EXPECT_EQ(ranges.value()[0].file, "fe:00:77");
  EXPECT_FALSE(ranges.value()[0].writable);
  EXPECT_EQ(ranges.value()[2].end - ranges.value()[2].start, 8U << 20U);
  EXPECT_TRUE(ranges.value()[2].writable);
  EXPECT_EQ(ranges.value()[3].path, "[stack]");
}

TEST(ProcMaps, CutLineIsAnErrorThatNamesIt) {
  const auto ranges = parse_proc_maps("00400000-00401000 r-xp 00000000 fe:00 77 /a\n00401000-");

  ASSERT_FALSE(ranges.ok());
  EXPECT_THAT(ranges.error().message, HasSubstr("line 2"));
}

TEST(ProcMaps, AddressBetweenRangesIsInNone) {
  const auto ranges = parse_proc_maps(kMaps);

  ASSERT_TRUE(ranges.ok());
  EXPECT_EQ(range_of(ranges.value(), 0x400fff), ranges.value().data());
  EXPECT_EQ(range_of(ranges.value(), 0x401000), nullptr);
  EXPECT_EQ(range_of(ranges.value(), 0x100), nullptr);
  EXPECT_EQ(range_of(ranges.value(), ~0ULL), nullptr);
}

TEST(PageCounter, OnlyTouchedPagesCount) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  void* const memory =
      ::mmap(nullptr, 100 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  ::madvise(memory, 100 * page, MADV_NOHUGEPAGE);
  for (std::size_t i = 0; i < 7; ++i) static_cast<volatile char*>(memory)[i * 3 * page] = 1;
  const UniqueFd self(::open("/proc/self", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  PageCounter pages(self.get());
  const auto start = reinterpret_cast<std::uint64_t>(memory);

  ASSERT_TRUE(pages.ready());
  EXPECT_EQ(pages.bytes(start, start + 100 * page), static_cast<std::int64_t>(7 * page));
  ::munmap(memory, 100 * page);
}

TEST(ThreadStacks, StackPointerIsTheLastWordButOne) {
  EXPECT_EQ(parse_stack_pointer("0 0x3 0x7f37 0x2 0x7f37 0xff 0x0 0x7ffe99eabc78 0x7f372b\n"),
            0x7ffe99eabc78U);
  EXPECT_EQ(parse_stack_pointer("-1 0x7ffe99eabc78 0x7f372b4ff2ad\n"), 0x7ffe99eabc78U);
  EXPECT_EQ(parse_stack_pointer("running\n"), std::nullopt);
  EXPECT_EQ(parse_stack_pointer(""), std::nullopt);
  EXPECT_EQ(parse_stack_pointer("0 0x0 0x0"), std::nullopt);
}

TEST(ThreadStacks, MemoryThatTheKernelMergedWithAStackIsNotTheStack) {
  const MappedRange range{0x10000, 0x90000, true, "", ""};

  EXPECT_EQ(stack_within(range, 0x80000, 0x80000).end, 0x90000U);
  EXPECT_EQ(stack_within(range, 0x12000, 0x10000).end, 0x20000U);
  EXPECT_EQ(stack_within(range, 0x80000, 0x10000).end, 0x10000U);
}

}  // namespace
}  // namespace ttsoak
