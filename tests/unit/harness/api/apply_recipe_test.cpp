#include "harness/api/apply_recipe.h"

#include <gtest/gtest.h>

namespace ttsoak {
namespace {

nlohmann::json laid_under(const nlohmann::json& recipe, nlohmann::json config) {
  Recipe own;
  own.config = recipe;
  lay_under(own, config);
  return config;
}

const nlohmann::json kFlat = {
    {"target", {{"url", "http://127.0.0.1:1"}}},
    {"request", {{"path", "/tts"}, {"body", {{"text", "${text}"}, {"speed", 1}}}}}};
const nlohmann::json kSteps = {
    {"target", {{"url", "http://127.0.0.1:1"}}},
    {"request", {{"steps", {{{"path", "/a"}}, {{"path", "/b"}}}}, {"expect", "pcm"}}}};

TEST(LayUnder, WhatTheConfigSaysStaysAndTheRestIsTheRecipes) {
  const auto config = laid_under(
      kFlat, {{"target", {{"pid", 7}}}, {"request", {{"body", {{"speed", 2}}}}}, {"name", "x"}});
  EXPECT_EQ(config["name"], "x");
  EXPECT_EQ(config["target"], nlohmann::json({{"url", "http://127.0.0.1:1"}, {"pid", 7}}));
  EXPECT_EQ(config["request"]["path"], "/tts");
  EXPECT_EQ(config["request"]["body"], nlohmann::json({{"text", "${text}"}, {"speed", 2}}));
}

TEST(LayUnder, StepsAndASingleRequestReplaceEachOther) {
  EXPECT_EQ(laid_under(kFlat, {{"request", {{"steps", {{{"path", "/x"}}}}}}})["request"],
            nlohmann::json({{"steps", {{{"path", "/x"}}}}}));
  EXPECT_EQ(laid_under(kSteps, {{"request", {{"path", "/x"}}}})["request"],
            nlohmann::json({{"path", "/x"}, {"expect", "pcm"}}));
}

TEST(LayUnder, AnotherKindOfBodyReplacesIt) {
  EXPECT_EQ(laid_under(kFlat, {{"request", {{"form", {{"t", "${text}"}}}}}})["request"],
            nlohmann::json({{"path", "/tts"}, {"form", {{"t", "${text}"}}}}));
}

}  // namespace
}  // namespace ttsoak
