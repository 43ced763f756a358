#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace ttsoak {

// The whole of a cgroup's file; empty if there is none or it may not be read.
std::string read_cgroup_file(const std::filesystem::path& path);

// The number in such a file; nothing if it is missing, is "max", or is no number of ours.
std::optional<std::int64_t> read_cgroup_number(const std::filesystem::path& path);

// The number after `key` in a file with a key and a number on each line ("memory.stat").
std::optional<std::int64_t> keyed_number(std::string_view text, std::string_view key);

// The `some avg10` of the text of a pressure file, in percent; nothing if it has none.
// Source: kernel documentation, accounting/psi.
std::optional<double> some_avg10(std::string_view text);

}  // namespace ttsoak
