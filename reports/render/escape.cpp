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

// The code point that `text` begins with, and how many bytes it takes; 0 bytes if it is not UTF-8.
struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 0;
};

CodePoint first_code_point(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {};
  char32_t value = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0U) != 0x80) return {};
    value = (value << 6U) | (next & 0x3FU);
  }
  static constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value < 0xE000;
  if (value < kSmallest[bytes] || value > 0x10FFFF || surrogate) return {};
  return {value, bytes};
}

bool may_stand_in_xml(char32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c != 0xFFFE && c != 0xFFFF;
}

}  // namespace

std::string escape_xml(std::string_view text) {
  std::string xml;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = first_code_point(text.substr(at));
    if (point.bytes == 0 || !may_stand_in_xml(point.value)) {
      xml += "\xEF\xBF\xBD";
    } else if (point.value < 0x20) {
      xml += "&#" + std::to_string(point.value) + ";";  // as it is, an attribute makes it a blank
    } else {
      xml += escape_html(text.substr(at, point.bytes));
    }
    at += std::max<std::size_t>(point.bytes, 1);
  }
  return xml;
}

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
