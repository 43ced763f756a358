#include "harness/config/quantities.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

double bytes(std::string_view text) {
  const auto parsed = parse_bytes(text);
  return parsed.ok() ? parsed.value() : -1;
}

std::int64_t ms(std::string_view text) {
  const auto parsed = parse_duration(text);
  return parsed.ok() ? parsed.value().count() : -1;
}

TEST(ParseBytes, BinaryUnitsArePowersOfTwoAndDecimalOnesOfTen) {
  EXPECT_EQ(bytes("10KiB"), 10240);
  EXPECT_EQ(bytes("3GiB"), 3.0 * 1024 * 1024 * 1024);
  EXPECT_EQ(bytes("2MiB"), 2.0 * 1024 * 1024);
  EXPECT_EQ(bytes("1.5 MB"), 1500000);
  EXPECT_EQ(bytes("7KB"), 7000);
  EXPECT_EQ(bytes("1GB"), 1e9);
}

TEST(ParseBytes, BareNumberIsBytes) {
  EXPECT_EQ(bytes("512"), 512);
  EXPECT_EQ(bytes("512B"), 512);
  EXPECT_EQ(bytes("0"), 0);
}

TEST(ParseBytes, RefusesWhatIsNoSize) {
  for (const char* text : {"", " ", "KiB", "-1", "-0", "1 kib", "10KiBs", "1e400", "nan", "inf",
                           "0x10", "1,5MB", " 1", "1  KiB", "1KiB ", "9e18GB"}) {
    EXPECT_EQ(bytes(text), -1) << text;
  }
}

TEST(ParseBytes, ErrorHoldsTheTextAndAnExample) {
  const auto parsed = parse_bytes("much");
  ASSERT_FALSE(parsed.ok());
  EXPECT_THAT(parsed.error().message, HasSubstr("\"much\""));
  EXPECT_THAT(parsed.error().message, HasSubstr("10KiB"));
}

TEST(ParseDuration, KnowsItsUnits) {
  EXPECT_EQ(ms("800ms"), 800);
  EXPECT_EQ(ms("5s"), 5000);
  EXPECT_EQ(ms("2m"), 120000);
  EXPECT_EQ(ms("1.5h"), 5400000);
}

TEST(ParseDuration, NumberWithoutUnitIsRefusedBecauseNobodyCouldTellWhich) {
  EXPECT_EQ(ms("5"), -1);
  EXPECT_EQ(ms("0"), -1);
}

TEST(ParseDuration, RefusesWhatIsNoDuration) {
  for (const char* text : {"", "s", "-5s", "5 sec", "5min", "1e300h", "nans"}) {
    EXPECT_EQ(ms(text), -1) << text;
  }
}

}  // namespace
}  // namespace ttsoak
