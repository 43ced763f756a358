// Files as a crash, a full disk or a bad one may leave them: black boxes and replies of real
// programs, cut at every kind of place and with bits turned over. Whatever reads them says what is
// wrong, or reads something; crashes are for the sanitizers to see.

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <thread>

#include "gmock/gmock.h"
#include "probes/allocator/heap_walk.h"
#include "probes/heap/live_table.h"
#include "probes/heap/mailbox.h"
#include "probes/heap/stack_resolver.h"
#include "probes/python/ask_python.h"
#include "probes/python/python_snapshot.h"
#include "tests/integration/tracer/boxes.h"

namespace ttsoak {
namespace {

using blackbox::Command;
using testing::HasSubstr;
using Bytes = std::vector<char>;

constexpr std::chrono::milliseconds kPatience{60000};
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

// What a traced program left: its box, and what its tracer answered.
struct Material {
  std::string box, walk, python;
};

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string text_of(const Bytes& bytes) { return {bytes.begin(), bytes.end()}; }

// The interpreter lets itself be looked at once its end is guarded, a second after its start.
std::string ask_for_python(const BlackboxReader& box, pid_t pid) {
  const PythonAsker ask = ask_python_of(box.file(), pid);
  for (int i = 0; i < 600; ++i) {
    const auto reply = ask(Command::python_snapshot, "");
    if (reply.ok()) return text_of(reply.value());
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return "";
}

Material collect(const std::string& python) {
  Material material;
  const Boxes boxes;
  Target target({python, TTSOAK_SOURCE_DIR "/tests/programs/python/asked_at_exit.py", "plain"},
                boxes.environment({"TTSOAK_SAMPLE=4096"}));
  if (target.read_line() != "ready") return material;
  const BlackboxReader box = boxes.of(target.pid());
  material.python = ask_for_python(box, target.pid());
  const auto walk =
      ask_tracer_for_file(box.file(), target.pid(), Command::walk, 0, kPatience, kMostBytes);
  if (walk.ok()) material.walk = text_of(walk.value());
  const auto path = boxes.path_of(target.pid());
  target.signal(SIGKILL);
  static_cast<void>(target.wait());
  material.box = text_of(path);
  return material;
}

class Damage : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const std::string python = find_program("python3");
    if (!python.empty()) material() = collect(python);
  }
  static Material& material() {
    static Material all;
    return all;
  }
  void SetUp() override {
    if (material().box.empty()) GTEST_SKIP() << "no python3 that can be traced";
  }
};

// Everything that is read of a box. Returns the first thing that is wrong, or nothing.
std::string read_all_of(const BlackboxReader& box) {
  const auto info = box.info();
  if (!info.ok()) return info.error().message;
  const auto snapshot = box.snapshot();
  if (!snapshot.ok()) return snapshot.error().message;
  std::size_t samples = 0;
  const auto count = [&](std::uint64_t, const blackbox::LiveSample&) { ++samples; };
  if (const Status error = visit_live_samples(box.file(), count)) return error->message;
  auto tables = box.tables();
  if (!tables.ok()) return tables.error().message;
  const std::size_t stacks = tables.value().stacks.size();
  Symbolizer symbolizer("/nowhere");  // names are not at stake
  StackResolver resolver(symbolizer);
  resolver.update(std::move(tables).value());
  for (std::size_t stack = 0; stack < stacks; ++stack) {
    static_cast<void>(resolver.frames_of(static_cast<std::int64_t>(stack)));
  }
  return "";
}

std::string read_box(const std::filesystem::path& path) {
  const auto box = BlackboxReader::open(path);
  return box.ok() ? read_all_of(box.value()) : box.error().message;
}

// Lengths from nothing to almost all: around what begins on a page, and between.
std::vector<std::size_t> cuts(std::size_t size) {
  std::vector<std::size_t> lengths = {0, 1, 7, 8, 63, 64, 4095, 4096, 4097, size - 4096, size - 1};
  for (std::size_t i = 1; i < 40; ++i) lengths.push_back(size / 40 * i + i * 13 % 17);
  std::sort(lengths.rbegin(), lengths.rend());
  lengths.erase(lengths.begin(),
                std::upper_bound(lengths.begin(), lengths.end(), size, std::greater_equal<>()));
  return lengths;
}

TEST_F(Damage, SoundFilesAreRead) {
  const TempDirectory place;
  EXPECT_EQ(read_box(place.write("1-1.blackbox", material().box)), "");
  EXPECT_TRUE(parse_heap_walk(material().walk).ok());
  EXPECT_TRUE(parse_python_snapshot({material().python.begin(), material().python.end()}).ok());
}

TEST_F(Damage, BoxThatWasCutIsRefusedByNameAndLength) {
  const TempDirectory place;
  const std::string path = place.write("1-1.blackbox", material().box);
  for (const std::size_t length : cuts(material().box.size())) {
    ASSERT_EQ(::truncate(path.c_str(), static_cast<off_t>(length)), 0);
    EXPECT_THAT(read_box(path), AllOf(HasSubstr(path), HasSubstr("short"))) << length;
  }
}

TEST_F(Damage, BoxThatIsCutWhileItIsOpenIsNoCrash) {
  const TempDirectory place;
  const std::string path = place.write("1-1.blackbox", material().box);
  const auto box = BlackboxReader::open(path);
  ASSERT_TRUE(box.ok());
  std::size_t refused = 0;
  for (const std::size_t length : cuts(material().box.size())) {
    ASSERT_EQ(::truncate(path.c_str(), static_cast<off_t>(length)), 0);
    const std::string wrong = read_all_of(box.value());
    if (!wrong.empty()) {
      ++refused;
      EXPECT_THAT(wrong, AllOf(HasSubstr(path), HasSubstr("cut short while it was read")));
    }
  }
  EXPECT_GT(refused, 20U);
  // Nor is asking in it.
  const auto reply =
      ask_tracer(box.value().file(), 0, Command::trim, 0, std::chrono::milliseconds(20));
  EXPECT_FALSE(reply.ok());
}

void turn_bits_over(std::string& bytes, std::size_t within, std::minstd_rand& random) {
  for (unsigned i = 1 + random() % 8; i > 0; --i) {
    bytes[random() % within] ^= static_cast<char>(1U << (random() % 8));
  }
}

TEST_F(Damage, BoxWithBitsTurnedOverIsReadOrRefusedByName) {
  const TempDirectory place;
  std::minstd_rand random(11);
  std::size_t read = 0, refused = 0;
  for (int i = 0; i < 80; ++i) {
    std::string box = material().box;
    turn_bits_over(box, i % 2 == 0 ? sizeof(blackbox::Header) : box.size(), random);
    const std::string path = place.write("1-1.blackbox", box);
    const std::string wrong = read_box(path);
    (wrong.empty() ? read : refused) += 1;
    if (!wrong.empty()) {
      EXPECT_THAT(wrong, HasSubstr(path));
    }
  }
  EXPECT_GT(read, 10U);
  EXPECT_GT(refused, 5U);
}

using Parse = std::function<std::string(const std::string&)>;

std::string walk_problem(const std::string& reply) {
  const auto walk = parse_heap_walk(reply);
  return walk.ok() ? "" : walk.error().message;
}

std::string python_problem(const std::string& reply) {
  const auto snapshot = parse_python_snapshot({reply.begin(), reply.end()});
  return snapshot.ok() ? "" : snapshot.error().message;
}

void expect_damage_to_be_survived(const std::string& reply, const Parse& problem_of) {
  for (const std::size_t length : cuts(reply.size())) {
    EXPECT_NE(problem_of(reply.substr(0, length)), "") << length;
  }
  std::minstd_rand random(12);
  std::size_t refused = 0;
  for (int i = 0; i < 300; ++i) {
    std::string damaged = reply;
    turn_bits_over(damaged, i % 2 == 0 ? 256 : damaged.size(), random);
    if (!problem_of(damaged).empty()) ++refused;
  }
  EXPECT_GT(refused, 20U);
}

TEST_F(Damage, WalkThatWasCutIsRefusedAndOneWithBitsTurnedOverIsNoCrash) {
  ASSERT_GT(material().walk.size(), 5000U);
  expect_damage_to_be_survived(material().walk, walk_problem);
}

TEST_F(Damage, SoAreTheObjectsOfPython) {
  ASSERT_GT(material().python.size(), 10000U);
  expect_damage_to_be_survived(material().python, python_problem);
}

}  // namespace
}  // namespace ttsoak
