#include "harness/config/corpus_file.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "gmock/gmock.h"
#include "harness/config/profiles.h"
#include "harness/config/run_config.h"

namespace ttsoak {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

class CorpusFile : public testing::Test {
 protected:
  CorpusFile() { fs::create_directories(directory_); }
  ~CorpusFile() override { fs::remove_all(directory_); }

  Result<Corpus> read(const std::string& name, const std::string& content) {
    std::ofstream(directory_ / name, std::ios::binary) << content;
    return read_corpus_file(directory_ / name);
  }
  std::string error_of(const std::string& name, const std::string& content) {
    const auto corpus = read(name, content);
    return corpus.ok() ? "no error" : corpus.error().message;
  }

  const fs::path directory_ =
      fs::temp_directory_path() / ("ttsoak-corpus-" + std::to_string(::getpid()));
};

TEST_F(CorpusFile, OfCsvHasTextsAndTheOtherColumns) {
  const auto corpus = read("a.csv", "id,text\r\n7,\"One, \"\"two\"\"\nthree.\"\r\n8,Four.\r\n\r\n");
  ASSERT_TRUE(corpus.ok()) << corpus.error().message;
  EXPECT_THAT(corpus.value().texts, ElementsAre("One, \"two\"\nthree.", "Four."));
  EXPECT_THAT(corpus.value().rows,
              ElementsAre(ElementsAre(Pair("id", "7")), ElementsAre(Pair("id", "8"))));
}

TEST_F(CorpusFile, OfJsonLinesKeepsWhatIsNoTextAsItsRow) {
  const auto corpus = read("a.jsonl", "{\"text\": \"A.\", \"n\": 1.5}\n{\"text\": \"B.\"}\n");
  ASSERT_TRUE(corpus.ok()) << corpus.error().message;
  EXPECT_THAT(corpus.value().texts, ElementsAre("A.", "B."));
  EXPECT_THAT(corpus.value().rows, ElementsAre(ElementsAre(Pair("n", "1.5")), IsEmpty()));
}

TEST_F(CorpusFile, WithNothingBesideItsTextsHasNoRows) {
  EXPECT_THAT(read("a.txt", "A.\nB.\n").value().rows, IsEmpty());
  EXPECT_THAT(read("a.csv", "text\nA.\n").value().rows, IsEmpty());
}

TEST_F(CorpusFile, ErrorsNameThePlace) {
  EXPECT_THAT(error_of("a.csv", "id,words\n1,x\n"), HasSubstr("a.csv: no column \"text\""));
  EXPECT_THAT(error_of("a.csv", "id,text\n1\n"), HasSubstr("record 2: 1 fields"));
  EXPECT_THAT(error_of("a.csv", "text\n\"x\n"), HasSubstr("a quoted field never ends"));
  EXPECT_THAT(error_of("a.csv", "text\nGr\xfc\xdf\n"), HasSubstr("not UTF-8"));
  EXPECT_THAT(error_of("a.csv", ""), HasSubstr("no text in it"));
  EXPECT_THAT(error_of("a.csv", "text\n"), HasSubstr("no text in it"));
  EXPECT_THAT(error_of("a.jsonl", "{\"text\": \"A.\"}\n{\"t\": 1}\n"),
              HasSubstr("text 2: expected"));
  EXPECT_THAT(error_of("a.jsonl", "{\"text\": \"A.\"}\n[]\n"), HasSubstr("text 2: not a JSON"));
}

TEST(Corpora, OfFiveLanguagesHoldTextsThatDiffer) {
  for (const char* language : {"de", "en", "es", "ja", "zh"}) {
    const auto corpus = read_corpus_file(fs::path(TTSOAK_SOURCE_DIR) / "configs" /
                                         ("corpus_" + std::string(language) + ".txt"));
    ASSERT_TRUE(corpus.ok()) << corpus.error().message;
    std::vector<std::string> texts = corpus.value().texts;
    EXPECT_GE(texts.size(), 25U);
    std::sort(texts.begin(), texts.end());
    EXPECT_EQ(std::unique(texts.begin(), texts.end()), texts.end()) << language;
  }
}

Result<RunConfig> with_workload(const std::string& workload) {
  return parse_run_config(R"({"target": {"url": "http://h"}, "workload": {)" + workload + "}}",
                          ".");
}

TEST(Profile, EachOfThemIsAWorkload) {
  std::istringstream names(profile_names());
  int count = 0;
  for (std::string name; names >> name; ++count) {
    if (name.ends_with(',')) name.pop_back();
    const auto config = with_workload("\"profile\": \"" + name + "\"");
    ASSERT_TRUE(config.ok()) << config.error().message;
    const auto again = parse_run_config(to_json(config.value()).dump(), ".");
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(again.value(), config.value());
  }
  EXPECT_EQ(count, 11);
}

TEST(Profile, GivesWayToWhatStandsBesideIt) {
  const auto config =
      with_workload(R"("profile": "slow_reader", "concurrency": 9, "aborted_share": 0.5)");
  ASSERT_TRUE(config.ok()) << config.error().message;
  EXPECT_EQ(config.value().workload.concurrency, 9);
  EXPECT_FALSE(config.value().workload.mix.contains(RequestKind::slow_reader));
  EXPECT_EQ(with_workload(R"("profile": "slow_reader")").value().workload.concurrency, 4);
}

TEST(Profile, ThatDoesNotExistIsNamedWithThoseThatDo) {
  EXPECT_THAT(with_workload(R"("profile": "fast")").error().message,
              HasSubstr("workload.profile: no profile \"fast\"; there are steady, fixed"));
}

}  // namespace
}  // namespace ttsoak
