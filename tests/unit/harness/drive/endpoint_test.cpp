#include "harness/drive/endpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ttsoak {
namespace {

using testing::HasSubstr;

std::string error_of(const std::string& url) {
  const auto endpoint = parse_endpoint(url);
  return endpoint.ok() ? "none" : endpoint.error().message;
}

TEST(ParseEndpoint, SchemeDecidesTheDefaultPort) {
  EXPECT_EQ(parse_endpoint("http://127.0.0.1").value().port, 80);
  EXPECT_EQ(parse_endpoint("https://tts.example").value().port, 443);
  EXPECT_EQ(parse_endpoint("https://tts.example").value().scheme, Scheme::https);
  EXPECT_EQ(parse_endpoint("http://localhost:8880").value().port, 8880);
}

TEST(ParseEndpoint, APathIsAPrefixWithoutItsLastSlash) {
  EXPECT_EQ(parse_endpoint("http://h/tts/").value().base_path, "/tts");
  EXPECT_EQ(parse_endpoint("http://h/").value().base_path, "");
}

TEST(ParseEndpoint, Ipv6LosesItsBracketsAndGetsThemBackInTheHostHeader) {
  const Endpoint endpoint = parse_endpoint("http://[::1]:5000").value();
  EXPECT_EQ(endpoint.host, "::1");
  EXPECT_EQ(host_header(endpoint), "[::1]:5000");
}

TEST(ParseEndpoint, TcpHasNoUsualPort) {
  EXPECT_EQ(parse_endpoint("tcp://127.0.0.1:10200").value().port, 10200);
  EXPECT_EQ(parse_endpoint("tcp://127.0.0.1:10200").value().scheme, Scheme::tcp);
  EXPECT_THAT(error_of("tcp://127.0.0.1"), HasSubstr("name one"));
}

TEST(ParseEndpoint, WhatIsNoHttpUrlIsAnErrorThatNamesIt) {
  EXPECT_THAT(error_of("localhost:8880"), HasSubstr("localhost:8880"));
  EXPECT_THAT(error_of("ftp://h"), HasSubstr("http://"));
  EXPECT_THAT(error_of("http://h:99999"), HasSubstr("99999"));
  EXPECT_NE(error_of(""), "none");
}

TEST(ParseEndpoint, APasswordInTheUrlIsRefusedAndNotRepeated) {
  const std::string error = error_of("http://me:hunter2@h");
  EXPECT_THAT(error, HasSubstr("password"));
  EXPECT_THAT(error, testing::Not(HasSubstr("hunter2")));
}

}  // namespace
}  // namespace ttsoak
