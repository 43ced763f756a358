#include "reports/render/pprof.h"

#include <zlib.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <protozero/pbf_writer.hpp>
#include <string_view>
#include <tuple>
#include <vector>

#include "probes/base/result.h"
#include "reports/render/frame_text.h"

namespace ttsoak {
namespace {

using protozero::pbf_writer;

// Field numbers of profile.proto, by message.
namespace field {
enum Profile { sample_type = 1, sample, mapping, location, function, string_table };
enum MoreOfProfile { period_type = 11, period = 12, comment = 13, default_sample_type = 14 };
enum ValueType { type = 1, unit };
enum Sample { location_id = 1, value, label };
enum Label { key = 1, num = 3 };
enum Mapping { mapping_number = 1, memory_limit = 3, filename = 5, has_functions = 7 };
enum MoreOfMapping { has_filenames = 8, has_line_numbers = 9, has_inline_frames = 10 };
enum Location { location_number = 1, mapping_id, address, line };
enum Line { function_id = 1, line_number };
enum Function { function_number = 1, name, system_name, source_file };
}  // namespace field

// Numbers for things that are written once and referred to, from `First` on.
template <typename Thing, std::uint64_t First>
class Numbers {
 public:
  // The thing's number, and whether it is new.
  std::pair<std::uint64_t, bool> of(const Thing& thing) {
    const auto [found, fresh] = numbers_.emplace(thing, First + numbers_.size());
    return {found->second, fresh};
  }

 private:
  std::map<Thing, std::uint64_t> numbers_;
};

class ProfileWriter {
 public:
  ProfileWriter() { text(""); }  // the first string has to be empty

  void head(const HeapProfile& profile) {
    write_value_type(field::sample_type, "inuse_space", "bytes");
    write_value_type(field::sample_type, "inuse_objects", "count");
    write_value_type(field::sample_type, "alloc_space", "bytes");
    write_value_type(field::sample_type, "alloc_objects", "count");
    write_value_type(field::sample_type, "mapped_space", "bytes");
    write_value_type(field::period_type, "space", "bytes");
    out_.add_int64(field::period, profile.sample_mean_bytes);
    out_.add_int64(field::comment, text("ttsoak, cycle " + std::to_string(profile.cycle)));
    out_.add_int64(field::default_sample_type, text("inuse_space"));
  }

  void sample(const ProfiledStack& profiled) {
    const auto& [stack, figures] = profiled;
    const std::array<std::int64_t, 5> values = {
        std::llround(figures.live_bytes), std::llround(figures.live_blocks),
        std::llround(figures.allocated_bytes), std::llround(figures.allocated_blocks),
        std::llround(figures.mapped_bytes)};
    std::vector<std::uint64_t> locations;
    for (auto frame = stack.frames.begin(); frame != stack.frames.end();) {
      // Inlined functions and the one they are inlined into share an address.
      auto end = frame;
      while (end != stack.frames.end() && end->kind == FrameKind::inlined) ++end;
      if (end != stack.frames.end()) ++end;
      locations.push_back(location({frame, end}));
      frame = end;
    }
    if (stack.frames.empty()) locations.push_back(location({unknown_frame()}));
    const std::int64_t process = text("process");  // before the message that refers to it is open
    pbf_writer sample(out_, field::sample);
    sample.add_packed_uint64(field::location_id, locations.begin(), locations.end());
    sample.add_packed_int64(field::value, values.begin(), values.end());
    pbf_writer label(sample, field::label);
    label.add_int64(field::key, process);
    label.add_int64(field::num, stack.process);
  }

  // Mappings end where the last address seen in them does, so they come at the end.
  std::string finish() {
    // The first mapping is the program's, by convention: pprof shows its name.
    for (const bool program : {true, false}) {
      for (const auto& [module, mapping] : mappings_) {
        if ((module.find(".so") == std::string::npos) == program) write(module, mapping);
      }
    }
    return std::move(data_);
  }

 private:
  struct Mapping {
    std::uint64_t number = 0, end = 0;
  };

