#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "harness/config/json_text.h"
#include "harness/series/series_file.h"

namespace ttsoak {
namespace {

using nlohmann::json;
using Samples = std::map<double, double>;  // by seconds since 1970

// "17" and "1.7e+09" as Prometheus writes values; 17 is taken, too.
std::optional<double> number_in(const json& value) {
  if (value.is_number()) return value.get<double>();
  if (!value.is_string()) return std::nullopt;
  const std::string& text = value.get_ref<const std::string&>();
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(number)) return std::nullopt;
  return number;
}

Result<Samples> samples_in(const json& series, const std::string& name) {
  const auto values = series.find("values");
  if (values == series.end() || !values->is_array()) {
    return Error{name + ": no \"values\"; ask with /api/v1/query_range, not with /api/v1/query"};
  }
  Samples samples;
  for (const json& pair : *values) {
    const bool is_pair = pair.is_array() && pair.size() == 2;
    const auto at = is_pair ? number_in(pair[0]) : std::nullopt;
    const auto value = is_pair ? number_in(pair[1]) : std::nullopt;
    if (!at || !value) return Error{name + ": a sample is not [seconds, \"number\"]"};
    samples[*at] = *value;
  }
  return samples;
}

bool is_memory(const std::string& name) {
  for (const char* word : {"resident", "rss", "memory"})
    if (name.find(word) != std::string::npos) return true;
  return false;
}

struct Found {
  std::optional<Samples> rss;
  std::vector<Samples> counters;
};

Status take(const json& reply, Found& found) {
  const json* result = nullptr;
  if (reply.is_object() && reply.contains("data") && reply["data"].is_object() &&
      reply["data"].contains("result") && reply["data"]["result"].is_array()) {
    result = &reply["data"]["result"];
  }
  if (result == nullptr) return Error{"not the reply of Prometheus to a range query"};
  for (const json& series : *result) {
    std::string name;
    if (series.is_object() && series.contains("metric") && series["metric"].is_object()) {
      const auto label = series["metric"].find("__name__");
      if (label != series["metric"].end() && label->is_string()) name = label->get<std::string>();
    }
    if (name.empty()) return Error{"a series has no name; query the metric itself, no expression"};
    Result<Samples> samples = samples_in(series, name);
    if (!samples.ok()) return samples.error();
    if (is_memory(name)) {
      if (found.rss) return Error{"several series of memory; narrow the query to one process"};
      found.rss = std::move(samples).value();
    } else if (name.ends_with("_total") || name.ends_with("_count")) {
      found.counters.push_back(std::move(samples).value());
    } else {
      return Error{name + ": neither memory nor a counter (..._total, ..._count)"};
    }
  }
  return std::nullopt;
}

// Counts on where a counter fell: the process was replaced and began at 0.
struct Count {
  double total = 0, last = 0;
  bool known = false;

  // Whether it fell.
  bool advance(double value) {
    const bool fell = known && value < last;
    if (known) total += fell ? value : value - last;
    last = value;
    known = true;
    return fell;
  }
};

}  // namespace

Result<MeasuredSeries> parse_prometheus_series(const std::string& text) {
  const Result<json> parsed = parse_json_text(text);
  if (!parsed.ok()) return parsed.error();
  Found found;
  if (parsed.value().is_array()) {
    for (const json& reply : parsed.value())
      if (Status error = take(reply, found)) return *error;
  } else if (Status error = take(parsed.value(), found)) {
    return *error;
  }
  if (!found.rss) return Error{"no series of memory, such as process_resident_memory_bytes"};
  if (found.counters.empty()) return Error{"no counter of requests, such as http_requests_total"};

  MeasuredSeries measured;
  std::vector<Count> counts(found.counters.size());
  int lifetime = 0;
  for (const auto& [at, bytes] : *found.rss) {
    bool fell = false;
    bool known = false;
    double requests = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      // A counter that has not been seen yet is at 0: it appears with its first request.
      const auto sample = found.counters[i].find(at);
      if (sample != found.counters[i].end()) {
        fell |= counts[i].advance(sample->second);
        known = true;
      }
      requests += counts[i].total;
    }
    if (!known) continue;
    if (fell) ++lifetime;
    measured.rss.requests.push_back(requests);
    measured.rss.bytes.push_back(bytes);
    measured.rss.lifetime.push_back(lifetime);
  }
  if (measured.rss.requests.empty()) {
    return Error{"memory and requests have no moment in common; query both with the same step"};
  }
  return measured;
}

Result<MeasuredSeries> parse_series(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return Error{"empty"};
  return text[first] == '{' || text[first] == '[' ? parse_prometheus_series(text)
                                                  : parse_csv_series(text);
}

}  // namespace ttsoak
