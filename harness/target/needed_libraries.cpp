#include "harness/target/needed_libraries.h"

#include <elf.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

namespace ttsoak {
namespace {

// Far more than any program has, and little enough to be read at once.
constexpr std::uint64_t kMostBytes = 16U << 20;

// `size` bytes from `offset` on as a table; empty if the file does not hold that many.
template <typename Entry>
std::vector<Entry> read_table(std::ifstream& file, std::uint64_t offset, std::uint64_t size) {
  if (size > kMostBytes) return {};
  std::vector<Entry> table(size / sizeof(Entry));
  const auto bytes = static_cast<std::streamsize>(table.size() * sizeof(Entry));
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(reinterpret_cast<char*>(table.data()), bytes);
  return file.gcount() == bytes ? table : std::vector<Entry>();
}

}  // namespace

std::vector<std::string> needed_libraries(const std::filesystem::path& program) {
  std::ifstream file(program, std::ios::binary);
  const auto header = read_table<Elf64_Ehdr>(file, 0, sizeof(Elf64_Ehdr));
  if (header.empty() || std::memcmp(header[0].e_ident, ELFMAG, SELFMAG) != 0 ||
      header[0].e_ident[EI_CLASS] != ELFCLASS64 || header[0].e_shentsize != sizeof(Elf64_Shdr)) {
    return {};
  }
  const auto sections =
      read_table<Elf64_Shdr>(file, header[0].e_shoff, header[0].e_shnum * sizeof(Elf64_Shdr));
  std::vector<std::string> names;
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_DYNAMIC || section.sh_link >= sections.size()) continue;
    const Elf64_Shdr& texts = sections[section.sh_link];
    auto text = read_table<char>(file, texts.sh_offset, texts.sh_size);
    text.push_back('\0');
    for (const auto& entry : read_table<Elf64_Dyn>(file, section.sh_offset, section.sh_size)) {
      if (entry.d_tag == DT_NEEDED && entry.d_un.d_val < text.size()) {
        names.emplace_back(&text[entry.d_un.d_val]);
      }
    }
  }
  return names;
}

std::filesystem::path find_on_path(const std::string& program) {
  if (program.find('/') != std::string::npos) return program;
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "/bin:/usr/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::filesystem::path candidate = std::filesystem::path(folder) / program;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return {};
}

}  // namespace ttsoak
