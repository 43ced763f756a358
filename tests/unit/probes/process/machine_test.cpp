#include "probes/process/machine.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;

using namespace std::string_literals;
using ::testing::Contains;
using ::testing::Key;
using ::testing::Pair;

TEST(DescribeMachine, NamesWhatDecidesHowMemoryBehaves) {
  const auto facts = describe_machine();

  EXPECT_THAT(facts, Contains(Key("kernel")));
  EXPECT_THAT(facts, Contains(Pair("libc", HasSubstr("glibc 2."))));
  EXPECT_THAT(facts, Contains(Key("overcommit")));
  EXPECT_GT(std::stoll(facts.at("memory_bytes")), 0);
  EXPECT_GT(std::stoi(facts.at("cores")), 0);
}

TEST(MarkedChoice, WordInBracketsAndNotTheFirst) {
  EXPECT_EQ(marked_choice("always [madvise] never\n"), "madvise");
  EXPECT_EQ(marked_choice("always madvise never\n"), "");
  EXPECT_EQ(marked_choice("] ["), "");
}

TEST(MaskedEnvironment, OnlyWhatTellsHowTheProcessRunsKeepsItsValue) {
  const auto variables = masked_environment(
      "HF_TOKEN=hf_1\0MALLOC_ARENA_MAX=2\0SMTP_PW=x\0PYTHONPATH=http://a:b@c/0\0PWD=/srv\0"s);

  EXPECT_THAT(variables, Contains(Pair("env.HF_TOKEN", "***")));
  EXPECT_THAT(variables, Contains(Pair("env.MALLOC_ARENA_MAX", "2")));
  EXPECT_THAT(variables, Contains(Pair("env.SMTP_PW", "***")));
  EXPECT_THAT(variables, Contains(Pair("env.PYTHONPATH", "http://***@c/0")));
  EXPECT_THAT(variables, Contains(Pair("env.PWD", "/srv")));
}

TEST(MaskedEnvironment, SecretThatStraddlesTheCutIsMaskedAllTheSame) {
  const std::string padding(190, 'x');
  const auto variables = masked_environment("PATH=" + padding + " db://me:geheim@host\0"s);

  EXPECT_EQ(variables.at("env.PATH"), padding + " db://***@");
}

TEST(MaskedEnvironment, LongValueIsCutBetweenCharacters) {
  const auto variables = masked_environment("PATH=" + std::string(199, 'x') + "\u00e9t\u00e9");

  EXPECT_EQ(variables.at("env.PATH"), std::string(199, 'x'));
}

TEST(MaskedEnvironment, DebrisWithoutANameIsDropped) {
  EXPECT_TRUE(masked_environment("server: worker\0=x\0\0"s).empty());
}

}  // namespace
}  // namespace ttsoak
