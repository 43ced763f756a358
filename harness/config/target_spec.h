#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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
  std::string ca_file;                      // PEM; whose certificates alone are accepted
  TraceSpec trace;
  // After the last cycle a traced target is asked to collect its garbage and to trim its heap.
  bool experiments = true;
  std::vector<std::string> folders;  // in which it leaves files, beside the usual temporary ones

  bool operator==(const TargetSpec&) const = default;
};

}  // namespace ttsoak
