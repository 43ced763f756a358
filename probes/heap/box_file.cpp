#include "probes/heap/box_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace ttsoak {
namespace {

using namespace blackbox;

constexpr std::uint64_t kPage = 4096;

bool fits(const Area& area, std::uint64_t element_bytes, std::uint64_t file_bytes) {
  return area.offset >= kPage && area.offset % kPage == 0 && area.offset <= file_bytes &&
         area.capacity <= (file_bytes - area.offset) / element_bytes;
}

// The name of the first table that does not lie inside the file, or null.
const char* misplaced_table(const Header& header) {
  const std::uint64_t end = header.file_bytes;
  if (!fits(header.counters, sizeof(Counters), end)) return "counters";
  if (!fits(header.live, sizeof(LiveBucket), end)) return "live samples";
  if (!fits(header.stacks, sizeof(StackSlot), end)) return "stacks";
  if (!fits(header.stack_index, sizeof(std::uint32_t), end)) return "stack index";
  if (!fits(header.frames, sizeof(FrameNode), end)) return "frames";
  if (!fits(header.frame_index, sizeof(std::uint32_t), end)) return "frame index";
  if (!fits(header.mappings, sizeof(MappingSlot), end)) return "mappings";
  if (!fits(header.modules, sizeof(ModuleSlot), end)) return "modules";
  if (!fits(header.codes, sizeof(CodeSlot), end)) return "Python code";
  if (!fits(header.code_index, sizeof(std::uint32_t), end)) return "index of Python code";
  if (!fits(header.bytes, 1, end)) return "bytes";
  if (!fits(header.reply, 1, end)) return "reply";
  if (!fits(header.occupants, sizeof(Occupant), end)) return "occupants";
  return nullptr;
}

}  // namespace

Result<BoxFile> BoxFile::open(const std::filesystem::path& path) {
  // Not O_NONBLOCK for its own sake: opening a FIFO that somebody put there must not hang.
  constexpr int kFlags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  UniqueFd fd(::open(path.c_str(), O_RDWR | kFlags));
  if (!fd.valid() && (errno == EACCES || errno == EROFS || errno == EPERM)) {
    fd = UniqueFd(::open(path.c_str(), O_RDONLY | kFlags));
  }
  if (!fd.valid()) return errno_error(path.string());
  BoxFile file(std::move(fd), path.string());
  if (Status error = file.check()) return *error;
  return file;
}

Status BoxFile::check() {
  struct stat status {};
  if (::fstat(fd_.get(), &status) != 0) return errno_error(path_);
  if (!S_ISREG(status.st_mode)) return Error{path_ + ": not a regular file"};
  if (static_cast<std::uint64_t>(status.st_size) < kPage) {
    return Error{path_ + ": too short for a black box; it may be about to be made"};
  }
  if (Status error = read(&layout_, sizeof layout_, 0)) return error;
  if (layout_.magic == 0) return Error{path_ + ": a black box that is not finished yet"};
  if (layout_.magic != kMagic) return Error{path_ + ": not a black box"};
  if (layout_.version != kVersion || layout_.header_bytes != sizeof(Header)) {
    return Error{path_ + ": a black box of version " + std::to_string(layout_.version) +
                 ", and this ttsoak reads version " + std::to_string(kVersion) +
                 "; use the tracer that came with it"};
  }
  if (layout_.file_bytes > static_cast<std::uint64_t>(status.st_size)) {
    return Error{path_ + ": cut short, " + std::to_string(status.st_size) + " of " +
                 std::to_string(layout_.file_bytes) + " bytes are there"};
  }
  if (layout_.file_bytes > kMaxBytes) return Error{path_ + ": too large for a black box"};
  if (const char* const table = misplaced_table(layout_)) {
    return Error{path_ + ": damaged, its table of " + table + " does not lie inside the file"};
  }
  return {};
}

Result<Header> BoxFile::header() const {
  Header now{};
  if (Status error = read(&now, sizeof now, 0)) return *error;
  for (const auto area :
       {&Header::counters, &Header::live, &Header::stacks, &Header::stack_index, &Header::frames,
        &Header::frame_index, &Header::mappings, &Header::modules, &Header::codes,
        &Header::code_index, &Header::bytes, &Header::reply}) {
    now.*area = layout_.*area;
  }
  return now;
}

Status BoxFile::read(void* target, std::size_t bytes, std::uint64_t offset) const {
  char* at = static_cast<char*>(target);
  while (bytes > 0) {
    const ssize_t n = ::pread(fd_.get(), at, bytes, static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno_error(path_);
    if (n == 0) return Error{path_ + ": cut short while it was read"};
    at += n;
    bytes -= static_cast<std::size_t>(n);
    offset += static_cast<std::uint64_t>(n);
  }
  return {};
}

Status BoxFile::write(const void* source, std::size_t bytes, std::uint64_t offset) const {
  const ssize_t n = ::pwrite(fd_.get(), source, bytes, static_cast<off_t>(offset));
  if (n < 0 && errno == EBADF) {
    return Error{path_ + ": may only be read; run ttsoak as the user of the traced process"};
  }
  if (n < 0) return errno_error(path_);
  if (static_cast<std::size_t>(n) != bytes) return Error{path_ + ": written in part only"};
  return {};
}

std::string_view text_in(const std::vector<char>& bytes, const Text& text) {
  if (text.offset > bytes.size() || text.size > bytes.size() - text.offset) return {};
  return {bytes.data() + text.offset, text.size};
}

std::string printable(std::string_view field) {
  std::string text(field.substr(0, field.find('\0')));
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, '?');
  return text;
}

}  // namespace ttsoak
