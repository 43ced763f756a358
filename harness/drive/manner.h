#pragma once

#include "harness/config/workload_spec.h"
#include "harness/drive/read_manner.h"

namespace ttsoak {

// How the client of a request of this kind reads the reply.
inline ReadManner manner_of(RequestKind kind, const WorkloadSpec& workload) {
  switch (kind) {
    case RequestKind::abort_at_headers:
      return {Abort::at_headers};
    case RequestKind::abort_first_audio:
      return {Abort::first_audio};
    case RequestKind::abort_after:
      return {Abort::after_time, workload.abort_after};
    case RequestKind::slow_reader:
      return {Abort::never, std::chrono::milliseconds(0), workload.slow_reader_bytes_per_s};
    default:
      return {};
  }
}

}  // namespace ttsoak
