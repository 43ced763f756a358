#include "harness/drive/failure.h"

#include <boost/beast/http/error.hpp>
#include <boost/beast/websocket/error.hpp>

namespace ttsoak {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;

Failure failure_of(beast::error_code error, const std::string& phase, RequestError otherwise) {
  if (error == beast::error::timeout) return {RequestError::timeout, "no end of: " + phase};
  const bool http_says = error.category() == make_error_code(http::error::bad_version).category();
  const bool websocket_says =
      error.category() == make_error_code(websocket::error::bad_opcode).category();
  const bool broke_off = error == http::error::end_of_stream ||
                         error == http::error::partial_message || error == websocket::error::closed;
  const bool breach = (http_says || websocket_says) && !broke_off;
  return {breach ? RequestError::protocol : otherwise, phase + ": " + error.message()};
}

std::string excerpt(std::string_view said) {
  constexpr std::size_t kLongest = 160;
  std::string text(said.substr(0, kLongest));
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7F) c = ' ';
  }
  return text;
}

}  // namespace ttsoak
