#include "harness/api/recipe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "harness/api/recipe_files.h"
#include "harness/config/run_config.h"
#include "harness/config/texts_file.h"

namespace ttsoak {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const fs::path kFolder = fs::path(TTSOAK_SOURCE_DIR) / "configs/recipes";

TEST(Recipes, AreTheFilesOfTheFolderAllOfThem) {
  std::set<std::string> names;
  for (const RecipeFile& file : recipe_files()) {
    names.emplace(file.name);
    const auto text = read_small_file(kFolder / (std::string(file.name) + ".json"));
    ASSERT_TRUE(text.ok()) << text.error().message;
    EXPECT_EQ(text.value(), file.text) << file.name << " was not built in again";
  }
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    EXPECT_TRUE(names.contains(entry.path().stem())) << entry.path() << ": not in CMakeLists.txt";
  }
  EXPECT_EQ(recipes().size(), names.size());
}

TEST(Recipes, AreRunConfigsByThemselves) {
  for (const Recipe& recipe : recipes()) {
    const auto config = load_run_config(kFolder / (recipe.name + ".json"));
    EXPECT_TRUE(config.ok()) << config.error().message;
    EXPECT_FALSE(recipe.about.empty());
    EXPECT_TRUE(recipe.config.contains("request")) << recipe.name;
  }
}

TEST(Recipes, ProbesOfTheSamePathDifferInWhatTheyLookFor) {
  std::set<std::string> seen;
  for (const Recipe& recipe : recipes()) {
    if (!recipe.probe) continue;
    EXPECT_TRUE(seen.insert(recipe.probe->path + recipe.probe->text).second) << recipe.name;
  }
}

TEST(FindRecipe, NamesAllOfThemIfThereIsNone) {
  const auto recipe = find_recipe("kokoru");
  ASSERT_FALSE(recipe.ok());
  EXPECT_THAT(recipe.error().message, testing::AllOf(HasSubstr("kokoru"), HasSubstr("kokoro"),
                                                     HasSubstr("auto"), HasSubstr("voicevox")));
}

TEST(ParseRecipe, MisspeltAndMissingPartsAreErrors) {
  const auto error_of = [](const std::string& text) {
    const auto recipe = parse_recipe("x", text);
    return recipe.ok() ? "none" : recipe.error().message;
  };
  EXPECT_EQ(error_of(R"({"about": "a", "target": {"url": "http://h"}})"), "none");
  EXPECT_THAT(error_of(R"({"target": {"url": "http://h"}})"), HasSubstr("about: missing"));
  EXPECT_THAT(error_of(R"({"about": "a"})"), HasSubstr("target.url: missing"));
  EXPECT_THAT(error_of(R"({"about": "a", "probes": 1, "target": {"url": "u"}})"),
              HasSubstr("probes: unknown key"));
  EXPECT_THAT(error_of(R"({"about": "a", "probe": {}, "target": {"url": "u"}})"),
              HasSubstr("probe.path: missing"));
}

}  // namespace
}  // namespace ttsoak
