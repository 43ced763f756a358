#pragma once

#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace ttsoak {

// Why something could not be done, in words a user can act on.
//
// `message` names the thing that failed and the reason ("/proc/41/status: No such process").
// Callers that pass an error upward prepend what they were doing; see with_context().
struct Error {
  std::string message;

  [[nodiscard]] Error with_context(const std::string& doing) const {
    return Error{doing + ": " + message};
  }
};

// Ends the program over a bug of our own, with one line that says which.
[[noreturn]] inline void abort_with(const char* bug) {
  std::cerr << "ttsoak: internal error: " << bug << '\n';
  std::abort();
}

// A T, or the reason there is none. Stands in for std::expected<T, Error>, which libstdc++ 12
// offers only from C++23 on. Replace it with the standard type when the minimum compiler allows.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit

  [[nodiscard]] bool ok() const { return state_.index() == 0; }

  [[nodiscard]] T& value() & {
    if (!ok()) abort_with("value() of a failed Result");
    return std::get<0>(state_);
  }
  [[nodiscard]] const T& value() const& {
    if (!ok()) abort_with("value() of a failed Result");
    return std::get<0>(state_);
  }
  [[nodiscard]] T&& value() && {
    if (!ok()) abort_with("value() of a failed Result");
    return std::get<0>(std::move(state_));
  }
  [[nodiscard]] const Error& error() const {
    if (ok()) abort_with("error() of a successful Result");
    return std::get<1>(state_);
  }

 private:
  std::variant<T, Error> state_;
};

// "Nothing to return, but it can fail." An empty Status is success.
using Status = std::optional<Error>;

// The Error of the last system call that failed on `thing`: "thing: reason".
Error errno_error(const std::string& thing);

}  // namespace ttsoak
