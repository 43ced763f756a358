#include "harness/config/profiles.h"

#include <utility>

namespace ttsoak {
namespace {

constexpr std::pair<const char*, const char*> kProfiles[] = {
    // As a busy service has it: lengths that vary, some clients that leave, some mistakes.
    {"steady", R"({"lengths": {"median": 90, "p95": 400}, "requests_per_cycle": 100,
                   "mix": {"normal": 92, "abort_first_audio": 5, "long": 1, "empty": 1,
                           "unknown_voice": 1}})"},
    // One text, again and again: what grows under it grows per request and by nothing else.
    {"fixed", R"({"texts": ["The recipe asks for two cups of flour and a little patience."]})"},
    {"varied", R"({"lengths": {"median": 90, "p95": 400}})"},
    // Texts that recur; "fresh" is the same without recurrence.
    {"replay", R"({"fresh": false})"},
    {"fresh", R"({"fresh": true})"},
    {"voices", R"({"all_voices": true})"},
    {"abort", R"({"mix": {"normal": 4, "abort_at_headers": 1, "abort_first_audio": 3,
                          "abort_after": 2}})"},
    {"errors", R"({"mix": {"normal": 6, "empty": 1, "too_long": 1, "unknown_voice": 1,
                           "bad_json": 1}})"},
    {"long", R"({"mix": {"normal": 4, "long": 1}})"},
    {"slow_reader", R"({"mix": {"normal": 4, "slow_reader": 1}, "concurrency": 4})"},
    // Next to nothing is asked of the server; what grows now grows by itself.
    {"idle", R"({"requests_per_cycle": 1, "quiesce": {"settle_s": 15, "limit_s": 30}})"},
};

}  // namespace

Result<nlohmann::json> find_profile(const std::string& name) {
  for (const auto& [known, section] : kProfiles) {
    if (known == name) return nlohmann::json::parse(section);
  }
  return Error{"no profile \"" + name + "\"; there are " + profile_names()};
}

std::string profile_names() {
  std::string names;
  for (const auto& [name, section] : kProfiles)
    names += (names.empty() ? "" : ", ") + std::string(name);
  return names;
}

}  // namespace ttsoak
