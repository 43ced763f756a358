#include "probes/heap/elf_module.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

#include "probes/heap/demangle.h"

namespace ttsoak {
namespace {

constexpr std::ptrdiff_t kMostRanges = 1'000'000;
constexpr std::size_t kMostIndexes = 256;  // of compilation units

// The entry that `die` is a copy or the body of: it stands where the function was declared.
Dwarf_Die declaration_of(Dwarf_Die die) {
  for (const unsigned kind : {DW_AT_abstract_origin, DW_AT_specification}) {
    Dwarf_Attribute attribute;
    Dwarf_Die referred;
    if (dwarf_attr(&die, kind, &attribute) != nullptr &&
        dwarf_formref_die(&attribute, &referred) != nullptr) {
      die = referred;
    }
  }
  return die;
}

std::string function_name(const UnitIndex& index, Dwarf_Die* die) {
  for (const unsigned kind : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
    Dwarf_Attribute attribute;
    if (dwarf_attr_integrate(die, kind, &attribute) == nullptr) continue;
    if (const char* const name = dwarf_formstring(&attribute)) return demangle(name);
  }
  const char* const name = dwarf_diename(die);
  if (name == nullptr) return "";
  Dwarf_Die declaration = declaration_of(*die);
  return index.qualification(dwarf_dieoffset(&declaration)) + name;
}

Dwarf_Word number(Dwarf_Die* die, unsigned kind) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_attr(die, kind, &attribute) == nullptr) return 0;
  return dwarf_formudata(&attribute, &value) == 0 ? value : 0;
}

std::string directory_of(Dwarf_Die* unit) {
  Dwarf_Attribute attribute;
  if (dwarf_attr(unit, DW_AT_comp_dir, &attribute) == nullptr) return "";
  const char* const directory = dwarf_formstring(&attribute);
  return directory == nullptr ? "" : directory;
}

std::string source_path(Dwarf_Die* unit, const char* file) {
  if (file == nullptr) return "";
  const std::filesystem::path path(file);
  if (path.is_absolute()) return path.lexically_normal().string();
  return (directory_of(unit) / path).lexically_normal().string();
}

// Where in `unit` execution is: file and line.
std::pair<std::string, int> line_at(Dwarf_Die* unit, Dwarf_Addr address) {
  Dwarf_Line* const line = dwarf_getsrc_die(unit, address);
  int number = 0;
  if (line == nullptr || dwarf_lineno(line, &number) != 0) return {};
  return {source_path(unit, dwarf_linesrc(line, nullptr, nullptr)), number};
}

// Where `inlined` was called.
std::pair<std::string, int> call_site(Dwarf_Die* unit, Dwarf_Die* inlined) {
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  const Dwarf_Word file = number(inlined, DW_AT_call_file);
  const int line = static_cast<int>(number(inlined, DW_AT_call_line));
  if (dwarf_getsrcfiles(unit, &files, &count) != 0 || file >= count) return {"", line};
  return {source_path(unit, dwarf_filesrc(files, file, nullptr, nullptr)), line};
}

}  // namespace

ElfModule::ElfModule(std::string debug_path)
    : debug_path_(std::move(debug_path)), debug_path_pointer_(debug_path_.data()) {
  callbacks_.find_elf = dwfl_build_id_find_elf;
  callbacks_.find_debuginfo = dwfl_standard_find_debuginfo;
  callbacks_.section_address = dwfl_offline_section_address;
  callbacks_.debuginfo_path = &debug_path_pointer_;
}

