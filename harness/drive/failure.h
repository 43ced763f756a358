#pragma once

#include <boost/beast/core/error.hpp>
#include <string>
#include <string_view>

#include "probes/values/request_outcome.h"

namespace ttsoak {

// Why one exchange failed. An empty optional of it is success.
struct Failure {
  RequestError error = RequestError::protocol;
  std::string detail;
};

// What a failed read or write means: a timeout, a breach of the protocol, or else `otherwise`.
Failure failure_of(boost::beast::error_code error, const std::string& phase,
                   RequestError otherwise = RequestError::reset);

// The beginning of what a server said, on one line, safe to print.
std::string excerpt(std::string_view said);

}  // namespace ttsoak
