#include "probes/heap/demangle.h"

#include <cxxabi.h>
#include <libiberty/demangle.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace ttsoak {
namespace {

// Longer symbols exist, but substitutions let a short one unfold without bounds.
constexpr std::size_t kMostSymbol = 8192;
constexpr std::size_t kMostName = 65536;

struct Free {
  void operator()(char* text) const { std::free(text); }
};
using OwnedText = std::unique_ptr<char, Free>;

// Both of Rust's schemes; null for everything else, C++ included.
OwnedText demangle_rust(const std::string& symbol) {
  return OwnedText(rust_demangle(symbol.c_str(), DMGL_NO_OPTS));
}

OwnedText demangle_cpp(const std::string& symbol) {
  int status = 0;
  return OwnedText(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status));
}

}  // namespace

std::string demangle(const std::string& symbol) {
  if (symbol.size() > kMostSymbol) return symbol;
  OwnedText name;
  if (symbol.starts_with("_R") || symbol.starts_with("_ZN")) name = demangle_rust(symbol);
  // Without the prefix it would take "i" for "int".
  if (name == nullptr && symbol.starts_with("_Z")) name = demangle_cpp(symbol);
  if (name == nullptr || std::string_view(name.get()).size() > kMostName) return symbol;
  return name.get();
}

}  // namespace ttsoak
