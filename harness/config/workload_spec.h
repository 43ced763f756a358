#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ttsoak {

struct Timeouts {
  std::chrono::milliseconds connect{5000};  // name, TCP and TLS together
  std::chrono::milliseconds first_byte{60000};
  std::chrono::milliseconds total{120000};

  bool operator==(const Timeouts&) const = default;
};

// When the target counts as quiet after a cycle.
struct QuiesceSpec {
  std::chrono::milliseconds settle{1000};  // RSS must stay within `tolerance` for this long
  std::chrono::milliseconds limit{10000};  // then the trough is taken anyway
  std::int64_t tolerance_bytes = 256 * 1024;

  bool operator==(const QuiesceSpec&) const = default;
};

struct WorkloadSpec {
  int cycles = 40;
  int requests_per_cycle = 25;
  int concurrency = 1;
  std::uint64_t seed = 1;
  std::vector<std::string> texts;   // never empty: a built-in corpus stands in
  std::vector<std::string> voices;  // empty: the server is asked, see target/voices.h
  std::vector<std::string> formats = {"wav"};
  bool fresh = false;        // no text is ever sent twice; lengths repeat from cycle to cycle
  double aborted_share = 0;  // of requests, 0..1: the client hangs up once audio has begun to come
  Timeouts timeouts;
  QuiesceSpec quiesce;

  bool operator==(const WorkloadSpec&) const = default;
};

}  // namespace ttsoak
