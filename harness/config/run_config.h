#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "probes/base/result.h"
#include "reports/record/run_header.h"

namespace ttsoak {

// How a launched target is traced from inside. One that runs already is traced if it was started
// with the tracer, by what its own environment says.
struct TraceSpec {
  bool enabled = true;
  std::int64_t sample_bytes = 64 * 1024;  // mean distance of samples, a power of two

  bool operator==(const TraceSpec&) const = default;
};

// Where requests go and which process is watched.
//
// in_process: the reference engine inside ttsoak itself; everything else here is then unused.
// Otherwise `url` is required. The watched process is the one launched, else the first of
// `container`, else `pid`, else the one that listens on the URL's port.
struct TargetSpec {
  bool in_process = false;
  std::vector<std::string> faults;  // in_process only: "text_cache=1"
  std::string url;                  // "http://127.0.0.1:8880", without the request's path
  std::vector<std::string> launch;  // argv; empty = already running
  std::optional<pid_t> pid;
  std::string container;                    // name or id, of Docker or Podman on this machine
  std::string ready_path;                   // GET must answer 2xx; empty = the port must accept
  std::chrono::seconds ready_timeout{120};  // from launch
  bool insecure = false;                    // accept any TLS certificate
  TraceSpec trace;
  // After the last cycle a traced target is asked to collect its garbage and to trim its heap.
  bool experiments = true;
  std::vector<std::string> folders;  // in which it leaves files, beside the usual temporary ones

  bool operator==(const TargetSpec&) const = default;
};

// How one piece of text becomes one HTTP request, and what must come back.
struct RequestSpec {
  std::string method = "POST";
  std::string path = "/v1/audio/speech";
  std::map<std::string, std::string> headers;
  // Every string in it may hold ${text}, ${voice}, ${format}.
  nlohmann::json body = {{"model", "tts-1"},
                         {"input", "${text}"},
                         {"voice", "${voice}"},
                         {"response_format", "${format}"}};
  std::string expect = "wav";           // "wav" or "pcm": what the body must be
  std::string content_type = "audio/";  // what the reply's media type must begin with; "" = any
  int pcm_rate = 24000;                 // Hz, mono, 16 bit; used where "pcm" carries no header

  bool operator==(const RequestSpec&) const = default;
};

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

// Everything a run is told. Defaults are what `ttsoak run --url URL` uses.
struct RunConfig {
  std::string name = "soak";
  TargetSpec target;
  RequestSpec request;
  WorkloadSpec workload;
  Thresholds thresholds;
  std::filesystem::path output_directory = "runs";  // each run makes a directory of its own in it

  bool operator==(const RunConfig&) const = default;
};

// Parses a config: JSON with // and /* */ comments. Relative file names in it ("texts_file") are
// taken from `directory`, where the config lies.
//
// Errors name the path, what was expected and what was found
// ("workload.cycles: expected an integer from 1 to 1000000, got \"ten\""); unknown keys are errors.
Result<RunConfig> parse_run_config(std::string_view text, const std::filesystem::path& directory);

// Reads and parses the file at `path`. Errors also: it cannot be read.
Result<RunConfig> load_run_config(const std::filesystem::path& path);

// The config as canonical JSON, defaults filled in: goes into the run record. Parsed again, what
// parse_run_config() has accepted gives an equal config.
nlohmann::json to_json(const RunConfig& config);

}  // namespace ttsoak