  void write(const std::string& module, const Mapping& mapping) {
    const std::int64_t file = text(module);
    pbf_writer writer(out_, field::mapping);
    writer.add_uint64(field::mapping_number, mapping.number);
    writer.add_uint64(field::memory_limit, mapping.end);
    writer.add_int64(field::filename, file);
    // All that is known of names is here already; pprof need not look for the file.
    writer.add_bool(field::has_functions, true);
    writer.add_bool(field::has_filenames, true);
    writer.add_bool(field::has_line_numbers, true);
    writer.add_bool(field::has_inline_frames, true);
  }

  static Frame unknown_frame() {
    Frame frame;
    frame.function = "(unknown stack)";
    return frame;
  }

  template <typename Tag>
  void write_value_type(Tag tag, std::string_view type, std::string_view unit) {
    const std::int64_t type_text = text(type);
    const std::int64_t unit_text = text(unit);
    pbf_writer writer(out_, tag);
    writer.add_int64(field::type, type_text);
    writer.add_int64(field::unit, unit_text);
  }

  std::int64_t text(std::string_view content) {
    const auto [number, fresh] = texts_.of(std::string(content));
    if (fresh) out_.add_string(field::string_table, content.data(), content.size());
    return static_cast<std::int64_t>(number);
  }

  std::uint64_t function(const Frame& frame) {
    std::string name = frame.function.empty() || frame.kind == FrameKind::gap ? frame_label(frame)
                                                                              : frame.function;
    const auto [number, fresh] = functions_.of({name, frame.file});
    if (!fresh) return number;
    const std::int64_t name_text = text(name);
    const std::int64_t file_text = text(frame.file);
    pbf_writer writer(out_, field::function);
    writer.add_uint64(field::function_number, number);
    writer.add_int64(field::name, name_text);
    writer.add_int64(field::system_name, name_text);
    writer.add_int64(field::source_file, file_text);
    return number;
  }

  std::uint64_t mapping_of(const Frame& frame) {
    if (frame.module.empty()) return 0;
    Mapping& mapping = mappings_[frame.module];
    if (mapping.number == 0) mapping.number = mappings_.size();
    mapping.end = std::max(mapping.end, frame.address + 1);
    return mapping.number;
  }

  std::uint64_t location(const std::vector<Frame>& frames) {
    std::vector<Line> lines;
    lines.reserve(frames.size());
    for (const Frame& frame : frames) lines.emplace_back(function(frame), frame.line);
    const Frame& last = frames.back();
    const std::uint64_t mapping = mapping_of(last);
    const auto [number, fresh] = locations_.of({mapping, last.address, lines});
    if (!fresh) return number;
    pbf_writer writer(out_, field::location);
    writer.add_uint64(field::location_number, number);
    writer.add_uint64(field::mapping_id, mapping);
    writer.add_uint64(field::address, last.address);
    for (const auto& [function_number, line] : lines) {
      pbf_writer line_writer(writer, field::line);
      line_writer.add_uint64(field::function_id, function_number);
      line_writer.add_int64(field::line_number, line);
    }
    return number;
  }

  using Line = std::pair<std::uint64_t, int>;  // function, line

  std::string data_;
  pbf_writer out_{data_};
  Numbers<std::string, 0> texts_;
  Numbers<std::pair<std::string, std::string>, 1> functions_;  // by name and file
  Numbers<std::tuple<std::uint64_t, std::uint64_t, std::vector<Line>>, 1> locations_;
  std::map<std::string, Mapping> mappings_;
};

std::string gzip(const std::string& data) {
  constexpr int kGzipFormat = 16;
  z_stream stream{};
  if (::deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzipFormat, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
    abort_with("no memory for gzip");
  }
  std::string packed(::deflateBound(&stream, data.size()), '\0');
  // zlib does not write to its input; its header predates const.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));  // NOLINT
  stream.avail_in = static_cast<uInt>(data.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int result = ::deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  ::deflateEnd(&stream);
  if (result != Z_STREAM_END) abort_with("gzip did not finish");
  return packed;
}

}  // namespace

std::string pprof(const HeapProfile& profile) {
  ProfileWriter writer;
  writer.head(profile);
  for (const ProfiledStack& stack : profile.stacks) writer.sample(stack);
  return gzip(writer.finish());
}

}  // namespace ttsoak
