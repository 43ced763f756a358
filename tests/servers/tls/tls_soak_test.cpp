#include "gmock/gmock.h"
#include "tests/integration/soak_run.h"

// A server behind a certificate that nobody has vouched for.
namespace ttsoak {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class TlsSoak : public ::testing::Test {
 protected:
  void SetUp() override {
    Child openssl({"openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1",  //
                   "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",        //
                   "-keyout", file("key.pem"), "-out", file("certificate.pem")});
    ASSERT_EQ(openssl.wait(std::chrono::seconds(60)), 0) << openssl.errors();
  }

  // The options of a run against it. The server is launched by ttsoak.
  [[nodiscard]] std::vector<std::string> options() const {
    const std::string port = std::to_string(free_port());
    return {"--url",
            "https://127.0.0.1:" + port,
            "--launch",
            "python3 tests/servers/tls/server.py " + port + " " + file("certificate.pem") + " " +
                file("key.pem"),
            "--requests",
            "10"};
  }

  [[nodiscard]] std::string file(const char* name) const { return files_.path() / name; }

 private:
  TempDirectory files_;
};

TEST_F(TlsSoak, AnyCertificateWillDoWhereTheUserSaysSo) {
  auto arguments = options();
  arguments.emplace_back("--insecure");
  SoakRun run(arguments);

  run.expect_end(2);  // one cycle shows no trend
  const auto totals = run.report()["totals"];
  EXPECT_EQ(totals["requests"], 10);
  EXPECT_EQ(totals["errors"], 0) << totals;
  EXPECT_NEAR(totals["audio_s"].get<double>(), 50.0, 0.01);
}

TEST_F(TlsSoak, AnAuthorityOfOnesOwnMayVouchForIt) {
  auto arguments = options();
  arguments.insert(arguments.end(), {"--ca", file("certificate.pem")});
  SoakRun run(arguments);

  run.expect_end(2);
  EXPECT_EQ(run.report()["totals"]["errors"], 0) << run.report()["totals"];
}

TEST_F(TlsSoak, SelfSignedCertificateIsRefusedOtherwise) {
  SoakRun run(options());

  EXPECT_EQ(run.finish(), 3) << run.story();
  const auto totals = run.report()["totals"];
  EXPECT_EQ(totals["errors"], 10);
  ASSERT_EQ(totals["errors_by_kind"].size(), 1U) << totals;
  EXPECT_EQ(totals["errors_by_kind"][0]["kind"], "connect");
  EXPECT_THAT(run.story(), AllOf(HasSubstr("INVALID"), HasSubstr("certificate")));
}

}  // namespace
}  // namespace ttsoak
