#include "harness/config/texts_file.h"

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace ttsoak {
namespace {

constexpr std::size_t kLargestBytes = std::size_t{16} << 20;

// Texts travel in JSON bodies and in the run record's config; both need UTF-8.
bool is_utf8(const std::string& line) {
  try {
    (void)nlohmann::json(line).dump();
    return true;
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

}  // namespace

Result<std::string> read_small_file(const std::filesystem::path& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return errno_error(path.string());
  std::string content(kLargestBytes + 1, '\0');
  file.read(content.data(), static_cast<std::streamsize>(content.size()));
  if (file.bad()) return errno_error(path.string());
  content.resize(static_cast<std::size_t>(file.gcount()));
  if (content.size() > kLargestBytes) return Error{path.string() + ": larger than 16 MiB"};
  return content;
}

Result<std::vector<std::string>> read_texts_file(const std::filesystem::path& path) {
  Result<std::string> content = read_small_file(path);
  if (!content.ok()) return content.error();
  std::istringstream lines(content.value());
  std::vector<std::string> texts;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) continue;
    if (!is_utf8(line)) {
      return Error{path.string() + ", line " + std::to_string(number) +
                   ": not UTF-8; convert the file, e.g. with iconv"};
    }
    texts.push_back(line);
  }
  if (texts.empty()) return Error{path.string() + ": no text in it; write one a line"};
  return texts;
}

}  // namespace ttsoak
