#include "reports/trigger/trigger.h"

#include <algorithm>
#include <map>

#include "reports/units/units.h"

namespace ttsoak {
namespace {

std::string with_interval(const TrafficEffect& effect) {
  return format_bytes(effect.bytes_per_unit) + " for every " + subject_of(effect) + " [" +
         format_bytes(effect.low) + ", " + format_bytes(effect.high) + "]";
}

double per_cycle(const TrafficEffect& effect) {
  return effect.bytes_per_unit * std::max(effect.units_per_cycle, 1.0);
}

// Of one effect in two series.
const TrafficEffect& telling(const TrafficEffect& rss, const TrafficEffect& live) {
  if (live.grows && rss.grows) return rss.low > live.high ? rss : live;
  if (live.grows || rss.grows) return rss.grows ? rss : live;
  return rss.grew_at_first ? rss : live;
}

// What grew when it was new, and then no more.
std::string passing_growth(const std::vector<TrafficEffect>& effects) {
  std::string text;
  for (const TrafficEffect& effect : effects) {
    if (!effect.grew_at_first) continue;
    text += (text.empty() ? "" : ", and by ") + with_interval(effect);
  }
  return text;
}

// The run's texts differ in their words and in their lengths; fresh texts in their words alone.
bool is_matter_of_length(const std::vector<TrafficEffect>& effects,
                         const std::vector<TrafficEffect>& triggers) {
  const auto is_of = [](Dimension dimension) {
    return [=](const TrafficEffect& effect) { return effect.dimension == dimension; };
  };
  const auto fresh = std::find_if(effects.begin(), effects.end(), is_of(Dimension::fresh_texts));
  return fresh != effects.end() && !fresh->grows && !fresh->grew_at_first &&
         std::any_of(triggers.begin(), triggers.end(), is_of(Dimension::varied_texts));
}

std::string sentence_of(const std::vector<TrafficEffect>& effects) {
  const std::vector<TrafficEffect> triggers = triggers_among(effects);
  const std::string passing = passing_growth(effects);
  if (triggers.empty() && !passing.empty()) {
    return "It grew by " + passing +
           ", and then no more: something is full, or finds room that was left free. Nothing else "
           "that was tried makes it grow.";
  }
  if (triggers.empty()) {
    return "None of the " + std::to_string(effects.size()) +
           " kinds of traffic that were tried makes it grow.";
  }
  std::string text = "It grows by ";
  for (std::size_t i = 0; i < triggers.size(); ++i) {
    if (i > 0) text += i + 1 < triggers.size() ? ", by " : ", and by ";
    text += with_interval(triggers[i]);
  }
  const bool is_plain = triggers.front().dimension == Dimension::plain;
  text += is_plain && triggers.size() == 1 ? ", whatever the traffic"
                                           : "; nothing else that was tried adds to that";
  std::string spared;
  for (const TrafficEffect& effect : effects) {
    if (!effect.is_spared || effect.value.empty()) continue;
    spared += (spared.empty() ? "" : " or ") + effect.value;
  }
  if (!spared.empty()) text += "; hardly with " + spared;
  text += ".";
  if (is_matter_of_length(effects, triggers)) {
    text += " Fresh texts of one length do not make it grow, so it is their lengths.";
  }
  if (!passing.empty()) text += " At first it grew by " + passing + ", too, and then no more.";
  return text;
}

}  // namespace

std::string subject_of(const TrafficEffect& effect) {
  static const std::map<Dimension, std::string> kUnits = {
      {Dimension::as_configured, "request"},
      {Dimension::plain, "request"},
      {Dimension::aborted, "aborted request"},
      {Dimension::erroneous, "bad request"},
      {Dimension::varied_texts, "request with one of the run's texts"},
      {Dimension::fresh_texts, "text not sent before"},
      {Dimension::new_lengths, "length of text not sent before"},
      {Dimension::voices, "request with one of the run's voices"},
      {Dimension::new_voice_mixes, "mix of voices not asked for before"},
      {Dimension::formats, "request for one of the run's formats"},
      {Dimension::streaming, "request with streaming turned over"},
      {Dimension::concurrent, "request, several at a time"},
      {Dimension::idle, "minute without requests"},
  };
  static const std::map<std::string, std::string> kKinds = {
      {"empty", "request without text"},
      {"too_long", "request with too long a text"},
      {"unknown_voice", "request for an unknown voice"},
      {"bad_json", "request with a broken body"},
      {"abort_at_headers", "request aborted before any audio came"},
      {"abort_first_audio", "request aborted once audio had begun to come"},
      {"abort_after", "request aborted after a fixed time"},
  };
  if (!effect.value.empty()) {
    if (const auto kind = kKinds.find(effect.value); kind != kKinds.end()) return kind->second;
    if (effect.dimension == Dimension::voices) return "request for voice " + effect.value;
    if (effect.dimension == Dimension::formats) return "request for format " + effect.value;
  }
  return kUnits.at(effect.dimension);
}

std::vector<TrafficEffect> triggers_among(const std::vector<TrafficEffect>& effects) {
  const auto is_any = [&](Dimension dimension, bool with_value, bool grows) {
    return std::any_of(effects.begin(), effects.end(), [&](const TrafficEffect& effect) {
      return effect.grows == grows && effect.dimension == dimension &&
             effect.value.empty() != with_value;
    });
  };
  const auto grows = [&](Dimension dimension) { return is_any(dimension, false, true); };
  const auto ever_grew = [&](Dimension dimension) {
    return std::any_of(effects.begin(), effects.end(), [&](const TrafficEffect& effect) {
      return effect.dimension == dimension && (effect.grows || effect.grew_at_first);
    });
  };
  // Some values grow, and some do not: then it is a matter of the value.
  const auto is_told_by_values = [&](Dimension dimension) {
    return is_any(dimension, true, true) && (is_any(dimension, true, false) || !grows(dimension));
  };
  std::vector<TrafficEffect> triggers;
  for (const TrafficEffect& effect : effects) {
    if (!effect.grows) continue;
    if (effect.value.empty() == is_told_by_values(effect.dimension)) continue;
    if (effect.dimension == Dimension::varied_texts &&
        (ever_grew(Dimension::new_lengths) || ever_grew(Dimension::fresh_texts))) {
      continue;
    }
    triggers.push_back(effect);
  }
  std::stable_sort(triggers.begin(), triggers.end(),
                   [](const auto& a, const auto& b) { return per_cycle(a) > per_cycle(b); });
  return triggers;
}

Trigger find_trigger(const std::vector<DiagnosisTrough>& troughs) {
  Trigger trigger;
  const std::vector<TrafficEffect> live = effects_in(TriggerSeries::live_heap, troughs);
  for (const TrafficEffect& effect : effects_in(TriggerSeries::rss, troughs)) {
    const auto same = std::find_if(live.begin(), live.end(), [&](const TrafficEffect& other) {
      return other.dimension == effect.dimension && other.value == effect.value;
    });
    trigger.effects.push_back(same == live.end() ? effect : telling(effect, *same));
  }
  if (!trigger.effects.empty()) trigger.sentence = sentence_of(trigger.effects);
  return trigger;
}

}  // namespace ttsoak
