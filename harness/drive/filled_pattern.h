#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/config/pattern.h"
#include "harness/workload/workload.h"

namespace ttsoak {

// What placeholders stand for in one exchange.
struct Filling {
  const PlannedRequest* planned = nullptr;
  nlohmann::json reply;  // of the step before
  nlohmann::json saved = nlohmann::json::object();
};

// The form that a value takes in its place, so that none can break out of it.
enum class Form {
  plain,        // as it is
  one_line,     // without line breaks: the value of a header
  json_string,  // escaped, without the quotes
  json_value,   // as JSON: a reply, or what was saved of one
  path,         // percent-encoded; "/" of saved values stays, for they are places on the server
  query,        // percent-encoded, as both queries and forms take it
};

// Patterns, compiled once into what can be written in one go.
class FilledPattern {
 public:
  // `pattern` has been accepted by parse_pattern(). Variables of the environment are looked up now.
  void add(const std::string& pattern, Form form);
  void add_literal(std::string_view text);
  // JSON whose strings are patterns. A string that is nothing but ${reply} or ${saved.NAME} becomes
  // the JSON that it stands for.
  void add_json(const nlohmann::json& value);

  void append_to(std::string& out, const Filling& filling) const;

 private:
  struct Piece {
    Placeholder placeholder = Placeholder::none;
    Form form = Form::plain;
    std::string text;  // itself, or a name
  };

  std::vector<Piece> pieces_;
};

// Whether a text pattern is one placeholder and that one JSON.
bool is_json_placeholder(const std::string& pattern);

// `text` in the given form. Not for json_value.
std::string in_form(std::string_view text, Form form, bool keep_slashes = false);

}  // namespace ttsoak
