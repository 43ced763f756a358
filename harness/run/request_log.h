#pragma once

#include <iosfwd>
#include <string>

#include "harness/run/tree_rss_log.h"
#include "probes/values/observation.h"

namespace ttsoak {

// Passes everything on, and writes a line for each request that has ended:
//
//   [MEM] /tts start=321.4MB peak=418.9MB end=322.1MB delta=+0.7MB
//
// that is the RSS of the target's process tree when the request was sent, its peak until the end,
// and what it was then; a MB is 2^20 bytes. Sampled ten times a second: a request that is shorter
// may show one sample three times. With several requests in flight each line shows the process that
// they share, and a delta is not that of one request.
class RequestLog final : public ObservationSink {
 public:
  // `path` stands in the lines. `terminal`: a progress line may stand where the next line goes.
  // All must outlive *this.
  RequestLog(ObservationSink& next, const TreeRssLog& rss, std::string path, std::ostream& out,
             bool terminal)
      : next_(next), rss_(rss), path_(std::move(path)), out_(out), terminal_(terminal) {}

  void record(Observation observation) override;

 private:
  ObservationSink& next_;
  const TreeRssLog& rss_;
  const std::string path_;
  std::ostream& out_;
  const bool terminal_;
};

}  // namespace ttsoak
