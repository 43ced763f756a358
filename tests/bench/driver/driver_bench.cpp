// How fast the HTTP driver is, and how punctual.
//
//   driver_bench [SECONDS]
//
// Speed: requests a second over 64 connections on one core against a server that does next to
// nothing on another one, in turns with wrk(1): of the driver alone, and with the run record
// written. Punctuality: how much later than scheduled requests leave, at 200 a second.

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <vector>

#include "harness/drive/http_driver.h"
#include "reports/record/record_writer.h"
#include "tests/bench/driver/tiny_server.h"

namespace ttsoak {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kConnections = 64;
constexpr int kServerCore = 0;
constexpr int kClientCore = 1;
constexpr int kRounds = 3;

class Outcomes : public ObservationSink {
 public:
  void record(Observation observation) override {
    const auto& outcome = std::get<RequestOutcome>(observation);
    errors += outcome.error != RequestError::none ? 1 : 0;
    if (keep) late.push_back((outcome.sent - outcome.intended).count());
  }
  bool keep = false;
  std::int64_t errors = 0;
  std::vector<std::int64_t> late;
};

RunConfig config_for(const TinyServer& server) {
  RunConfig config;
  config.target.url = "http://127.0.0.1:" + std::to_string(server.port());
  config.workload.texts = {"Hi."};
  config.workload.voices = {"any"};
  config.workload.concurrency = kConnections;
  return config;
}

// Requests a second of cycles for `seconds`.
double speed_of_driver(const RunConfig& config, double seconds, ObservationSink& sink) {
  auto driver = make_http_driver(config, {RunClock(), &sink, nullptr, nullptr});
  if (!driver.ok()) abort_with(driver.error().message.c_str());
  const Workload workload(config.workload);
  const auto requests = workload.cycle(1);
  driver.value()->run_cycle(1, requests);  // connects
  const auto start = Clock::now();
  std::int64_t sent = 0;
  double passed = 0;
  for (int cycle = 2; passed < seconds; ++cycle) {
    sent += driver.value()->run_cycle(cycle, requests).requests;
    passed = std::chrono::duration<double>(Clock::now() - start).count();
  }
  return static_cast<double>(sent) / passed;
}

double speed_of_wrk(const TinyServer& server, double seconds) {
  const std::string script =
      (std::filesystem::temp_directory_path() / ("wrk-" + std::to_string(::getpid()) + ".lua"))
          .string();
  std::FILE* lua = std::fopen(script.c_str(), "w");
  if (lua == nullptr) abort_with("no temporary file");
  std::fputs(
      "wrk.method = 'POST'\nwrk.headers['Content-Type'] = 'application/json'\n"
      "wrk.body = '{\"input\":\"Hi.\",\"model\":\"tts-1\",\"response_format\":\"wav\","
      "\"voice\":\"any\"}'\n",
      lua);
  std::fclose(lua);
  const std::string command = "wrk -t1 -c" + std::to_string(kConnections) + " -d" +
                              std::to_string(std::max(1, static_cast<int>(seconds))) + "s -s " +
                              script + " http://127.0.0.1:" + std::to_string(server.port()) +
                              "/v1/audio/speech 2>&1";
  std::FILE* output = ::popen(command.c_str(), "r");
  if (output == nullptr) return 0;
  double speed = 0;
  char line[512];
  while (std::fgets(line, sizeof line, output) != nullptr) {
    (void)std::sscanf(line, "Requests/sec: %lf", &speed);
  }
  ::pclose(output);
  std::filesystem::remove(script);
  return speed;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void print_speed(const TinyServer& server, double seconds) {
  RunConfig config = config_for(server);
  config.workload.requests_per_cycle = 20000;
  std::vector<double> alone;
  std::vector<double> recorded;
  std::vector<double> wrk;
  for (int round = 0; round < kRounds; ++round) {
    wrk.push_back(speed_of_wrk(server, seconds));
    Outcomes outcomes;
    alone.push_back(speed_of_driver(config, seconds, outcomes));
    if (outcomes.errors > 0) std::cout << outcomes.errors << " requests failed\n";
    const auto directory =
        std::filesystem::temp_directory_path() / ("driver-bench-" + std::to_string(::getpid()));
    {
      auto record = RecordWriter::create(directory, RunHeader());
      if (!record.ok()) abort_with(record.error().message.c_str());
      recorded.push_back(speed_of_driver(config, seconds, *record.value()));
    }
    std::filesystem::remove_all(directory);
  }
  std::cout << "driver " << median(alone) << " requests/s, with the record " << median(recorded)
            << "; wrk ";
  if (median(wrk) > 0) {
    std::cout << median(wrk) << "; ratio " << median(alone) / median(wrk) << ", with the record "
              << median(recorded) / median(wrk) << '\n';
  } else {
    std::cout << "is not installed\n";
  }
}

void print_punctuality(const TinyServer& server, double seconds) {
  constexpr double kRate = 200;
  RunConfig config = config_for(server);
  config.workload.arrival.process = Arrival::Process::poisson;
  config.workload.arrival.stages = {{std::chrono::hours(24), kRate}};
  config.workload.requests_per_cycle = static_cast<int>(kRate * seconds);
  Outcomes outcomes;
  outcomes.keep = true;
  auto driver = make_http_driver(config, {RunClock(), &outcomes, nullptr, nullptr});
  if (!driver.ok()) abort_with(driver.error().message.c_str());
  driver.value()->run_cycle(1, Workload(config.workload).cycle(1));
  std::vector<std::int64_t>& late = outcomes.late;
  std::sort(late.begin(), late.end());
  std::cout << "at " << kRate << " requests/s, sent later than scheduled: median "
            << late[late.size() / 2] << " us, p99 " << late[late.size() * 99 / 100] << " us, max "
            << late.back() << " us\n";
}

}  // namespace
}  // namespace ttsoak

int main(int argc, char** argv) {
  using namespace ttsoak;
  const double seconds = argc > 1 ? std::strtod(argv[1], nullptr) : 2;
  const TinyServer server(kServerCore);
  pin_to(kClientCore);
  print_speed(server, seconds);
  print_punctuality(server, 2.5 * seconds);
  return 0;
}
