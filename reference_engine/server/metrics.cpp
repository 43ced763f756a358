#include "reference_engine/server/metrics.h"

#include <unistd.h>

#include <fstream>
#include <string_view>

namespace ttsoak {
namespace {

// Field 2 of /proc/self/statm, in bytes; 0 where there is no /proc.
std::int64_t resident_bytes() {
  std::int64_t size_pages = 0;
  std::int64_t resident_pages = 0;
  std::ifstream("/proc/self/statm") >> size_pages >> resident_pages;
  return resident_pages * ::sysconf(_SC_PAGESIZE);
}

void describe(std::string& text, std::string_view name, std::string_view type,
              std::string_view help) {
  text.append("# HELP ").append(name).append(" ").append(help).append("\n");
  text.append("# TYPE ").append(name).append(" ").append(type).append("\n");
}

}  // namespace

std::string Metrics::to_prometheus(std::uint64_t engine_requests) const {
  std::string text;
  describe(text, "process_resident_memory_bytes", "gauge", "Resident memory size in bytes.");
  text += "process_resident_memory_bytes " + std::to_string(resident_bytes()) + "\n";
  describe(text, "http_requests_total", "counter", "Requests answered, by status.");
  for (const auto& [status, count] : requests_by_status_) {
    text += "http_requests_total{status=\"" + std::to_string(status) + "\"} " +
            std::to_string(count) + "\n";
  }
  describe(text, "ttsoak_engine_requests_total", "counter", "Requests given to the engine.");
  text += "ttsoak_engine_requests_total " + std::to_string(engine_requests) + "\n";
  describe(text, "ttsoak_engine_requests_in_flight", "gauge", "Speech requests being served.");
  text += "ttsoak_engine_requests_in_flight " + std::to_string(in_flight_) + "\n";
  return text;
}

}  // namespace ttsoak
