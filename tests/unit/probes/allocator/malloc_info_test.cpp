#include "probes/allocator/malloc_info.h"

#include <malloc.h>

#include <cstdlib>
#include <string>

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using testing::HasSubstr;

constexpr const char* kText = R"(<malloc version="1">
<heap nr="0">
<sizes>
  <size from="17" to="32" total="64" count="2"/>
  <size from="721" to="721" total="1442" count="2"/>
  <unsorted from="33" to="49249" total="98530" count="4"/>
</sizes>
<total type="fast" count="2" size="64"/>
<total type="rest" count="7" size="170258"/>
<system type="current" size="266240"/>
<system type="max" size="999999"/>
<aspace type="total" size="266240"/>
</heap>
<heap nr="1">
<sizes>
</sizes>
<total type="fast" count="0" size="0"/>
<total type="rest" count="1" size="130000"/>
<system type="current" size="135168"/>
<aspace type="subheaps" size="1"/>
</heap>
<total type="fast" count="2" size="64"/>
<total type="rest" count="8" size="300258"/>
<total type="mmap" count="3" size="1228800"/>
<system type="current" size="401408"/>
</malloc>
)";

TEST(MallocInfo, FiguresOfEachArenaAreItsOwn) {
  const auto info = parse_malloc_info(kText);
  ASSERT_TRUE(info.ok()) << info.error().message;
  ASSERT_EQ(info.value().arenas.size(), 2U);
  const MallocInfo::Arena& main_arena = info.value().arenas[0];
  EXPECT_EQ(main_arena.fast_bytes, 64);
  EXPECT_EQ(main_arena.system_bytes, 266240);
  ASSERT_EQ(main_arena.bins.size(), 2U);  // fastbins are no part of "rest"
  EXPECT_EQ(main_arena.bins[1].bytes, 98530);
  EXPECT_EQ(main_arena.top_bytes(), 170258 - 1442 - 98530);
  EXPECT_EQ(info.value().arenas[1].top_bytes(), 130000);
  EXPECT_EQ(info.value().mapped_blocks, 3);
  EXPECT_EQ(info.value().mapped_bytes, 1228800);
}

TEST(MallocInfo, CutOrOddTextIsAnErrorThatSaysWhere) {
  const std::string text = kText;
  EXPECT_THAT(parse_malloc_info("").error().message, HasSubstr("no XML"));
  EXPECT_THAT(parse_malloc_info(text.substr(0, 700)).error().message, HasSubstr("cut short"));
  std::string odd = text;
  odd.replace(odd.find("98530"), 5, "98x30");
  EXPECT_THAT(parse_malloc_info(odd).error().message, HasSubstr("total"));
}

TEST(MallocInfo, GlibcsOwnTextIsRead) {
  char* text = nullptr;
  std::size_t size = 0;
  FILE* const out = open_memstream(&text, &size);
  if (malloc_info(0, out) != 0) GTEST_SKIP() << "another malloc";
  std::fclose(out);
  const auto info = parse_malloc_info({text, size});
  std::free(text);
  if (!info.ok() && std::string_view(info.error().message).find("no XML") != std::string::npos) {
    GTEST_SKIP() << "a sanitizer's malloc";
  }
  ASSERT_TRUE(info.ok()) << info.error().message;
  EXPECT_FALSE(info.value().arenas.empty());
}

}  // namespace
}  // namespace ttsoak
