#include "reports/units/units.h"

#include <cmath>
#include <limits>

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(FormatRealTimeFactor, KeepsTwoDigitsAndSaysWhenItIsNotANumber) {
  EXPECT_EQ(format_real_time_factor(0.0123), "0.012");
  EXPECT_EQ(format_real_time_factor(0.851), "0.85");
  EXPECT_EQ(format_real_time_factor(12.4), "12");
  EXPECT_EQ(format_real_time_factor(std::numeric_limits<double>::quiet_NaN()), "n/a");
}

TEST(FormatBytes, PicksTheUnitAPersonWould) {
  EXPECT_EQ(format_bytes(0), "0 B");
  EXPECT_EQ(format_bytes(512), "512 B");
  EXPECT_EQ(format_bytes(41.2 * 1024), "41.2 KiB");
  EXPECT_EQ(format_bytes(412.3 * 1024 * 1024), "412.3 MiB");
  EXPECT_EQ(format_bytes(7.02 * 1024 * 1024 * 1024), "7.02 GiB");
}

TEST(FormatBytes, KeepsTheSignOfWhatShrinksButNotOfZero) {
  EXPECT_EQ(format_bytes(-3.0 * 1024 * 1024), "-3.0 MiB");
  EXPECT_EQ(format_bytes(-0.01), "0 B");
  EXPECT_EQ(format_bytes_change(2048), "+2.0 KiB");
  EXPECT_EQ(format_bytes_change(-2048), "-2.0 KiB");
  EXPECT_EQ(format_bytes_change(0), "0 B");
}

TEST(FormatBytes, RoundsIntoTheNextUnitAndNeverTo1024) {
  EXPECT_EQ(format_bytes(1023.7), "1.0 KiB");
  EXPECT_EQ(format_bytes(1024 * 1024 - 1), "1.0 MiB");
}

TEST(FormatBytes, AFractionOfAByteIsNotRoundedAway) { EXPECT_EQ(format_bytes(0.4), "0.4 B"); }

TEST(FormatUnits, WhatIsNotFiniteIsSaidToBeUnknown) {
  for (const double value : {kNaN, kInfinity, -kInfinity}) {
    EXPECT_EQ(format_bytes(value), "n/a");
    EXPECT_EQ(format_bytes_change(value), "n/a");
    EXPECT_EQ(format_rate(value), "n/a");
    EXPECT_EQ(format_duration(value), "n/a");
    EXPECT_EQ(format_milliseconds(value), "n/a");
    EXPECT_EQ(format_percent(value), "n/a");
  }
}

TEST(FormatDuration, UsesAtMostTwoUnits) {
  EXPECT_EQ(format_duration(0.85), "850 ms");
  EXPECT_EQ(format_duration(12.34), "12.3 s");
  EXPECT_EQ(format_duration(134), "2 min 14 s");
  EXPECT_EQ(format_duration(59.97), "1 min");
  EXPECT_EQ(format_duration(3600 + 300), "1 h 5 min");
  EXPECT_EQ(format_duration(3 * 86400.0 + 4 * 3600), "3 d 4 h");
}

TEST(FormatMilliseconds, KeepsThreeFigures) {
  EXPECT_EQ(format_milliseconds(0.85), "0.85 ms");
  EXPECT_EQ(format_milliseconds(8.54), "8.5 ms");
  EXPECT_EQ(format_milliseconds(812.4), "812 ms");
  EXPECT_EQ(format_milliseconds(1240), "1.24 s");
}

TEST(FormatPercent, ASmallChanceIsNotNoneAndALargeOneNotCertainty) {
  EXPECT_EQ(format_percent(0), "0 %");
  EXPECT_EQ(format_percent(0.00001), "< 0.01 %");
  EXPECT_EQ(format_percent(0.003), "0.30 %");
  EXPECT_EQ(format_percent(0.0123), "1.2 %");
  EXPECT_EQ(format_percent(0.99996), "> 99.9 %");
  EXPECT_EQ(format_percent(1), "100 %");
}

TEST(FormatCount, SetsThousandsApart) {
  EXPECT_EQ(format_count(7), "7");
  EXPECT_EQ(format_count(1234567), "1,234,567");
  EXPECT_EQ(format_count(-123456), "-123,456");
}

}  // namespace
}  // namespace ttsoak
