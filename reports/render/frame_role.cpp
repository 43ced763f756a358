#include "reports/render/frame_role.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "reports/render/frame_text.h"

namespace ttsoak {
namespace {

using std::string_view;

// Beginnings of the file names of libraries.
// libc10 is torch's allocator.
constexpr std::array<string_view, 15> kRuntimes = {
    "libc.so",     "libc-",       "libm.so",     "libpthread", "libdl.so",
    "ld-linux",    "ld-",         "libgcc_s",    "libstdc++",  "libc++",
    "libjemalloc", "libtcmalloc", "libmimalloc", "libttsoak_", "libc10"};
constexpr std::array<string_view, 2> kInterpreters = {"libpython", "python3"};
// Only unpack arguments: what they call tells more.
constexpr std::array<string_view, 1> kBindings = {"libtorch_python"};

// Beginnings of names that are the runtime's also where it is linked into the program.
constexpr std::array<string_view, 9> kRuntimeNames = {
    "std::",  "__gnu_cxx::", "operator new",   "operator delete", "malloc",
    "calloc", "realloc",     "posix_memalign", "aligned_alloc"};

template <typename Prefixes>
bool begins_with_one_of(string_view text, const Prefixes& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](string_view prefix) { return text.substr(0, prefix.size()) == prefix; });
}

// A demangled template begins with its return type: "void std::vector<int>::push(int)" is std's.
string_view without_return_type(string_view function) {
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i < function.size(); ++i) {
    const char c = function[i];
    if (c == '<' || c == '[') ++depth;
    if (c == '>' || c == ']') --depth;
    if (depth != 0) continue;
    if (c == '(') break;
    // "operator new", "operator bool": the space is part of the name.
    if (function.substr(i, 8) == "operator") break;
    if (c == ' ') start = i + 1;
  }
  return function.substr(start);
}

bool is_interpreters_name(string_view function) {
  if (function.substr(0, 3) == "_Py") return true;
  return function.substr(0, 2) == "Py" && function.substr(0, 7) != "PyInit_" &&
         function.find('_') != string_view::npos &&
         function.find_first_of(":(<") == string_view::npos;
}

bool is_shared_library(string_view module) {
  return module.find(".so") != string_view::npos || module.substr(0, 10) == "linux-vdso";
}

// Up to the first '/', without ".py".
string_view first_part(string_view path) {
  path = path.substr(0, path.find('/'));
  return path.size() > 3 && path.substr(path.size() - 3) == ".py" ? path.substr(0, path.size() - 3)
                                                                  : path;
}

// The package or module of an installed Python file; empty for the program's own.
string_view python_package(string_view file) {
  for (const string_view mark : {"/site-packages/", "/dist-packages/"}) {
    const std::size_t found = file.rfind(mark);
    if (found != string_view::npos) return first_part(file.substr(found + mark.size()));
  }
  for (const string_view mark : {"/lib/python3", "/lib64/python3"}) {
    const std::size_t found = file.find(mark);
    if (found == string_view::npos) continue;
    const std::size_t slash = file.find('/', found + mark.size());
    return slash == string_view::npos ? "Python" : first_part(file.substr(slash + 1));
  }
  return file.substr(0, 8) == "<frozen " ? string_view("Python") : string_view();
}

}  // namespace

bool is_of_interpreter(const Frame& frame) {
  const string_view module = last_part(frame.module);
  return begins_with_one_of(module, kInterpreters) || begins_with_one_of(module, kBindings) ||
         is_interpreters_name(frame.function);
}

FrameRole role_of(const Frame& frame) {
  if (frame.kind == FrameKind::gap) return FrameRole::gap;
  if (frame.kind == FrameKind::python) {
    return frame.file.empty() || !python_package(frame.file).empty() ? FrameRole::library
                                                                     : FrameRole::own;
  }
  const string_view module = last_part(frame.module);
  if (begins_with_one_of(module, kRuntimes) || is_of_interpreter(frame) || module.empty() ||
      begins_with_one_of(without_return_type(frame.function), kRuntimeNames)) {
    return FrameRole::plumbing;
  }
  return is_shared_library(module) ? FrameRole::library : FrameRole::own;
}

std::string owner_of(const Frame& frame) {
  if (frame.kind == FrameKind::python) return std::string(python_package(frame.file));
  const string_view module = last_part(frame.module);
  return std::string(begins_with_one_of(module, kInterpreters) ? "Python" : module);
}

}  // namespace ttsoak
