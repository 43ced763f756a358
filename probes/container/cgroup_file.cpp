#include "probes/container/cgroup_file.h"

#include <algorithm>
#include <charconv>

#include "probes/process/proc_fields.h"
#include "probes/process/proc_file.h"

namespace ttsoak {

std::string read_cgroup_file(const std::filesystem::path& path) {
  Result<ProcFile> file = ProcFile::open(path);
  if (!file.ok()) return {};
  const Result<std::string_view> text = file.value().read();
  return text.ok() ? std::string(text.value()) : std::string();
}

std::optional<std::int64_t> read_cgroup_number(const std::filesystem::path& path) {
  const std::string text = read_cgroup_file(path);
  std::string_view rest = text;
  return to_integer<std::int64_t>(take_word(rest));
}

std::optional<std::int64_t> keyed_number(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (take_word(line) == key) return to_integer<std::int64_t>(take_word(line));
  }
  return std::nullopt;
}

std::optional<double> some_avg10(std::string_view text) {
  constexpr std::string_view kField = "avg10=";
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (take_word(line) != "some") continue;
    std::string_view word = take_word(line);
    if (!word.starts_with(kField)) return std::nullopt;
    word.remove_prefix(kField.size());
    double percent = 0;
    const auto [stopped, error] = std::from_chars(word.data(), word.data() + word.size(), percent);
    const bool whole = error == std::errc() && stopped == word.data() + word.size();
    return whole && percent >= 0 && percent <= 100 ? std::optional(percent) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace ttsoak
