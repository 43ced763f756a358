#include "tests/unit/probes/heap/synthetic_box.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "probes/base/result.h"

namespace ttsoak {
namespace {

using namespace blackbox;

constexpr std::uint64_t kPage = 4096;

template <typename Element>
Area place(std::uint64_t capacity, std::uint64_t& end) {
  const Area area{end, capacity};
  end += (capacity * sizeof(Element) + kPage - 1) / kPage * kPage;
  return area;
}

}  // namespace

SyntheticBox::SyntheticBox(const Sizes& sizes) {
  Header header{};
  std::uint64_t end = kPage;
  header.counters = place<Counters>(sizes.threads, end);
  header.live = place<LiveBucket>(sizes.buckets, end);
  header.stacks = place<StackSlot>(sizes.stacks, end);
  header.stack_index = place<std::uint32_t>(2 * sizes.stacks, end);
  header.frames = place<FrameNode>(sizes.frames, end);
  header.frame_index = place<std::uint32_t>(2 * sizes.frames, end);
  header.mappings = place<MappingSlot>(sizes.mappings, end);
  header.modules = place<ModuleSlot>(sizes.modules, end);
  header.codes = place<CodeSlot>(sizes.codes, end);
  header.code_index = place<std::uint32_t>(2 * sizes.codes, end);
  header.bytes = place<char>(sizes.bytes, end);
  header.reply = place<char>(sizes.reply, end);
  header.occupants = place<Occupant>(sizes.occupants, end);
  header.magic = kMagic;
  header.version = kVersion;
  header.header_bytes = sizeof(Header);
  header.file_bytes = end;
  header.pid = 4711;
  header.parent_pid = 42;
  header.state = static_cast<std::uint32_t>(State::tracing);
  header.base_rate = header.rate = 16;
  header.floor_bytes = 1024;
  header.stacks_used = header.frames_used = header.codes_used = header.bytes_used = 1;
  std::strcpy(header.program, "/usr/bin/server");
  image_.resize(end);
  std::memcpy(image_.data(), &header, sizeof header);
}

Text SyntheticBox::add_text(std::string_view text) {
  const Text added{header().bytes_used, static_cast<std::uint32_t>(text.size())};
  std::copy(text.begin(), text.end(), table<char>(header().bytes) + added.offset);
  header().bytes_used += added.size;
  return added;
}

std::uint32_t SyntheticBox::add_stack(const std::vector<std::uint64_t>& frames) {
  std::uint32_t caller = 0;
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
    table<FrameNode>(header().frames)[header().frames_used] = {*frame, caller, 0};
    caller = header().frames_used++;
  }
  const std::uint32_t stack = header().stacks_used++;
  StackSlot& slot = table<StackSlot>(header().stacks)[stack];
  slot.hash = stack + 1000;
  slot.leaf = caller;
  slot.depth = static_cast<std::uint32_t>(frames.size());
  return stack;
}

void SyntheticBox::add_sample(std::uint64_t address, const LiveSample& sample) {
  LiveBucket* const buckets = table<LiveBucket>(header().live);
  for (std::uint64_t i = 0; i < header().live.capacity; ++i) {
    LiveBucket& bucket = buckets[(address + i) % header().live.capacity];
    for (std::uint32_t place = 0; place < kBucketPlaces; ++place) {
      if (bucket.addresses[place] != 0) continue;
      bucket.addresses[place] = address;
      bucket.samples[place] = sample;
      return;
    }
  }
  abort_with("the synthetic box is full");
}

void SyntheticBox::add_mapping(const MappingSlot& slot) {
  table<MappingSlot>(header().mappings)[header().mappings_used++] = slot;
}

void SyntheticBox::add_module(std::uint64_t start, std::uint64_t end, std::uint64_t bias,
                              std::string_view path, std::string_view build_id) {
  const Text name = add_text(path);
  const Text id = add_text(build_id);
  table<ModuleSlot>(header().modules)[header().modules_used++] = {start, end, bias, name, id};
}

std::uint32_t SyntheticBox::add_code(std::string_view file, std::string_view name,
                                     std::uint32_t first_line) {
  const Text file_text = add_text(file);
  const Text name_text = add_text(name);
  const std::uint32_t code = header().codes_used++;
  table<CodeSlot>(header().codes)[code] = {.address = 0x7f0000001000,
                                           .check = 1,
                                           .file = file_text,
                                           .name = name_text,
                                           .lines = {},
                                           .first_line = first_line,
                                           .version = 0x030b};
  return code;
}

void SyntheticBox::save(const std::filesystem::path& path) const {
  std::ofstream(path, std::ios::binary) << image_;
}

TemporaryDirectory::TemporaryDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "ttsoak_heap_XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) abort_with("no temporary directory");
  path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() { std::filesystem::remove_all(path_); }

}  // namespace ttsoak
