#include <algorithm>

#include "harness/config/converters.h"
#include "harness/config/corpus_file.h"
#include "harness/config/fields.h"
#include "harness/config/profiles.h"
#include "harness/config/sections.h"
#include "harness/config/weighted_list.h"

namespace ttsoak {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kShortest{1};
constexpr milliseconds kLongest = std::chrono::hours(24);
// More than a healthy server has, few enough for its listen queue and our descriptors.
constexpr int kInFlightAtARate = 256;

Status parse_timeouts(const nlohmann::json& json, const std::string& path, Timeouts& timeouts) {
  const std::string seconds = "a number of seconds from 0.001 to 86400";
  const auto convert = as_seconds(kShortest, kLongest);

  Fields fields(json, path);
  fields.optional("connect_s", timeouts.connect, seconds, convert);
  fields.optional("first_byte_s", timeouts.first_byte, seconds, convert);
  fields.optional("total_s", timeouts.total, seconds, convert);
  fields.require(timeouts.total >= std::max(timeouts.connect, timeouts.first_byte), "total_s",
                 "expected at least connect_s and first_byte_s, which are parts of it");
  return fields.finish();
}

Status parse_quiesce(const nlohmann::json& json, const std::string& path, QuiesceSpec& quiesce) {
  const std::string seconds = "a number of seconds from 0 to 86400";
  const auto convert = as_seconds(milliseconds(0), kLongest);

  Fields fields(json, path);
  fields.optional("settle_s", quiesce.settle, seconds, convert);
  fields.optional("limit_s", quiesce.limit, seconds, convert);
  fields.optional("tolerance", quiesce.tolerance_bytes, "a size above zero such as \"256KiB\"",
                  as_whole_bytes);
  fields.require(quiesce.limit >= quiesce.settle, "limit_s",
                 "expected at least settle_s, or no quiesce could ever be steady");
  return fields.finish();
}

Status parse_lengths(const nlohmann::json& json, const std::string& path,
                     std::optional<Lengths>& out) {
  const std::string characters = "a number from 5 to 4000";
  const auto convert = [](const nlohmann::json& field) -> std::optional<double> {
    if (!field.is_number() || !(field.get<double>() >= 5 && field.get<double>() <= 4000)) return {};
    return field.get<double>();
  };
  Lengths lengths;

  Fields fields(json, path);
  fields.optional("median", lengths.median, characters, convert);
  fields.optional("p95", lengths.p95, characters, convert);
  fields.require(lengths.p95 >= lengths.median, "p95", "expected at least the median");
  if (Status error = fields.finish()) return error;
  out = lengths;
  return std::nullopt;
}

std::optional<nlohmann::json> as_list(const nlohmann::json& field) {
  if (!field.is_array() || field.empty()) return std::nullopt;
  return field;
}

}  // namespace

Status parse_workload(const nlohmann::json& json, const std::string& path,
                      const std::filesystem::path& directory, WorkloadSpec& workload) {
  const std::string weighted =
      "a list, at least one, of strings and {\"name\": string, \"weight\": 1 to 100}";
  nlohmann::json texts;
  std::string texts_file;
  std::string profile;
  double aborted_share = 0;

  // First what the profile says, then what stands beside it.
  if (json.is_object() && json.contains("profile") && json["profile"].is_string()) {
    const Result<nlohmann::json> section = find_profile(json["profile"].get<std::string>());
    if (!section.ok()) return section.error().with_context(path + ".profile");
    if (Status error = parse_workload(section.value(), path, directory, workload)) return error;
  }

  Fields fields(json, path);
  fields.optional("cycles", workload.cycles, "an integer from 1 to 1000000",
                  as_integer(1, 1000000));
  fields.optional("requests_per_cycle", workload.requests_per_cycle, "an integer from 1 to 1000000",
                  as_integer(1, 1000000));
  fields.optional("concurrency", workload.concurrency, "an integer from 1 to 1024",
                  as_integer(1, 1024));
  fields.optional("seed", workload.seed, "an integer from 0",
                  as_integer(std::uint64_t{0}, UINT64_MAX));
  fields.optional("profile", profile, "the name of a profile", as_text(is_not_empty));
  fields.optional("texts", texts, "a list, at least one, of strings and objects with \"text\"",
                  as_list);
  fields.section("lengths", workload.lengths, parse_lengths);
  fields.optional("texts_file", texts_file, "the name of a file", as_text(is_not_empty));
  fields.optional("voices", workload.voices, weighted, as_weighted_list);
  fields.optional("formats", workload.formats, weighted, as_weighted_list);
  fields.optional("all_voices", workload.all_voices, "true or false", as_flag);
  fields.optional("fresh", workload.fresh, "true or false", as_flag);
  fields.section("mix", workload.mix, parse_mix);
  fields.optional("aborted_share", aborted_share, "a number from 0 to 1", as_share);
  fields.optional("abort_after_s", workload.abort_after, "a number of seconds from 0 to 86400",
                  as_seconds(milliseconds(0), kLongest));
  fields.optional("slow_reader_bytes_per_s", workload.slow_reader_bytes_per_s,
                  "an integer from 1 to 1000000000",
                  as_integer(std::int64_t{1}, std::int64_t{1000000000}));
  fields.section("arrival", workload.arrival,
                 [&](const nlohmann::json& section, const std::string& at, Arrival& out) {
                   return parse_arrival(section, at, directory, out);
                 });
  fields.section("timeouts", workload.timeouts, parse_timeouts);
  fields.section("quiesce", workload.quiesce, parse_quiesce);
  fields.require(!fields.has("texts") || !fields.has("texts_file"), "texts_file",
                 "does not go with texts; remove one of them");
  fields.require(!fields.has("mix") || !fields.has("aborted_share"), "aborted_share",
                 "does not go with mix; give abort_first_audio a weight there");
  if (Status error = fields.finish()) return error;

  if (fields.has("aborted_share")) workload.mix = mix_of_aborts(aborted_share);
  if (workload.arrival.is_open() && !fields.has("concurrency")) {
    workload.concurrency = kInFlightAtARate;
  }
  if (!workload.arrival.replay.empty() && !fields.has("requests_per_cycle")) {
    workload.requests_per_cycle = static_cast<int>(workload.arrival.replay.size());
  }
  if (fields.has("texts") || fields.has("texts_file")) {
    Result<Corpus> corpus =
        fields.has("texts") ? parse_texts(texts) : read_corpus_file(directory / texts_file);
    if (!corpus.ok()) {
      return corpus.error().with_context(path + (fields.has("texts") ? ".texts" : ".texts_file"));
    }
    workload.texts = std::move(corpus.value().texts);
    workload.rows = std::move(corpus.value().rows);
  }
  return std::nullopt;
}

}  // namespace ttsoak
