#include "harness/config/converters.h"
#include "harness/config/fields.h"
#include "harness/config/sections.h"
#include "harness/config/threshold_expression.h"

namespace ttsoak {
namespace {

using nlohmann::json;

// What may stand for a metric: an expression, or a list of expressions and of objects in which
// "abort_on_fail" stands beside one.
std::vector<json> items_of(const json& field) {
  if (field.is_array()) return field.get<std::vector<json>>();
  return {field};
}

bool is_expression(const json& item) {
  return item.is_object() ||
         (item.is_string() && is_threshold_expression(item.get_ref<const std::string&>()));
}

// Whether the metric's field is of the long form, so that its shorthand is not to read it.
bool has_expressions(const json& section, const char* key) {
  const auto field = section.is_object() ? section.find(key) : section.end();
  return section.is_object() && field != section.end() &&
         (field->is_array() || is_expression(*field));
}

struct Item {
  std::string expression;
  bool abort_on_fail = false;
};

Status read_item(const json& item, const std::string& path, Item& out) {
  if (!item.is_object()) {
    if (!item.is_string()) {
      return Error{path + ": expected an expression such as \"max < 3GiB\", got " +
                   item.dump(-1, ' ', true, json::error_handler_t::replace)};
    }
    out.expression = item.get<std::string>();
    return std::nullopt;
  }
  Fields fields(item, path);
  fields.optional("threshold", out.expression, "an expression such as \"max < 3GiB\"",
                  as_text(is_not_empty));
  fields.optional("abort_on_fail", out.abort_on_fail, "true or false", as_flag);
  fields.require(fields.has("threshold"), "threshold", "missing; say what must hold");
  return fields.finish();
}

Status read_growth(const json& field, const std::string& path, std::optional<double>& limit) {
  const std::vector<json> items = items_of(field);
  if (items.size() != 1) {
    return Error{path + ": expected one expression such as \"upper95 < 10KiB\", got " +
                 std::to_string(items.size())};
  }
  Item item;
  if (Status error = read_item(items.front(), path, item)) return error;
  if (item.abort_on_fail) {
    return Error{path +
                 ".abort_on_fail: leave it out; a run ends anyway when its growth is proven to be "
                 "too high"};
  }
  const Result<double> bytes = parse_growth_threshold(item.expression);
  if (!bytes.ok()) return bytes.error().with_context(path);
  limit = bytes.value();
  return std::nullopt;
}

Status read_rules(const json& field, const std::string& path, ThresholdMetric metric,
                  std::vector<ThresholdRule>& rules) {
  if (field.is_null()) return std::nullopt;
  const std::vector<json> items = items_of(field);
  if (items.empty()) {
    return Error{path + ": an empty list; write null to set no threshold"};
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string here = field.is_array() ? path + "[" + std::to_string(i) + "]" : path;
    Item item;
    if (Status error = read_item(items[i], here, item)) return error;
    Result<ThresholdRule> rule = parse_threshold(metric, item.expression);
    if (!rule.ok()) return rule.error().with_context(here);
    const bool can_abort =
        metric == ThresholdMetric::rss_peak || metric == ThresholdMetric::error_rate;
    if (item.abort_on_fail && !can_abort) {
      return Error{here +
                   ".abort_on_fail: only rss_peak and error_rate are known before a run ends"};
    }
    rule.value().abort_on_fail = item.abort_on_fail;
    rules.push_back(rule.value());
  }
  return std::nullopt;
}

}  // namespace

Status parse_thresholds(const json& section, const std::string& path, Thresholds& limits) {
  const std::string size =
      "a size above zero such as \"10KiB\", an expression such as \"upper95 < 10KiB\", or null for "
      "no limit";
  const auto rules = [&limits](ThresholdMetric metric) {
    return [&limits, metric](const json& field, const std::string& where, auto&) {
      return read_rules(field, where, metric, limits.rules);
    };
  };

  Fields fields(section, path);
  if (has_expressions(section, "rss_growth_per_request")) {
    fields.section("rss_growth_per_request", limits.rss_growth_bytes_per_request, read_growth);
  } else {
    fields.optional("rss_growth_per_request", limits.rss_growth_bytes_per_request, size,
                    or_null(as_bytes));
  }
  if (has_expressions(section, "rss_peak")) {
    fields.section("rss_peak", limits, rules(ThresholdMetric::rss_peak));
    limits.rss_peak_bytes.reset();
  } else {
    fields.optional("rss_peak", limits.rss_peak_bytes,
                    "a size above zero such as \"3GiB\", expressions such as \"max < 3GiB\", or "
                    "null for no limit",
                    or_null(as_whole_bytes));
  }
  if (has_expressions(section, "error_rate")) {
    fields.section("error_rate", limits, rules(ThresholdMetric::error_rate));
    limits.error_rate.reset();
  } else {
    fields.optional("error_rate", limits.error_rate,
                    "a number from 0 to 1, expressions such as \"rate < 1%\", or null for no limit",
                    or_null(as_share));
  }
  fields.optional("ttfb_p95", limits.ttfb_p95_ms,
                  "a duration above zero such as \"800ms\", or null for no limit",
                  or_null(as_duration_ms));
  fields.section("rss_initial", limits, rules(ThresholdMetric::rss_initial));
  fields.section("rss_after_50", limits, rules(ThresholdMetric::rss_after_50));
  fields.section("rss_level", limits, rules(ThresholdMetric::rss_level));
  fields.section("ttfb", limits, rules(ThresholdMetric::ttfb));
  fields.section("latency", limits, rules(ThresholdMetric::latency));
  fields.section("first_audio", limits, rules(ThresholdMetric::first_audio));
  fields.section("rtf", limits, rules(ThresholdMetric::rtf));
  return fields.finish();
}

}  // namespace ttsoak
