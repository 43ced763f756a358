#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "gmock/gmock.h"
#include "harness/config/default_corpus.h"
#include "harness/config/run_config.h"

namespace ttsoak {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

const fs::path kConfigs = fs::path(TTSOAK_SOURCE_DIR) / "configs";

nlohmann::json read_schema() {
  std::ifstream file(kConfigs / "schema.json");
  return nlohmann::json::parse(file);
}

// The keys that the parser lists when it meets one it does not know at `path`.
std::set<std::string> keys_the_parser_knows(const std::vector<std::string>& path) {
  nlohmann::json config = {{"target", {{"in_process", true}}}};
  nlohmann::json* section = &config;
  for (const std::string& key : path) section = &(*section)[key];
  (*section)["?"] = 1;
  const auto result = parse_run_config(config.dump(), ".");
  const std::string message = result.ok() ? "" : result.error().message;
  const std::string start = "known are ";
  std::istringstream list(message.substr(message.find(start) + start.size()));
  std::set<std::string> keys;
  for (std::string key; std::getline(list, key, ',');) {
    keys.insert(key.substr(key.find_first_not_of(' ')));
  }
  return keys;
}

// Compares section by section and returns how many there were.
int compare_sections(const nlohmann::json& schema, std::vector<std::string> path) {
  std::set<std::string> keys;
  int sections = 1;
  for (const auto& [key, value] : schema["properties"].items()) {
    keys.insert(key);
    EXPECT_TRUE(value.contains("description")) << key;
    if (!value.contains("properties")) continue;
    path.push_back(key);
    sections += compare_sections(value, path);
    path.pop_back();
  }
  EXPECT_EQ(keys, keys_the_parser_knows(path)) << testing::PrintToString(path);
  EXPECT_EQ(schema["additionalProperties"], false);
  return sections;
}

TEST(ConfigSchema, HasExactlyTheKeysThatTheParserAccepts) {
  EXPECT_GE(compare_sections(read_schema(), {}), 15);
}

TEST(ConfigSchema, DefaultsAreThoseOfTheParser) {
  const nlohmann::json schema = read_schema()["properties"];
  const std::string target = R"("target": {"url": "http://h"})";
  nlohmann::json stated;
  for (const auto& section : {"request", "workload", "thresholds", "output"}) {
    for (const auto& [key, value] : schema[section]["properties"].items()) {
      if (value.contains("default")) stated[section][key] = value["default"];
      if (!value.contains("properties")) continue;
      for (const auto& [inner, inner_value] : value["properties"].items()) {
        if (inner_value.contains("default")) stated[section][key][inner] = inner_value["default"];
      }
    }
  }
  stated["target"]["url"] = "http://h";
  const auto with_defaults_stated = parse_run_config(stated.dump(), ".");
  const auto without = parse_run_config("{" + target + "}", ".");

  ASSERT_TRUE(with_defaults_stated.ok()) << with_defaults_stated.error().message;
  EXPECT_EQ(with_defaults_stated.value(), without.value());
}

TEST(ConfigFiles, AllOfThemLoad) {
  int loaded = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kConfigs)) {
    if (entry.path().extension() != ".json" || entry.path().filename() == "schema.json") continue;
    const auto config = load_run_config(entry.path());
    EXPECT_TRUE(config.ok()) << config.error().message;
    ++loaded;
  }
  EXPECT_GE(loaded, 3);
}

class TextsFile : public testing::Test {
 protected:
  TextsFile() { fs::create_directories(directory_); }
  ~TextsFile() override { fs::remove_all(directory_); }

  Result<RunConfig> load_with_texts(const std::string& texts) {
    std::ofstream(directory_ / "texts.txt") << texts;
    std::ofstream(directory_ / "config.json")
        << R"({"target": {"in_process": true}, "workload": {"texts_file": "texts.txt"}})";
    return load_run_config(directory_ / "config.json");
  }

  const fs::path directory_ =
      fs::temp_directory_path() / ("ttsoak-texts-" + std::to_string(::getpid()));
};

TEST_F(TextsFile, IsTakenFromWhereTheConfigLiesOneTextALine) {
  const auto config = load_with_texts("One.\r\n\nTwo \xc3\xa4.\nThree.");

  ASSERT_TRUE(config.ok()) << config.error().message;
  EXPECT_THAT(config.value().workload.texts, ElementsAre("One.", "Two \xc3\xa4.", "Three."));
}

TEST_F(TextsFile, WithoutTextIsAnError) {
  const auto config = load_with_texts("\n\n");

  ASSERT_FALSE(config.ok());
  EXPECT_THAT(config.error().message, HasSubstr("texts.txt: no text in it"));
}

TEST_F(TextsFile, ThatIsNotUtf8NamesTheLine) {
  const auto config = load_with_texts("fine\nGr\xfc\xdf Gott\n");

  ASSERT_FALSE(config.ok());
  EXPECT_THAT(config.error().message, HasSubstr("texts.txt, line 2: not UTF-8"));
}

TEST(LoadRunConfig, MissingFileIsNamed) {
  const auto config = load_run_config("/nowhere/config.json");
  ASSERT_FALSE(config.ok());
  EXPECT_EQ(config.error().message, "/nowhere/config.json: No such file or directory");
}

TEST(LoadRunConfig, DirectoryIsNotAConfig) { EXPECT_FALSE(load_run_config("/tmp").ok()); }

TEST(DefaultCorpus, IsVariedInLength) {
  const auto texts = default_corpus();
  std::set<std::size_t> lengths;
  for (const std::string& text : texts) {
    lengths.insert(text.size());
    EXPECT_GE(text.size(), 20U) << text;
    EXPECT_LE(text.size(), 300U) << text;
  }
  EXPECT_EQ(texts.size(), 25U);
  EXPECT_EQ(lengths.size(), 25U);
}

}  // namespace
}  // namespace ttsoak
