#pragma once

#include <string>

namespace ttsoak {

// The name of a symbol as its author wrote it: C++ by the Itanium ABI, and both schemes of Rust
// (`_RNvCs...`, and `_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE`, which dresses as C++),
// without the hashes that tell equal names apart. Everything else comes back as it is.
std::string demangle(const std::string& symbol);

}  // namespace ttsoak
