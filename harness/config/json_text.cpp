#include "harness/config/json_text.h"

#include <algorithm>
#include <string>

namespace ttsoak {
namespace {

constexpr int kDeepest = 64;

// Lines and columns as editors count them, from 1; `bytes_read` includes the offending byte.
std::string position(std::string_view text, std::size_t bytes_read) {
  const std::string_view before = text.substr(0, std::min(bytes_read, text.size()));
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 = 0
  return "line " + std::to_string(line) + ", column " +
         std::to_string(std::max<std::size_t>(before.size() - line_start, 1));
}

// "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while parsing
// value - unexpected ..." without what position() says better.
std::string reason(const std::string& what) {
  constexpr std::string_view kStart = ": syntax error ";
  const std::size_t start = what.find(kStart);
  return start == std::string::npos ? what : what.substr(start + kStart.size());
}

}  // namespace

Result<nlohmann::json> parse_json_text(std::string_view text) {
  bool too_deep = false;
  const auto watch_depth = [&](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
    too_deep = too_deep || depth > kDeepest;
    return !too_deep;  // false drops the value instead of building it
  };
  try {
    nlohmann::json parsed = nlohmann::json::parse(text, watch_depth, true, true);
    if (too_deep) return Error{"nested deeper than " + std::to_string(kDeepest) + " levels"};
    return parsed;
  } catch (const nlohmann::json::parse_error& error) {
    return Error{position(text, error.byte) + ": not valid JSON: " + reason(error.what())};
  } catch (const nlohmann::json::exception& error) {  // a number beyond double
    return Error{std::string("not valid JSON: ") + error.what()};
  }
}

}  // namespace ttsoak
