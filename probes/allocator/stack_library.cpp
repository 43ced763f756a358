#include "probes/allocator/stack_library.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ttsoak {
namespace {

using std::string_view;

// Beginnings of file names, in step with reports/render/frame_role.cpp.
constexpr std::array<string_view, 18> kEverybodys = {
    "libc.so",     "libc-",      "libm.so",   "libpthread", "libdl.so",    "ld-linux",
    "ld-",         "libgcc_s",   "libstdc++", "libc++",     "libjemalloc", "libtcmalloc",
    "libmimalloc", "libttsoak_", "libc10",    "libpython",  "python3",     "libtorch_python"};

bool is_everybodys(string_view path) {
  const string_view name = path.substr(path.rfind('/') + 1);
  return name.empty() || std::any_of(kEverybodys.begin(), kEverybodys.end(), [&](string_view one) {
           return name.substr(0, one.size()) == one;
         });
}

}  // namespace

std::string library_of(const BoxTables& tables, std::int64_t stack) {
  for (const std::uint64_t frame : tables.frames_of(stack)) {
    if ((frame & blackbox::kPythonFrame) != 0) {
      const auto index = static_cast<std::uint32_t>((frame & ~blackbox::kPythonFrame) >> 32);
      const blackbox::CodeSlot* const code = tables.code_at(index);
      const string_view file = code != nullptr ? tables.text(code->file) : string_view();
      if (!file.empty()) return std::string(file);
      continue;
    }
    if ((frame & blackbox::kGapFrame) != 0) continue;
    // A return address may be the first byte behind its function.
    const blackbox::ModuleSlot* const module = tables.module_at(frame - 1);
    if (module == nullptr) continue;
    const string_view path = tables.path_of(*module);
    if (!is_everybodys(path)) return std::string(path);
  }
  return {};
}

}  // namespace ttsoak
