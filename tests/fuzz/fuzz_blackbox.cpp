// Throws damaged black boxes at everything that reads them, also while the damage is being done.
// Whatever is refused must come with a reason, and whatever is read must be finite. Crashes are for
// the sanitizers to see.
//
//   fuzz_blackbox ITERATIONS SEED

#include <fcntl.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <random>
#include <string>
#include <thread>

#include "probes/heap/find_blackboxes.h"
#include "probes/heap/stack_resolver.h"
#include "tests/unit/probes/heap/synthetic_box.h"

namespace {

using namespace ttsoak;
using Random = std::mt19937_64;

SyntheticBox sound_box() {
  using namespace blackbox;
  SyntheticBox box;
  box.add_module(0x7000, 0x9000, 0x7000, "/lib/nowhere.so", "build");
  const std::uint64_t code = box.add_code("/app/tts.py", "Voice.load", 17);
  box.table<CodeSlot>(box.header().codes)[code].lines = box.add_text("\x80\x01\x02\x03");
  for (std::uint32_t i = 0; i < 12; ++i) {
    const auto stack = box.add_stack({0x7100 + i, kPythonFrame | code << 32 | i, kGapFrame});
    box.add_sample(0x10000 + i * 16, {stack, i, pack_sample(100ULL << i, Kind::heap, i)});
  }
  box.add_mapping({0x10000, 0x20000, 1, 0, 0, 0});
  box.header().threads_seen = 3;
  return box;
}

std::uint64_t number(Random& random) {
  switch (random() % 5) {
    case 0:
      return 0;
    case 1:
      return UINT64_MAX >> (random() % 64);
    case 2:
      return 4096 * (random() % 64);
    case 3:
      return random() % 100;
    default:
      return random();
  }
}

// Fields are aligned: most edits hit a whole one, and every other hits the header or what is used.
void edit(std::string& image, Random& random) {
  const std::uint64_t value = number(random);
  const std::size_t area = random() % 2 == 0 ? sizeof(blackbox::Header) : image.size();
  const std::size_t size = std::size_t{1} << (random() % 4);
  const std::size_t at = random() % (area / size) * size;
  std::memcpy(image.data() + at, &value, size);
  if (random() % 50 == 0) image.resize(random() % (image.size() + 1));
}

bool is_sensible(const HeapSnapshot& snapshot) {
  for (const StackFigures& each : snapshot.stacks) {
    if (!std::isfinite(each.live_bytes) || !std::isfinite(each.live_variance)) return false;
    if (each.live_bytes < 0 || each.live_blocks < 0 || each.mapped_bytes < 0) return false;
  }
  return snapshot.tracer_bytes >= 0 && snapshot.samples >= 0;
}

// Whether the readers survived the file with a sensible answer.
bool survives(const std::filesystem::path& path, Symbolizer& symbolizer, bool& opened) {
  const auto reader = BlackboxReader::open(path);
  opened = reader.ok();
  if (!opened) return !reader.error().message.empty();
  const auto info = reader.value().info();
  if (info.ok() && info.value().note.size() > sizeof(blackbox::Header::note)) return false;
  const auto snapshot = reader.value().snapshot();
  if (snapshot.ok() ? !is_sensible(snapshot.value()) : snapshot.error().message.empty()) {
    return false;
  }
  auto tables = reader.value().tables();
  if (!tables.ok()) return !tables.error().message.empty();
  const std::size_t stacks = tables.value().stacks.size();
  StackResolver resolver(symbolizer);
  resolver.update(std::move(tables).value());
  for (std::size_t stack = 0; stack < stacks; ++stack) {
    if (resolver.frames_of(static_cast<std::int64_t>(stack)).size() > 1024) return false;
  }
  return true;
}

// Writes into the file, and cuts it short now and then, until it is told to stop.
void keep_damaging(const std::stop_token& stop, const std::filesystem::path& path,
                   const std::string& sound, std::uint64_t seed) {
  Random random(seed);
  const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  while (!stop.stop_requested()) {
    const std::uint64_t value = number(random);
    const auto at = static_cast<off_t>(random() % (sound.size() / 8) * 8);
    (void)!::pwrite(fd.get(), &value, sizeof value, at);
    if (random() % 200 == 0) (void)!::ftruncate(fd.get(), at);
    if (random() % 50 == 0) (void)!::pwrite(fd.get(), sound.data(), sound.size(), 0);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: fuzz_blackbox ITERATIONS SEED\n";
    return EXIT_FAILURE;
  }
  const long iterations = std::strtol(argv[1], nullptr, 10);
  const auto seed = std::strtoull(argv[2], nullptr, 10);
  Random random(seed);
  const TemporaryDirectory directory;
  const auto path = directory.path() / "1-1.blackbox";
  Symbolizer symbolizer(directory.path());
  long opened_count = 0;
  for (long i = 0; i < iterations; ++i) {
    SyntheticBox box = sound_box();
    for (std::size_t edits = random() % 6; edits > 0; --edits) edit(box.image(), random);
    box.save(path);
    bool opened = false;
    if (!survives(path, symbolizer, opened)) {
      std::cerr << "a wrong answer in iteration " << i << '\n';
      return EXIT_FAILURE;
    }
    if (opened) ++opened_count;
  }
  std::cout << opened_count << " of " << iterations << " damaged boxes were read\n";

  const SyntheticBox box = sound_box();
  box.save(path);
  const std::jthread vandal([&](const std::stop_token& stop) {
    keep_damaging(stop, path, SyntheticBox(box).image(), seed);
  });
  for (long i = 0; i < iterations; ++i) {
    bool opened = false;
    if (!survives(path, symbolizer, opened)) {
      std::cerr << "a wrong answer while the box was written\n";
      return EXIT_FAILURE;
    }
  }
  // All refused means that the edits no longer reach what comes after opening.
  return opened_count * 5 > iterations ? EXIT_SUCCESS : EXIT_FAILURE;
}
