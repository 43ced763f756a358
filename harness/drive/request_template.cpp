#include "harness/drive/request_template.h"

#include <boost/beast/core/string.hpp>
#include <cstdlib>
#include <cstring>
#include <set>

#include "harness/config/sections.h"
#include "harness/drive/multipart.h"

namespace ttsoak {
namespace {

bool has_header(const StringMap& headers, std::string_view name) {
  for (const auto& [key, value] : headers) {
    if (boost::beast::iequals({key.data(), key.size()}, {name.data(), name.size()})) return true;
  }
  return false;
}

std::string media_type_of(const RequestStep& step) {
  if (!step.form.empty()) return "application/x-www-form-urlencoded";
  if (step.body.is_string() && !is_json_placeholder(step.body.get<std::string>())) {
    return "text/plain; charset=utf-8";
  }
  return step.body.is_null() ? "" : "application/json";
}

// name=value&name=value
void add_pairs(FilledPattern& out, const StringMap& pairs) {
  const char* separator = "";
  for (const auto& [name, value] : pairs) {
    out.add_literal(separator + in_form(name, Form::query) + "=");
    out.add(value, Form::query);
    separator = "&";
  }
}

void find_variables(const nlohmann::json& value, std::set<std::string>& names) {
  if (value.is_string()) {
    const auto pieces = parse_pattern(value.get_ref<const std::string&>());
    if (!pieces.ok()) return;
    for (const PatternPiece& piece : pieces.value()) {
      if (piece.placeholder == Placeholder::env) names.insert(piece.text);
    }
  } else if (value.is_structured()) {
    for (const auto& element : value) find_variables(element, names);
  }
}

std::set<std::string> variables_of(const RequestSpec& spec) {
  std::set<std::string> names;
  find_variables(request_json(spec), names);
  return names;
}

}  // namespace

RequestTemplate::RequestTemplate(const RequestSpec& spec, const Endpoint& endpoint) : spec_(spec) {
  constexpr std::size_t kShortestSecret = 4;  // anything shorter stands in any message
  for (const std::string& name : variables_of(spec)) {
    const char* value = std::getenv(name.c_str());
    if (value != nullptr && std::strlen(value) >= kShortestSecret) secrets_[name] = value;
  }
  for (const RequestStep& step : spec.steps) steps_.push_back(compile(step, endpoint));
}

RequestTemplate::Step RequestTemplate::compile(const RequestStep& step, const Endpoint& endpoint) {
  Step out;
  const auto add_target = [&](FilledPattern& target) {
    target.add_literal(endpoint.base_path);
    target.add(step.path, Form::path);
    if (step.query.empty()) return;
    target.add_literal(step.path.find('?') == std::string::npos ? "?" : "&");
    add_pairs(target, step.query);
  };
  add_target(out.target);
  out.head.add_literal(step.method + " ");
  add_target(out.head);
  out.head.add_literal(" HTTP/1.1\r\n");

  StringMap headers = step.headers;
  if (!has_header(headers, "Host")) headers["Host"] = host_header(endpoint);
  if (!has_header(headers, "User-Agent")) headers["User-Agent"] = "ttsoak";
  for (const auto& [name, value] : headers) {
    out.head.add_literal(name + ": ");
    out.head.add(value, Form::one_line);
    out.head.add_literal("\r\n");
  }
  for (const auto& [name, value] : step.headers) {
    out.headers.push_back({name, {}});
    out.headers.back().value.add(value, Form::one_line);
  }
  const std::string media_type = media_type_of(step);
  if (!media_type.empty() && !has_header(headers, "Content-Type")) {
    out.head.add_literal("Content-Type: " + media_type + "\r\n");
  }

  if (!step.form.empty()) {
    add_pairs(out.body, step.form);
  } else if (step.body.is_string() && !is_json_placeholder(step.body.get<std::string>())) {
    out.body.add(step.body.get<std::string>(), Form::plain);
  } else if (!step.body.is_null()) {
    out.body.add_json(step.body);
  }
  for (const auto& [name, value] : step.multipart) {
    out.parts.push_back({name, {}});
    out.parts.back().value.add(value, Form::plain);
  }
  // Servers want to be told the length of a POST even where there is nothing.
  out.has_body = !step.body.is_null() || !step.form.empty() || step.method != "GET";
  return out;
}

std::string RequestTemplate::body(std::size_t step, const Filling& filling) const {
  std::string body;
  steps_[step].body.append_to(body, filling);
  if (filling.planned->kind == RequestKind::bad_json) body.resize(body.size() / 2);
  return body;
}

std::string RequestTemplate::target(std::size_t step, const Filling& filling) const {
  std::string target;
  steps_[step].target.append_to(target, filling);
  return target;
}

std::vector<std::pair<std::string, std::string>> RequestTemplate::headers(
    std::size_t step, const Filling& filling) const {
  std::vector<std::pair<std::string, std::string>> headers;
  for (const Field& field : steps_[step].headers) {
    headers.emplace_back(field.name, "");
    field.value.append_to(headers.back().second, filling);
  }
  return headers;
}

std::string RequestTemplate::fill(std::size_t step, const Filling& filling) const {
  const Step& compiled = steps_[step];
  std::string request;
  compiled.head.append_to(request, filling);
  std::string body;
  if (compiled.parts.empty()) {
    body = this->body(step, filling);
  } else {
    std::vector<std::pair<std::string, std::string>> parts;
    for (const Field& part : compiled.parts) {
      parts.emplace_back(part.name, "");
      part.value.append_to(parts.back().second, filling);
    }
    Multipart multipart = make_multipart(parts);
    request += "Content-Type: " + multipart.media_type + "\r\n";
    body = std::move(multipart.body);
  }
  if (compiled.has_body) request += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  request += "\r\n";
  request += body;
  return request;
}

std::string RequestTemplate::without_secrets(std::string text) const {
  for (const auto& [name, value] : secrets_) {
    const std::string shown = "${env." + name + "}";
    for (std::size_t at = text.find(value); at != std::string::npos;
         at = text.find(value, at + shown.size())) {
      text.replace(at, value.size(), shown);
    }
  }
  return text;
}

Status check_environment(const RequestSpec& spec) {
  for (const std::string& name : variables_of(spec)) {
    if (std::getenv(name.c_str()) != nullptr) continue;
    std::string message = "request: ${env.";
    message.append(name).append("}: there is no such variable; export ");
    message.append(name).append(" before the run");
    return Error{message};
  }
  return std::nullopt;
}

}  // namespace ttsoak
