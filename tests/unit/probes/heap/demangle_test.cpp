#include "probes/heap/demangle.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

TEST(Demangle, CppNamesAreWrittenAsTheirAuthorWroteThem) {
  EXPECT_EQ(demangle("_ZN5Cache4keepEiPKc"), "Cache::keep(int, char const*)");
}

TEST(Demangle, RustNamesLoseTheirHash) {
  EXPECT_EQ(demangle("_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE"),
            "core::fmt::Write::write_fmt");
}

TEST(Demangle, EscapesOfRustAreWhatTheyStandFor) {
  EXPECT_EQ(demangle("_ZN60_$LT$alloc..string..String$u20$as$u20$core..fmt..Display$GT$3fmt"
                     "17h0123456789abcdefE"),
            "<alloc::string::String as core::fmt::Display>::fmt");
}

TEST(Demangle, RustsNewerSchemeIsReadToo) {
  EXPECT_EQ(demangle("_RNvCs1234_7mycrate3foo"), "mycrate::foo");
  EXPECT_EQ(demangle("_RINvNtC3std3mem8align_ofjdE"), "std::mem::align_of::<usize, f64>");
}

TEST(Demangle, MethodNamedLikeAHashIsNoRust) {
  EXPECT_EQ(demangle("_ZN1a17h0123456789abcdezE"), "a::h0123456789abcdez");
}

TEST(Demangle, EverythingElseComesBackAsItIs) {
  EXPECT_EQ(demangle("PyObject_Malloc"), "PyObject_Malloc");
  EXPECT_EQ(demangle("_ZN"), "_ZN");
  EXPECT_EQ(demangle(""), "");
  EXPECT_EQ(demangle("_Rabbit"), "_Rabbit");
  EXPECT_EQ(demangle("i"), "i");
}

TEST(Demangle, SymbolTooLongToUnfoldComesBackAsItIs) {
  const std::string symbol = "_Z" + std::string(10'000, 'P') + "i";
  EXPECT_EQ(demangle(symbol), symbol);
}

}  // namespace
}  // namespace ttsoak
