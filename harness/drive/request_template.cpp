#include "harness/drive/request_template.h"

#include <array>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/verb.hpp>
#include <string_view>
#include <utility>

namespace ttsoak {
namespace {

namespace http = boost::beast::http;

std::string fill_string(const std::string& pattern, const PlannedRequest& planned) {
  const std::array<std::pair<std::string_view, const std::string*>, 3> fields = {
      {{"${text}", &planned.text}, {"${voice}", planned.voice}, {"${format}", planned.format}}};
  std::string filled;
  for (std::size_t at = 0; at < pattern.size();) {
    const std::string_view rest = std::string_view(pattern).substr(at);
    bool matched = false;
    for (const auto& [name, value] : fields) {
      if (rest.substr(0, name.size()) != name) continue;
      filled += *value;
      at += name.size();
      matched = true;
      break;
    }
    if (!matched) filled += pattern[at++];
  }
  return filled;
}

void fill_strings(nlohmann::json& value, const PlannedRequest& planned) {
  if (value.is_string()) {
    value = fill_string(value.get_ref<const std::string&>(), planned);
  } else if (value.is_structured()) {
    for (auto& element : value) fill_strings(element, planned);
  }
}

}  // namespace

RequestTemplate::RequestTemplate(const RequestSpec& spec, const Endpoint& endpoint) : spec_(spec) {
  head_.version(11);
  head_.method_string(spec.method);
  head_.target(endpoint.base_path + spec.path);
  head_.set(http::field::host, host_header(endpoint));
  head_.set(http::field::user_agent, "ttsoak");
  head_.set(http::field::content_type,
            spec.body.is_string() ? "text/plain; charset=utf-8" : "application/json");
  for (const auto& [name, value] : spec.headers) head_.set(name, value);
}

HttpRequest RequestTemplate::fill(const PlannedRequest& planned) const {
  HttpRequest request = head_;
  nlohmann::json body = spec_.body;
  fill_strings(body, planned);
  if (!body.is_null()) {
    // Texts that are not UTF-8 are sent with replacement characters rather than not at all.
    request.body() = body.is_string()
                         ? body.get<std::string>()
                         : body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  request.prepare_payload();
  return request;
}

}  // namespace ttsoak
