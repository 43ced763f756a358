#include "tests/servers/protocols/drive_fake.h"

#include "harness/drive/http_driver.h"
#include "harness/target/voices.h"

namespace ttsoak {
namespace {

class OutcomeList : public ObservationSink {
 public:
  void record(Observation observation) override {
    if (auto* outcome = std::get_if<RequestOutcome>(&observation)) outcomes.push_back(*outcome);
  }
  std::vector<RequestOutcome> outcomes;
};

}  // namespace

RunConfig config_for_api(const std::string& api, const std::string& url) {
  RunOptions options;
  options.api = api;
  options.url = url;
  Result<RunConfig> config = make_run_config(options);
  if (!config.ok()) abort_with(config.error().message.c_str());
  config.value().workload.voices =
      default_voices(config.value().target, config.value().request.voices);
  return std::move(config).value();
}

std::vector<RequestOutcome> drive(const RunConfig& config, const std::vector<Said>& said) {
  std::vector<PlannedRequest> requests;
  for (const Said& one : said) {
    PlannedRequest request;
    request.request_class = static_cast<int>(requests.size());
    request.text = one.text;
    request.voice = &config.workload.voices.front();
    request.format = &config.workload.formats.front();
    request.kind = one.kind;
    requests.push_back(std::move(request));
  }
  OutcomeList list;
  auto driver = make_http_driver(config, {RunClock(), &list, nullptr, nullptr});
  if (!driver.ok()) abort_with(driver.error().message.c_str());
  driver.value()->run_cycle(1, requests);
  return list.outcomes;
}

}  // namespace ttsoak
