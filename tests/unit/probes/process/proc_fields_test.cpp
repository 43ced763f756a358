#include "probes/process/proc_fields.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;

TEST(FieldWord, NameInsideALineOrAnotherNameIsNotTheField) {
  constexpr std::string_view text = "Name:\tRss: 7\nVmRss: 8 kB\nRss_Max: 9 kB\nRss:\t 10 kB\n";

  EXPECT_EQ(field_word(text, "Rss"), "10");
}

TEST(FieldWord, EmptyFieldDoesNotBorrowFromTheNextLine) {
  EXPECT_EQ(field_word("Groups:\nKthread:\t1\n", "Groups"), "");
}

TEST(FieldBytes, OverflowIsAnErrorAndNotANegativeSize) {
  const auto bytes = field_bytes("Rss: 9223372036854775807 kB\n", "Rss");

  ASSERT_FALSE(bytes.ok());
  EXPECT_THAT(bytes.error().message, HasSubstr("Rss"));
}

TEST(ToInteger, OnlyAWholeNumberInRangeIsANumber) {
  EXPECT_EQ(to_integer<std::uint16_t>("65535"), 65535);
  EXPECT_EQ(to_integer<std::uint16_t>("65536"), std::nullopt);
  EXPECT_EQ(to_integer<int>("12x"), std::nullopt);
  EXPECT_EQ(to_integer<int>(""), std::nullopt);
}

TEST(FieldReader, KeepsTheFirstErrorAndNotTheLast) {
  FieldReader fields("B: 1\nD: 2\n");
  fields.number("A");
  fields.number("B");
  fields.number("C");

  ASSERT_TRUE(fields.first_error());
  EXPECT_EQ(fields.first_error()->message, "A: missing");
}

}  // namespace
}  // namespace ttsoak
