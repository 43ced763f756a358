// Throws damaged walks, malloc_info texts and smaps at what reads them. What is refused must come
// with a reason; what is read must fit together. Crashes are for the sanitizers to see.
//
//   fuzz_allocator ITERATIONS SEED

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <iostream>
#include <random>
#include <string>

#include "probes/allocator/heap_account.h"
#include "probes/allocator/heap_walk.h"
#include "probes/allocator/malloc_info.h"
#include "probes/allocator/page_map.h"
#include "probes/allocator/smaps.h"
#include "tests/unit/probes/allocator/walk_image.h"

namespace {

using namespace ttsoak;
using Random = std::mt19937_64;

constexpr const char* kMallocInfo =
    "<malloc version=\"1\">\n<heap nr=\"0\">\n<sizes>\n"
    "<size from=\"17\" to=\"32\" total=\"64\" count=\"2\"/>\n"
    "<unsorted from=\"33\" to=\"49249\" total=\"98530\" count=\"4\"/>\n</sizes>\n"
    "<total type=\"rest\" count=\"7\" size=\"170258\"/>\n"
    "<system type=\"current\" size=\"266240\"/>\n</heap>\n"
    "<total type=\"mmap\" count=\"3\" size=\"1228800\"/>\n</malloc>\n";
constexpr const char* kSmaps =
    "55a97fd37000-55a97fd39000 r-xp 00002000 fe:00 247026   /opt/server (deleted)\nRss: 4 kB\n"
    "7f0000000000-7f0000010000 rw-p 00000000 00:00 0 \nRss: 64 kB\nVmFlags: rd wr\n";

std::string sound_walk() {
  WalkImage image;
  image.add_region(0x100000, 0x104000, 0, 0, {{0x30, true}, {0x1000, false}, {0x40, true}});
  image.add_region(0x700000, 0x702000, 1, 64, {{0x100, true}, {0x200, false}, {0x20, true}});
  image.cached = {0x100000, 0x700140};
  image.mapped = {{0x900000, 0x980000}, {0xa00000, 0xa20000}};
  const std::vector<char> bytes = image.bytes();
  return {bytes.begin(), bytes.end()};
}

void edit_text(std::string& text, Random& random) {
  const std::size_t at = text.empty() ? 0 : random() % text.size();
  switch (random() % 4) {
    case 0:
      text.resize(at);
      break;
    case 1:
      text.insert(at, 1 + random() % 4, "0123456789<>\"-: \n"[random() % 17]);
      break;
    case 2:
      text.erase(at, 1 + random() % 9);
      break;
    default:
      if (!text.empty()) text[at] = static_cast<char>(random());
  }
}

// Numbers that are nearly right, and small enough to get past the first check.
void edit_words(std::string& image, Random& random) {
  std::uint64_t value = random() % 3 == 0 ? random() % 64 : random() >> (random() % 64);
  const std::size_t size = random() % 2 == 0 ? 4 : 8;
  const std::size_t at = random() % (image.size() / size) * size;
  if (random() % 3 == 0) {
    std::uint64_t old = 0;
    std::memcpy(&old, image.data() + at, size);
    value = old + (random() % 5 - 2) * 16;
  }
  std::memcpy(image.data() + at, &value, size);
}

bool survives_walk(const std::string& image, const PageMap& pages, long& accounted) {
  const auto walk = parse_heap_walk(image);
  if (!walk.ok()) return !walk.error().message.empty();
  if (walk.value().header.outcome != 0) return !why_not_walked(walk.value().header).empty();
  std::uint64_t bytes = 0;
  for (const auto& region : walk.value().regions) bytes += region.end - region.start;
  if (bytes > (1 << 28)) return true;  // nothing wrong with it, but long
  const auto findings = account_heap(walk.value(), pages);
  if (!findings.ok()) return !findings.error().message.empty();
  ++accounted;
  const HeapAccount& account = findings.value().account;
  return account.resident_bytes ==
         account.live_bytes + account.pinned_bytes + account.free_bytes + account.top_bytes;
}

bool survives_texts(const std::string& text) {
  const auto info = parse_malloc_info(text);
  if (info.ok()) {
    for (const auto& arena : info.value().arenas) {
      if (arena.top_bytes() < 0) return false;
    }
  }
  const auto mappings = parse_smaps(text);
  if (!mappings.ok()) return !mappings.error().message.empty();
  std::uint64_t end = 0;
  for (const SmapsMapping& mapping : mappings.value()) {
    if (mapping.start < end || mapping.end <= mapping.start || mapping.rss_bytes < 0) return false;
    end = mapping.end;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: fuzz_allocator ITERATIONS SEED\n";
    return 2;
  }
  Random random(std::strtoull(argv[2], nullptr, 10));
  const auto pages = PageMap::open(::getpid());
  if (!pages.ok()) return 3;
  const std::string walk = sound_walk();
  const long iterations = std::strtol(argv[1], nullptr, 10);
  long accounted = 0;
  for (long i = iterations; i > 0; --i) {
    std::string image = walk;
    for (std::size_t edits = 1 + random() % 3; edits > 0; --edits) edit_words(image, random);
    if (random() % 20 == 0) image.resize(random() % image.size());
    std::string text = random() % 2 == 0 ? kMallocInfo : kSmaps;
    for (std::size_t edits = random() % 5; edits > 0; --edits) edit_text(text, random);
    if (!survives_walk(image, pages.value(), accounted) || !survives_texts(text)) {
      std::cerr << "a wrong answer in iteration " << i << '\n';
      return 1;
    }
  }
  if (accounted < iterations / 100) {
    std::cerr << "too few walks were sound enough to test anything behind the parser\n";
    return 1;
  }
  return 0;
}
