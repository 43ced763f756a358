#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace ttsoak {

// What GET /metrics tells. Used on the server's one I/O thread only.
class Metrics {
 public:
  void count_request(int http_status) { ++requests_by_status_[http_status]; }
  void speech_begins() { ++in_flight_; }
  void speech_ends() { --in_flight_; }

  // Text format 0.0.4 of Prometheus.
  [[nodiscard]] std::string to_prometheus(std::uint64_t engine_requests) const;

 private:
  std::map<int, std::uint64_t> requests_by_status_;
  std::int64_t in_flight_ = 0;
};

}  // namespace ttsoak
