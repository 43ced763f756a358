#include "reports/compare/baseline.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/compare/run_figures.h"
#include "reports/series/troughs.h"
#include "reports/verdict/judge.h"

namespace ttsoak {
namespace {

using nlohmann::json;

constexpr double kFirstRequests = 50;
constexpr int kVersion = 1;

template <typename Field>
void for_each_figure(Field field) {
  field("/rss_bytes/initial", &Baseline::rss_initial_bytes);
  field("/rss_bytes/after_50_requests", &Baseline::rss_after_50_bytes);
  field("/rss_bytes/level", &Baseline::rss_level_bytes);
  field("/rss_bytes/peak", &Baseline::rss_peak_bytes);
  field("/growth_bytes_per_request/rate", &Baseline::growth);
  field("/growth_bytes_per_request/lower95", &Baseline::growth_lower95);
  field("/growth_bytes_per_request/upper95", &Baseline::growth_upper95);
}

Status missing(const std::string& where, const std::string& expected) {
  return Error{"expected " + expected + " at " + where +
               "; make the baseline anew with 'ttsoak baseline DIR'"};
}

template <typename Integer>
Status read_integer(const json& page, const char* where, Integer& out) {
  const json::json_pointer pointer(where);
  if (!page.contains(pointer) || !page[pointer].is_number_unsigned() ||
      page[pointer].get<std::uint64_t>() > INT32_MAX) {
    return missing(where, "a whole number");
  }
  out = page[pointer].get<Integer>();
  return std::nullopt;
}

Status read_map(const json& page, const char* key, std::map<std::string, std::string>& out) {
  if (!page.contains(key) || !page[key].is_object()) return missing(key, "an object of strings");
  for (const auto& [name, value] : page[key].items()) {
    if (!value.is_string()) return missing(std::string(key) + "/" + name, "a string");
    out[name] = value.get<std::string>();
  }
  return std::nullopt;
}

}  // namespace

Result<Baseline> baseline_of(const RunRecord& record, const Growth& growth) {
  const auto reasons = invalid_reasons(record);
  if (!reasons.empty()) return Error{"the run cannot be judged: " + reasons.front()};
  const TroughSeries troughs = rss_troughs(record.cycles, record.heap.troughs);
  if (troughs.requests.empty() || troughs.requests.back() < kFirstRequests) {
    return Error{"the run did fewer than 50 requests"};
  }
  if (growth.fit_requests.empty()) {
    return Error{"its growth is not known: " + growth.why};
  }
  Baseline baseline;
  baseline.name = record.header.name;
  baseline.requests = requests_of(record);
  baseline.requests_per_cycle = record.header.requests_per_cycle;
  baseline.concurrency = record.header.concurrency;
  baseline.rss_initial_bytes = static_cast<double>(record.rss_initial_bytes);
  for (std::size_t i = troughs.requests.size(); i-- > 0;) {
    if (troughs.requests[i] >= kFirstRequests) baseline.rss_after_50_bytes = troughs.bytes[i];
  }
  baseline.rss_level_bytes = troughs.bytes.back();
  baseline.rss_peak_bytes = static_cast<double>(record.rss_peak_bytes);
  baseline.growth = growth.rate;
  baseline.growth_lower95 = growth.lower95;
  baseline.growth_upper95 = growth.upper95;
  for_each_figure([&](const char*, double Baseline::*figure) {
    baseline.*figure = std::round(baseline.*figure);
  });
  baseline.machine = machine_of(record.header.manifest);
  for (const char* fact : {"ttsoak.version", "started"}) {
    const auto found = record.header.manifest.find(fact);
    if (found != record.header.manifest.end()) baseline.versions.insert(*found);
  }
  return baseline;
}

std::string baseline_text(const Baseline& baseline) {
  json page = {
      {"ttsoak_baseline", kVersion},         {"name", baseline.name},
      {"requests", baseline.requests},       {"requests_per_cycle", baseline.requests_per_cycle},
      {"concurrency", baseline.concurrency}, {"machine", baseline.machine},
      {"versions", baseline.versions}};
  for_each_figure([&](const char* where, double Baseline::*figure) {
    page[json::json_pointer(where)] = static_cast<std::int64_t>(baseline.*figure);
  });
  return page.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<Baseline> parse_baseline_text(std::string_view text) {
  const json page = json::parse(text, nullptr, false);
  if (!page.is_object() || page.value("ttsoak_baseline", json()) != kVersion) {
    return Error{
        "not a baseline: expected JSON with \"ttsoak_baseline\": 1, as 'ttsoak baseline' "
        "writes it"};
  }
  Baseline baseline;
  if (!page.contains("name") || !page["name"].is_string()) return *missing("name", "a string");
  baseline.name = page["name"].get<std::string>();
  if (Status error = read_integer(page, "/requests", baseline.requests)) return *error;
  if (Status error = read_integer(page, "/requests_per_cycle", baseline.requests_per_cycle)) {
    return *error;
  }
  if (Status error = read_integer(page, "/concurrency", baseline.concurrency)) return *error;
  if (Status error = read_map(page, "machine", baseline.machine)) return *error;
  if (Status error = read_map(page, "versions", baseline.versions)) return *error;
  Status error;
  for_each_figure([&](const char* where, double Baseline::*figure) {
    const json::json_pointer pointer(where);
    if (!error && (!page.contains(pointer) || !page[pointer].is_number())) {
      error = missing(where, "a number");
    }
    if (!error) baseline.*figure = page[pointer].get<double>();
  });
  if (error) return *error;
  return baseline;
}

}  // namespace ttsoak
