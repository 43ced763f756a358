#include "reports/render/escape.h"

#include <algorithm>

namespace ttsoak {
namespace {

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

std::string one_line(std::string_view text) {
  std::string line(text);
  std::replace_if(line.begin(), line.end(), is_control, ' ');
  return line;
}

std::size_t longest_run(std::string_view text, char wanted) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == wanted ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string html;
  html.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      case '\'':
        html += "&#39;";
        break;
      case '\0':
        html += "\xEF\xBF\xBD";
        break;  // U+FFFD: a NUL is an error in HTML
      default:
        html += c;
    }
  }
  return html;
}

std::string escape_markdown(std::string_view text) {
  static constexpr std::string_view kMarkup = "\\`*_{}[]#|~!$";
  std::string markdown;
  for (const char c : one_line(text)) {
    if (c == '<') {
      markdown += "&lt;";
    } else if (c == '>') {
      markdown += "&gt;";
    } else if (c == '&') {
      markdown += "&amp;";
    } else {
      if (kMarkup.find(c) != std::string_view::npos) markdown += '\\';
      markdown += c;
    }
  }
  return markdown;
}

std::string markdown_code(std::string_view text) {
  const std::string line = one_line(text);
  if (line.find_first_not_of(' ') == std::string::npos) return "";
  const std::string fence(longest_run(line, '`') + 1, '`');
  // The blanks are dropped again by Markdown; without them a backtick at an end joins the fence.
  std::string code = fence + " ";
  for (const char c : line) {
    if (c == '|') code += '\\';  // table cells end at a bare pipe, even in code
    code += c;
  }
  return code + " " + fence;
}

std::string escape_terminal(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    // U+0080..U+009F are control characters too: C2 80..C2 9F in UTF-8.
    const bool high_control =
        text[i] == '\xC2' && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    plain += is_control(text[i]) || high_control ? '?' : text[i];
    if (high_control) ++i;
  }
  return plain;
}

std::string json_for_script(std::string json) {
  for (std::size_t at = json.find('<'); at != std::string::npos; at = json.find('<', at)) {
    json.replace(at, 1, "\\u003c");
  }
  return json;
}

}  // namespace ttsoak
