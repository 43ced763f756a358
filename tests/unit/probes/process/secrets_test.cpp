#include "probes/process/secrets.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using namespace std::string_literals;

TEST(IsSecretName, WordsOfSecretsAreFoundInAnyCase) {
  for (const char* name : {"OPENAI_API_KEY", "hf_token", "Db_Password", "AUTHORIZATION", "DB_PWD",
                           "SESSION_COOKIE", "AWS_CREDENTIALS", "my_secret"}) {
    EXPECT_TRUE(is_secret_name(name)) << name;
  }
}

TEST(IsSecretName, WhatMattersToMemoryIsNone) {
  for (const char* name : {"PWD", "TOKENIZERS_PARALLELISM", "MALLOC_ARENA_MAX", "LD_PRELOAD",
                           "OMP_NUM_THREADS", "PATH"}) {
    EXPECT_FALSE(is_secret_name(name)) << name;
  }
}

TEST(IsSecretName, TokenizerDoesNotExcuseATokenBesideIt) {
  EXPECT_TRUE(is_secret_name("TOKENIZER_TOKEN"));
}

TEST(MaskUrls, UserAndPasswordGoAndTheRestStays) {
  EXPECT_EQ(mask_urls("a redis://me:pw@host:1/0 b"), "a redis://***@host:1/0 b");
  EXPECT_EQ(mask_urls("https://ghp_x@github.com/a"), "https://***@github.com/a");
  EXPECT_EQ(mask_urls("http://a:b@c/ http://d:e@f/"), "http://***@c/ http://***@f/");
}

TEST(MaskUrls, PasswordWithAtOrSlashIsMaskedToItsEnd) {
  EXPECT_EQ(mask_urls("db://me:p@ss@host/x"), "db://***@host/x");
  EXPECT_EQ(mask_urls("db://me:pa/ss@host/x"), "db://***@host/x");
}

TEST(MaskUrls, UrlsWithoutUserStayAsTheyAre) {
  for (const char* url : {"http://host:8880/v1/@scope", "http://host/a@b", "http://[::1]:80/a@b"}) {
    EXPECT_EQ(mask_urls(url), url);
  }
}

TEST(MaskedCommand, ArgumentsAreJoinedBySpaces) {
  EXPECT_EQ(masked_command("python3\0-m\0server\0"s), "python3 -m server");
}

TEST(MaskedCommand, SecretOptionLosesItsValueInBothForms) {
  EXPECT_EQ(masked_command("s\0--api-key\0sk-1\0-p\0008\0"s), "s --api-key *** -p 8");
  EXPECT_EQ(masked_command("s\0--api-key=sk-1\0"s), "s --api-key=***");
  EXPECT_EQ(masked_command("env\0HF_TOKEN=hf_1\0s\0"s), "env HF_TOKEN=*** s");
}

TEST(MaskedCommand, OptionWithoutValueDoesNotSwallowTheNextOption) {
  EXPECT_EQ(masked_command("s\0--no-auth\0--port\08880\0"s), "s --no-auth --port 8880");
}

TEST(MaskedCommand, PathWithASuspiciousNameStays) {
  EXPECT_EQ(masked_command("/opt/keys/server\0voice=/a/b\0"s), "/opt/keys/server voice=/a/b");
}

TEST(MaskedCommand, TailOfARewrittenCommandLineIsDropped) {
  EXPECT_EQ(masked_command("nginx: worker\0\0\0\0"s), "nginx: worker");
  EXPECT_EQ(masked_command("\0\0"s), "");
}

}  // namespace
}  // namespace ttsoak
