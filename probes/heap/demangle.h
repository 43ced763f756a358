#pragma once

#include <string>
#include <string_view>

namespace ttsoak {

// The name of a symbol as its author wrote it: C++ by the Itanium ABI, and Rust's older scheme,
// which dresses as C++ (`_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE`; the hash is left out).
// Everything else, Rust's newer scheme (`_R...`) included, comes back as it is.
std::string demangle(const std::string& symbol);

// The readable form of a demangled path of Rust's older scheme:
// "_$LT$alloc..vec..Vec$LT$T$GT$$GT$::push" -> "<alloc::vec::Vec<T>>::push".
std::string decode_rust_path(std::string_view path);

}  // namespace ttsoak
