#include "probes/allocator/stack_library.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ttsoak {
namespace {

using std::string_view;

// Beginnings of file names, in step with reports/render/frame_role.cpp.
constexpr std::array<string_view, 15> kEverybodys = {
    "libc.so",     "libc-",       "libm.so",     "libpthread", "libdl.so",
    "ld-linux",    "ld-",         "libgcc_s",    "libstdc++",  "libc++",
    "libjemalloc", "libtcmalloc", "libmimalloc", "libttsoak_", "libc10"};
constexpr std::array<string_view, 3> kInterpreters = {"libpython", "python3", "libtorch_python"};

template <typename Prefixes>
bool is_one_of(string_view path, const Prefixes& prefixes) {
  const string_view name = path.substr(path.rfind('/') + 1);
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](string_view prefix) { return name.substr(0, prefix.size()) == prefix; });
}

// ".../site-packages/uvicorn/server.py" -> ".../site-packages/uvicorn"; a program's own file is its
// own.
string_view package_of(string_view file) {
  for (const string_view mark : {"/site-packages/", "/dist-packages/", "/lib/python3"}) {
    const std::size_t found = file.rfind(mark);
    if (found == string_view::npos) continue;
    std::size_t begin = found + mark.size();
    if (mark.back() != '/') begin = std::min(file.find('/', begin), file.size() - 1) + 1;
    return file.substr(0, file.find('/', begin));
  }
  return file;
}

}  // namespace

std::string library_of(const BoxTables& tables, std::int64_t stack) {
  string_view interpreter;
  for (const std::uint64_t frame : tables.frames_of(stack)) {
    if ((frame & blackbox::kPythonFrame) != 0) {
      const auto index = static_cast<std::uint32_t>((frame & ~blackbox::kPythonFrame) >> 32);
      const blackbox::CodeSlot* const code = tables.code_at(index);
      const string_view file = code != nullptr ? tables.text(code->file) : string_view();
      if (!file.empty()) return std::string(package_of(file));
      continue;
    }
    if ((frame & blackbox::kGapFrame) != 0) continue;
    // A return address may be the first byte behind its function.
    const blackbox::ModuleSlot* const module = tables.module_at(frame - 1);
    if (module == nullptr) continue;
    const string_view path = tables.path_of(*module);
    if (path.empty() || is_one_of(path, kEverybodys)) continue;
    if (!is_one_of(path, kInterpreters)) return std::string(path);
    if (interpreter.empty()) interpreter = path;
  }
  return std::string(interpreter);
}

}  // namespace ttsoak
