#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "probes/base/clock.h"
#include "probes/values/request_kind.h"

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

// Further fields of a text, from the line of the file that it stands in: ${row.NAME} in a request.
using Row = std::map<std::string, std::string>;

// How long texts are, in characters, by a log-normal distribution.
struct Lengths {
  double median = 90;
  double p95 = 400;  // at least the median

  bool operator==(const Lengths&) const = default;
};

// One request of recorded traffic.
struct ReplayEntry {
  RunTime at{0};     // from the first one's
  std::string text;  // empty: the workload's texts take turns; so with the next two
  std::string voice;
  std::string format;
  Row row;

  bool operator==(const ReplayEntry&) const = default;
};

// The rate of arrivals for some time.
struct Stage {
  std::chrono::milliseconds lasts{0};
  double rate_per_s = 0;

  bool operator==(const Stage&) const = default;
};

// When requests are sent. Every cycle has the same schedule.
struct Arrival {
  enum class Process {
    closed,  // `concurrency` clients, each sends when its last request is done, and `think` is over
    constant,  // at even distances
    poisson,   // at distances that are exponentially distributed
    replay,    // as recorded, in the order recorded
  };
  Process process = Process::closed;
  std::chrono::milliseconds think{0};
  std::vector<Stage> stages;  // constant, poisson: one after the other, then from the first again
  int burst = 1;              // constant, poisson: so many come at once, and so much more seldom
  double speed = 1;           // replay: recorded time is divided by it
  std::vector<ReplayEntry> replay;

  [[nodiscard]] bool is_open() const { return process != Process::closed; }
  bool operator==(const Arrival&) const = default;
};

struct WorkloadSpec {
  int cycles = 40;
  int requests_per_cycle = 25;
  // Requests in flight: as many in a closed loop, at most so many otherwise. One more waits, and
  // that counts in its latency.
  int concurrency = 1;
  std::uint64_t seed = 1;
  std::vector<std::string> texts;   // never empty: a built-in corpus stands in
  std::vector<Row> rows;            // one for each text, or none at all
  std::optional<Lengths> lengths;   // cut the texts, or put several together, to such lengths
  std::vector<std::string> voices;  // empty: the server is asked, see target/voices.h
  bool all_voices = false;          // where the server is asked: all that it lists, not the first
  std::vector<std::string> formats = {"wav"};
  bool fresh = false;  // no text is ever sent twice; lengths repeat from cycle to cycle
  // Weights of the kinds of requests, above zero. Each kind occurs at least once in a cycle, as far
  // as there are requests for it. The diagnosis changes these to tell one kind from another.
  std::map<RequestKind, double> mix = {{RequestKind::normal, 1}};
  std::chrono::milliseconds abort_after{1000};   // of RequestKind::abort_after
  std::int64_t slow_reader_bytes_per_s = 12000;  // a quarter of 24 kHz speech
  Arrival arrival;
  Timeouts timeouts;
  QuiesceSpec quiesce;

  bool operator==(const WorkloadSpec&) const = default;
};

}  // namespace ttsoak
