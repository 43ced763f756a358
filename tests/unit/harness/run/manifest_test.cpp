#include "harness/run/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace ttsoak {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(DescribeRun, NamesMachineTargetConfigAndVersion) {
  RunConfig config;
  config.workload.seed = 7;
  const auto header = describe_run(config, ::getpid(), "ttsoak run");
  ASSERT_TRUE(header.ok());
  for (const char* key : {"kernel", "libc", "cpu", "memory_bytes", "target.command", "config",
                          "seed", "ttsoak.version", "started"}) {
    EXPECT_TRUE(header.value().manifest.contains(key)) << key;
  }
  EXPECT_EQ(header.value().manifest.at("seed"), "7");
}

TEST(DescribeRun, NoSecretGetsIntoTheRecord) {
  RunConfig config;
  config.request.steps.front().headers["Authorization"] = "Bearer geheim${env.THE_KEY}";
  config.target.launch = {"/bin/sh", "-c", "exec env API_KEY=geheim server --token geheim"};
  const auto header =
      describe_run(config, ::getpid(), "ttsoak run --launch API_KEY=geheim server --token geheim");
  ASSERT_TRUE(header.ok());
  for (const auto& [key, value] : header.value().manifest) {
    EXPECT_THAT(value, Not(HasSubstr("geheim"))) << key;
  }
  EXPECT_THAT(header.value().manifest.at("config"), HasSubstr("API_KEY=***"));
  EXPECT_THAT(header.value().manifest.at("config"), HasSubstr("***${env.THE_KEY}"));
}

TEST(DescribeRun, TargetThatEndedAtOnceIsKnownByItsCommand) {
  RunConfig config;
  config.target.launch = {"speak", "--token", "geheim"};
  const auto header = describe_run(config, std::nullopt, "ttsoak trace");
  ASSERT_TRUE(header.ok());
  EXPECT_EQ(header.value().manifest.at("target.command"), "speak --token ***");
}

TEST(DescribeRun, ATargetThatIsGoneIsAnError) {
  EXPECT_FALSE(describe_run({}, 0x7FFFFFF, "ttsoak run").ok());
}

}  // namespace
}  // namespace ttsoak
