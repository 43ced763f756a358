#include "harness/config/pattern.h"

#include <array>
#include <utility>

namespace ttsoak {
namespace {

constexpr std::array<std::pair<std::string_view, Placeholder>, 5> kWhole = {
    {{"text", Placeholder::text},
     {"row.text", Placeholder::text},
     {"voice", Placeholder::voice},
     {"format", Placeholder::format},
     {"reply", Placeholder::reply}}};
constexpr std::array<std::pair<std::string_view, Placeholder>, 3> kNamed = {
    {{"row.", Placeholder::row}, {"env.", Placeholder::env}, {"saved.", Placeholder::saved}}};

Result<PatternPiece> parse_placeholder(std::string_view name) {
  for (const auto& [whole, placeholder] : kWhole) {
    if (name == whole) return PatternPiece{placeholder, ""};
  }
  for (const auto& [prefix, placeholder] : kNamed) {
    if (name.starts_with(prefix) && name.size() > prefix.size()) {
      return PatternPiece{placeholder, std::string(name.substr(prefix.size()))};
    }
  }
  return Error{"${" + std::string(name) +
               "} is not known; there are ${text}, ${voice}, ${format}, ${row.NAME}, ${env.NAME}, "
               "${reply} and ${saved.NAME}"};
}

}  // namespace

Result<std::vector<PatternPiece>> parse_pattern(std::string_view pattern) {
  std::vector<PatternPiece> pieces;
  while (!pattern.empty()) {
    const std::size_t start = pattern.find("${");
    if (start > 0) pieces.push_back({Placeholder::none, std::string(pattern.substr(0, start))});
    if (start == std::string_view::npos) break;
    const std::size_t end = pattern.find('}', start);
    if (end == std::string_view::npos) return Error{"a ${ without its }"};
    auto piece = parse_placeholder(pattern.substr(start + 2, end - start - 2));
    if (!piece.ok()) return piece.error();
    pieces.push_back(std::move(piece).value());
    pattern.remove_prefix(end + 1);
  }
  return pieces;
}

}  // namespace ttsoak
