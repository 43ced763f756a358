#include "harness/drive/filled_pattern.h"

#include <algorithm>
#include <cstdlib>

namespace ttsoak {
namespace {

std::string dump(const nlohmann::json& value) {
  // Texts that are not UTF-8 are sent with replacement characters rather than not at all.
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_escaped(std::string_view text) {
  const bool simple = std::all_of(text.begin(), text.end(), [](char c) {
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
  });
  if (simple) return std::string(text);
  const std::string quoted = dump(nlohmann::json(text));
  return quoted.substr(1, quoted.size() - 2);
}

// RFC 3986, section 2.3: what needs no encoding anywhere in a URL.
bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

std::string percent_encoded(std::string_view text, bool keep_slashes) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  out.reserve(text.size() * 3);
  for (const char c : text) {
    if (is_unreserved(c) || (keep_slashes && c == '/')) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += {'%', kDigits[byte >> 4U], kDigits[byte & 0xFU]};
    }
  }
  return out;
}

// Strings as their characters, all else as JSON.
std::string as_text(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : dump(value);
}

const std::string& from_row(const Row* row, const std::string& name) {
  static const std::string kNothing;
  if (row == nullptr) return kNothing;
  const auto found = row->find(name);
  return found == row->end() ? kNothing : found->second;
}

nlohmann::json saved_value(const Filling& filling, const std::string& name) {
  const auto found = filling.saved.find(name);
  return found == filling.saved.end() ? nlohmann::json("") : *found;
}

}  // namespace

std::string in_form(std::string_view text, Form form, bool keep_slashes) {
  switch (form) {
    case Form::json_string:
      return json_escaped(text);
    case Form::path:
    case Form::query:
      return percent_encoded(text, keep_slashes);
    case Form::one_line: {
      std::string line(text);
      std::replace_if(
          line.begin(), line.end(), [](char c) { return c == '\r' || c == '\n' || c == 0; }, ' ');
      return line;
    }
    default:
      return std::string(text);
  }
}

bool is_json_placeholder(const std::string& pattern) {
  const auto pieces = parse_pattern(pattern);
  return pieces.ok() && pieces.value().size() == 1 &&
         (pieces.value().front().placeholder == Placeholder::reply ||
          pieces.value().front().placeholder == Placeholder::saved);
}

void FilledPattern::add_literal(std::string_view text) {
  if (text.empty()) return;
  if (!pieces_.empty() && pieces_.back().placeholder == Placeholder::none) {
    pieces_.back().text += text;
  } else {
    pieces_.push_back({Placeholder::none, Form::plain, std::string(text)});
  }
}

void FilledPattern::add(const std::string& pattern, Form form) {
  auto parsed = parse_pattern(pattern);
  if (!parsed.ok()) abort_with("a pattern that the config should have refused");
  for (PatternPiece& piece : parsed.value()) {
    if (piece.placeholder == Placeholder::none) {
      // Who writes a path writes it as it is to be sent.
      add_literal(form == Form::path ? piece.text : in_form(piece.text, form));
    } else if (piece.placeholder == Placeholder::env) {
      const char* value = std::getenv(piece.text.c_str());
      add_literal(in_form(value != nullptr ? value : "", form));
    } else {
      pieces_.push_back({piece.placeholder, form, std::move(piece.text)});
    }
  }
}

void FilledPattern::add_json(const nlohmann::json& value) {
  if (value.is_object() || value.is_array()) {
    const char* separator = "";
    add_literal(value.is_object() ? "{" : "[");
    for (const auto& [key, element] : value.items()) {
      add_literal(separator);
      if (value.is_object()) add_literal(dump(nlohmann::json(key)) + ":");
      add_json(element);
      separator = ",";
    }
    add_literal(value.is_object() ? "}" : "]");
  } else if (value.is_string() && is_json_placeholder(value.get_ref<const std::string&>())) {
    add(value.get_ref<const std::string&>(), Form::json_value);
  } else if (value.is_string()) {
    add_literal("\"");
    add(value.get_ref<const std::string&>(), Form::json_string);
    add_literal("\"");
  } else {
    add_literal(dump(value));
  }
}

void FilledPattern::append_to(std::string& out, const Filling& filling) const {
  for (const Piece& piece : pieces_) {
    switch (piece.placeholder) {
      case Placeholder::none:
        out += piece.text;
        break;
      case Placeholder::text:
        out += in_form(filling.planned->text, piece.form);
        break;
      case Placeholder::voice:
        out += in_form(*filling.planned->voice, piece.form);
        break;
      case Placeholder::format:
        out += in_form(*filling.planned->format, piece.form);
        break;
      case Placeholder::row:
        out += in_form(from_row(filling.planned->row, piece.text), piece.form);
        break;
      case Placeholder::reply:
      case Placeholder::saved: {
        const nlohmann::json value = piece.placeholder == Placeholder::reply
                                         ? filling.reply
                                         : saved_value(filling, piece.text);
        out += piece.form == Form::json_value ? dump(value)
                                              : in_form(as_text(value), piece.form, true);
        break;
      }
      case Placeholder::env:
        abort_with("a variable that was not looked up");
    }
  }
}

}  // namespace ttsoak
