#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ttsoak {

// The libraries that a program names as needed (DT_NEEDED, man 5 elf): "libc.so.6". None for what
// is no 64 bit ELF file: a script, or a program that is not there.
std::vector<std::string> needed_libraries(const std::filesystem::path& program);

// Where execvp(3) would find `program`. Empty: nowhere.
std::filesystem::path find_on_path(const std::string& program);

}  // namespace ttsoak
