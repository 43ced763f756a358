#include "reports/render/pprof.h"

#include <zlib.h>

#include <protozero/pbf_reader.hpp>

#include "gmock/gmock.h"
#include "tests/unit/reports/render/sample_stacks.h"

namespace ttsoak {
namespace {

using protozero::pbf_reader;
using ::testing::Contains;
using ::testing::ElementsAre;

std::string unpacked(const std::string& gzipped) {
  std::string data(1 << 20, '\0');
  z_stream stream{};
  inflateInit2(&stream, MAX_WBITS + 16);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(gzipped.data()));  // NOLINT
  stream.avail_in = static_cast<uInt>(gzipped.size());
  stream.next_out = reinterpret_cast<Bytef*>(data.data());
  stream.avail_out = static_cast<uInt>(data.size());
  if (inflate(&stream, Z_FINISH) != Z_STREAM_END) return "";
  data.resize(stream.total_out);
  inflateEnd(&stream);
  return data;
}

struct Location {
  std::uint64_t mapping = 0, address = 0;
  std::vector<std::pair<std::string, std::int64_t>> lines;  // function, line
};

// What the tests look at, read back by the numbers of profile.proto.
struct Profile {
  explicit Profile(const std::string& gzipped) : data(unpacked(gzipped)) {
    pbf_reader strings(data);
    while (strings.next(6)) texts.push_back(strings.get_string());
    pbf_reader reader(data);
    std::map<std::uint64_t, std::string> functions;
    while (reader.next()) {
      switch (reader.tag()) {
        case 1: {
          pbf_reader type = reader.get_message();
          std::string words;
          while (type.next()) words += texts.at(static_cast<std::size_t>(type.get_int64())) + " ";
          types.push_back(words);
          break;
        }
        case 2:
          read_sample(reader.get_message());
          break;
        case 3: {
          pbf_reader mapping = reader.get_message();
          while (mapping.next()) {
            if (mapping.tag() == 5) {
              modules.push_back(texts.at(static_cast<std::size_t>(mapping.get_int64())));
            } else {
              mapping.skip();
            }
          }
          break;
        }
        case 4:
          read_location(reader.get_message(), functions);
          break;
        case 5: {
          pbf_reader function = reader.get_message();
          std::uint64_t id = 0;
          while (function.next()) {
            if (function.tag() == 1) {
              id = function.get_uint64();
            } else if (function.tag() == 2) {
              functions[id] = texts.at(static_cast<std::size_t>(function.get_int64()));
            } else {
              function.skip();
            }
          }
          break;
        }
        case 14:
          default_type = texts.at(static_cast<std::size_t>(reader.get_int64()));
          break;
        default:
          reader.skip();
      }
    }
  }

  void read_sample(pbf_reader sample) {
    while (sample.next()) {
      if (sample.tag() == 1) {
        const auto ids = sample.get_packed_uint64();
        stacks.emplace_back(ids.begin(), ids.end());
      } else if (sample.tag() == 2) {
        const auto range = sample.get_packed_int64();
        values.emplace_back(range.begin(), range.end());
      } else {
        sample.skip();
      }
    }
  }

  void read_location(pbf_reader message, const std::map<std::uint64_t, std::string>& functions) {
    Location location;
    std::uint64_t id = 0;
    while (message.next()) {
      if (message.tag() == 1) {
        id = message.get_uint64();
      } else if (message.tag() == 2) {
        location.mapping = message.get_uint64();
      } else if (message.tag() == 3) {
        location.address = message.get_uint64();
      } else {
        pbf_reader line = message.get_message();
        location.lines.emplace_back();
        while (line.next()) {
          if (line.tag() == 1) {
            location.lines.back().first = functions.at(line.get_uint64());
          } else {
            location.lines.back().second = line.get_int64();
          }
        }
      }
    }
    locations[id] = location;
  }

  std::string data;
  std::vector<std::string> texts, types, modules;
  std::string default_type;
  std::vector<std::vector<std::uint64_t>> stacks;
  std::vector<std::vector<std::int64_t>> values;
  std::map<std::uint64_t, Location> locations;
};

TEST(Pprof, SampleTypesAreThoseOfAHeapProfile) {
  const Profile profile(pprof(sample_profile()));

  EXPECT_THAT(profile.types,
              ElementsAre("inuse_space bytes ", "inuse_objects count ", "alloc_space bytes ",
                          "alloc_objects count ", "mapped_space bytes "));
  EXPECT_EQ(profile.default_type, "inuse_space");
  EXPECT_EQ(profile.texts.at(0), "");
}

TEST(Pprof, ValuesOfAStackAreItsFiguresRounded) {
  const Profile profile(pprof(sample_profile()));

  EXPECT_THAT(profile.values, ElementsAre(ElementsAre(4096, 4, 8192, 8, 0),
                                          ElementsAre(1000000, 10, 2000000, 20, 65536),
                                          ElementsAre(300, 3, 300, 3, 0)));
}

TEST(Pprof, InlinedFunctionsShareTheLocationOfTheOneTheyAreIn) {
  const Profile profile(pprof(sample_profile()));

  ASSERT_EQ(profile.stacks.at(1).size(), 2U);  // and the gap
  const Location& location = profile.locations.at(profile.stacks[1][0]);
  EXPECT_EQ(location.address, 0x2345U);
  EXPECT_THAT(location.lines,
              ElementsAre(std::pair("Cache::keep", 12), std::pair("speak(char const*)", 90)));
}

TEST(Pprof, PythonFramesHaveLinesAndNoMapping) {
  const Profile profile(pprof(sample_profile()));

  const Location& location = profile.locations.at(profile.stacks.at(0).at(8));
  EXPECT_EQ(location.mapping, 0U);
  EXPECT_THAT(location.lines, ElementsAre(std::pair("Voice.load", 17)));
}

TEST(Pprof, EachModuleIsOneMapping) {
  const Profile profile(pprof(sample_profile()));

  EXPECT_EQ(profile.modules.size(), 6U);
  EXPECT_THAT(profile.modules, Contains("/lib/libc.so.6"));
  EXPECT_EQ(profile.modules.front(), "/opt/engine");  // the program, not a library
}

TEST(Pprof, UnknownStackIsALocationAndNotAnEmptySample) {
  const Profile profile(pprof(sample_profile()));

  ASSERT_EQ(profile.stacks.at(2).size(), 1U);
  EXPECT_EQ(profile.locations.at(profile.stacks[2][0]).lines.at(0).first, "(unknown stack)");
}

TEST(Pprof, EqualFramesAreWrittenOnce) {
  HeapProfile twice = sample_profile();
  const std::size_t once = Profile(pprof(twice)).locations.size();
  twice.stacks.push_back(twice.stacks[0]);

  EXPECT_EQ(Profile(pprof(twice)).locations.size(), once);
}

}  // namespace
}  // namespace ttsoak
