#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reports/calibration/traces.h"
#include "reports/cause/composition.h"
#include "reports/verdict/report.h"

namespace ttsoak {

constexpr double kKib = 1024;
constexpr double kMib = 1024 * kKib;
constexpr int kSoakCycles = 40;
constexpr int kSoakRequests = 25;  // per cycle

// Bytes or things at the trough of a cycle; 0 is before the first.
using Course = std::function<double(int cycle)>;

Course constant(double value);
Course linear(double start, double per_request);
Course filling(double start, double gain, double cycles);  // time constant
Course step(double start, double height, int cycle);

Frame python_line(const std::string& function, const std::string& file, int line);
Frame native_in(const std::string& function, const std::string& library);

// The record of a soak, built from what the target did. RSS is the sum of its parts: 200 MiB in use
// and 60 MiB of mapped files, constant, plus what is told.
class SoakedRecord {
 public:
  SoakedRecord();

  // Adds to a part of RSS.
  SoakedRecord& part(MemoryPart part, const Course& bytes);
  // Adds a call stack, and with it to `live`, or to what else is named. Its blocks are of this
  // size; survivors were born in every cycle, or every `born_every`th.
  SoakedRecord& stack(std::vector<Frame> frames, const Course& bytes, double block_bytes,
                      int born_every = 1, MemoryPart part = MemoryPart::live);
  SoakedRecord& things(InventoryKind kind, const std::string& name, const Course& count,
                       double bytes_each = 0);
  // A container that gained so many elements a cycle.
  SoakedRecord& holder(const std::string& path, const std::string& type, double per_cycle,
                       double bytes_per_cycle, std::int64_t bound = -1,
                       const std::string& newest = "");
  SoakedRecord& python(const Course& objects, const Course& garbage);
  SoakedRecord& cgroup(const Course& file, const Course& shmem, std::int64_t limit_bytes = -1);
  SoakedRecord& experiment(ExperimentKind kind, double returned, double predicted = -1,
                           std::int64_t collected = -1);
  SoakedRecord& share(RetentionRole role, std::vector<Frame> frames, double bytes,
                      std::int64_t samples, std::int64_t low, std::int64_t high);
  SoakedRecord& latency(const Course& p50_ms);
  SoakedRecord& aborts(std::int64_t per_cycle);
  SoakedRecord& errors(const Course& per_cycle);
  // Wrong requests of this kind, all of them rightly refused.
  SoakedRecord& refusals(RequestKind kind, std::int64_t per_cycle);
  SoakedRecord& fresh_texts();
  SoakedRecord& without_splits();

  [[nodiscard]] Report judged() const;
  // Of this cause, or absent.
  [[nodiscard]] std::optional<Finding> find(Cause cause) const;
  [[nodiscard]] std::vector<Cause> causes() const;

 private:
  RunRecord record_;
  bool splits_ = true;
  std::vector<Composition> memory_;  // by cycle, from 0
};

}  // namespace ttsoak
