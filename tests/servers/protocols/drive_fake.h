#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/cli/run_options.h"
#include "harness/drive/driver.h"
#include "probes/values/request_outcome.h"

namespace ttsoak {

// One request to a fake.
struct Said {
  std::string text;
  RequestKind kind = RequestKind::normal;
};

// The config of `ttsoak run --api API --url URL`, with the voice that the server lists. Aborts the
// test program if there is none.
RunConfig config_for_api(const std::string& api, const std::string& url);

// Sends each of them once, one after the other, and returns what became of them.
std::vector<RequestOutcome> drive(const RunConfig& config, const std::vector<Said>& said);

}  // namespace ttsoak
