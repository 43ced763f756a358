#include "probes/heap/demangle.h"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <utility>

#include "probes/process/proc_fields.h"

namespace ttsoak {
namespace {

// Longer symbols exist, but substitutions let a short one unfold without bounds.
constexpr std::size_t kMostSymbol = 8192;
constexpr std::size_t kMostName = 65536;

constexpr std::array<std::pair<std::string_view, char>, 8> kRustEscapes = {{{"SP", '@'},
                                                                            {"BP", '*'},
                                                                            {"RF", '&'},
                                                                            {"LT", '<'},
                                                                            {"GT", '>'},
                                                                            {"LP", '('},
                                                                            {"RP", ')'},
                                                                            {"C", ','}}};

// "::h" and 16 hexadecimal digits, which the compiler adds to tell equal paths apart.
bool ends_in_rust_hash(std::string_view name) {
  constexpr std::size_t kLength = 19;
  if (name.size() <= kLength) return false;
  const std::string_view hash = name.substr(name.size() - kLength);
  return hash.substr(0, 3) == "::h" &&
         hash.find_first_not_of("0123456789abcdef", 3) == std::string_view::npos;
}

// The character that "$escape$" stands for, or 0.
char rust_character(std::string_view escape) {
  for (const auto& [name, character] : kRustEscapes) {
    if (escape == name) return character;
  }
  if (escape.empty() || escape[0] != 'u') return '\0';
  const unsigned code = to_integer<unsigned>(escape.substr(1), 16).value_or(0);
  return code >= ' ' && code < 0x7f ? static_cast<char>(code) : '\0';
}

struct Free {
  void operator()(char* text) const { std::free(text); }
};

}  // namespace

std::string decode_rust_path(std::string_view path) {
  std::string decoded;
  while (!path.empty()) {
    const bool starts_part = decoded.empty() || decoded.back() == ':';
    if (starts_part && path.substr(0, 2) == "_$") path.remove_prefix(1);
    if (path.substr(0, 2) == "..") {
      decoded += "::";
      path.remove_prefix(2);
      continue;
    }
    const std::size_t end = path[0] == '$' ? path.find('$', 1) : std::string_view::npos;
    const char character =
        end == std::string_view::npos ? '\0' : rust_character(path.substr(1, end - 1));
    decoded += character != '\0' ? character : path[0];
    path.remove_prefix(character != '\0' ? end + 1 : 1);
  }
  return decoded;
}

std::string demangle(const std::string& symbol) {
  if (symbol.compare(0, 2, "_Z") != 0 || symbol.size() > kMostSymbol) return symbol;
  int status = 0;
  const std::unique_ptr<char, Free> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status));
  if (status != 0 || name == nullptr) return symbol;
  const std::string_view demangled(name.get());
  if (demangled.size() > kMostName) return symbol;
  if (!ends_in_rust_hash(demangled)) return std::string(demangled);
  return decode_rust_path(demangled.substr(0, demangled.rfind("::")));
}

}  // namespace ttsoak