std::unique_ptr<ElfModule> ElfModule::open(const UniqueFd& fd, const std::filesystem::path& path,
                                           std::string debug_path) {
  std::unique_ptr<ElfModule> module(new ElfModule(std::move(debug_path)));
  module->dwfl_.reset(dwfl_begin(&module->callbacks_));
  if (!module->dwfl_) return nullptr;
  dwfl_report_begin(module->dwfl_.get());
  // libdwfl keeps the descriptor it is given, unless it fails.
  const int copy = ::fcntl(fd.get(), F_DUPFD_CLOEXEC, 0);
  // At base 0, so that the addresses of libdwfl are those in the file.
  module->module_ = dwfl_report_elf(module->dwfl_.get(), path.c_str(), path.c_str(), copy, 0, true);
  if (module->module_ == nullptr) {
    ::close(copy);
    return nullptr;
  }
  if (dwfl_report_end(module->dwfl_.get(), nullptr, nullptr) != 0) return nullptr;
  return module;
}

std::string ElfModule::build_id() const {
  const unsigned char* bytes = nullptr;
  GElf_Addr address = 0;
  GElf_Addr bias = 0;
  (void)dwfl_module_getelf(module_, &bias);  // reads the file, which holds the id
  const int size = dwfl_module_build_id(module_, &bytes, &address);
  if (size <= 0) return "";
  return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

std::vector<Frame> ElfModule::frames_at(std::uint64_t address) {
  std::vector<Frame> frames = by_dwarf(address);
  return frames.empty() ? by_symbols(address) : frames;
}

Dwarf_Die* ElfModule::unit_at(std::uint64_t address, Dwarf_Addr& bias) {
  if (Dwarf_Die* const unit = dwfl_module_addrdie(module_, address, &bias)) return unit;
  // That goes by .debug_aranges, which Clang and Rust leave out.
  if (!units_listed_) list_units();
  auto next = std::upper_bound(units_.begin(), units_.end(), address,
                               [](auto at, const UnitRange& range) { return at < range.start; });
  if (next == units_.begin()) return nullptr;
  UnitRange& range = *std::prev(next);
  bias = range.bias;
  return address < range.end ? &range.unit : nullptr;
}

void ElfModule::list_units() {
  units_listed_ = true;
  Dwarf_Addr bias = 0;
  std::ptrdiff_t ranges = 0;
  for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module_, unit, &bias)) != nullptr;) {
    Dwarf_Addr base = 0;
    Dwarf_Addr start = 0;
    Dwarf_Addr end = 0;
    std::ptrdiff_t at = 0;
    while (ranges++ < kMostRanges && (at = dwarf_ranges(unit, at, &base, &start, &end)) > 0) {
      units_.push_back({start + bias, end + bias, *unit, bias});
    }
  }
  std::sort(units_.begin(), units_.end(),
            [](const UnitRange& a, const UnitRange& b) { return a.start < b.start; });
}

UnitIndex& ElfModule::index_of(Dwarf_Die* unit) {
  const Dwarf_Off offset = dwarf_dieoffset(unit);
  if (const auto found = indexes_.find(offset); found != indexes_.end()) return found->second;
  if (indexes_.size() >= kMostIndexes) indexes_.clear();
  return indexes_.emplace(offset, UnitIndex(*unit)).first->second;
}

std::vector<Frame> ElfModule::by_dwarf(std::uint64_t address) {
  Dwarf_Addr bias = 0;
  Dwarf_Die* const unit = unit_at(address, bias);
  if (unit == nullptr) return {};
  UnitIndex& index = index_of(unit);
  std::vector<Dwarf_Die> functions = index.functions_at(address - bias);
  std::vector<Frame> frames;
  auto [file, line] = line_at(unit, address - bias);
  for (auto function = functions.rbegin(); function != functions.rend(); ++function) {
    Frame frame;
    frame.kind = function + 1 == functions.rend() ? FrameKind::native : FrameKind::inlined;
    frame.function = function_name(index, &*function);
    frame.file = file;
    frame.line = line;
    frames.push_back(std::move(frame));
    std::tie(file, line) = call_site(unit, &*function);
  }
  return frames;
}

std::vector<Frame> ElfModule::by_symbols(std::uint64_t address) {
  if (!symbols_) symbols_.emplace(module_);
  const char* const name = symbols_->name_at(address);
  if (name == nullptr) return {};
  Frame frame;
  frame.function = demangle(name);
  return {frame};
}

}  // namespace ttsoak
