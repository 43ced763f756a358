// Throws damaged texts of /proc and of cgroups, and any names, at the parsers behind the inventory
// and the cgroup figures. What comes out must be in order and fit to print. Crashes are for the
// sanitizers to see.
//
//   fuzz_inventory ITERATIONS SEED

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "probes/container/cgroup_file.h"
#include "probes/container/cgroup_place.h"
#include "probes/inventory/address_map.h"
#include "probes/inventory/cluster_name.h"
#include "probes/inventory/descriptor_name.h"
#include "probes/inventory/socket_table.h"
#include "probes/inventory/temp_folders.h"
#include "probes/inventory/thread_stacks.h"

namespace {

using namespace ttsoak;
using Random = std::mt19937_64;

const std::vector<std::string>& originals() {
  static const std::vector<std::string> texts = {
      "31 23 0:28 /docker/a\\040b /sys/fs/cgroup rw,relatime shared:3 - cgroup2 cgroup2 rw,memory\n"
      "32 23 0:29 / /tmp rw - tmpfs tmpfs rw\n",
      "5:cpu,cpuacct:/x\n4:hugetlb,memory:/docker/a:b\n0::/../init\n",
      "00400000-00401000 r-xp 00000000 fe:00 77 /tmp/my lib_0000017.so (deleted)\n"
      "7ffe99e8c000-7ffe99ead000 rw-p 00000000 00:00 0          [stack]\n",
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt uid timeout "
      "inode\n"
      "   1: 0100007F:07E8 0100007F:9C40 08 00000010:00000100 00:00000000 00000000 0 0 2000 1 0\n",
      "Num RefCount Protocol Flags Type St Inode Path\n0000: 00000002 00000000 00010000 0001 01 7 "
      "/a\n",
      "0 0x3 0x7f372b388000 0x20000 0x7f372b416b60 0xffffffff 0x0 0x7ffe99eabc78 0x7f372b4ff2ad\n",
      "anon 600000\nfile 300000\noom_kill 3\nsome avg10=2.50 avg60=0 total=1\n",
      std::string("TMPDIR=/data/tmp\0TMP=x\0", 23),
      "/tmp/gradio/e3b0c44298fc1c149afb/temp_voice_ab12cd.wav (deleted)",
      "/usr/lib/python3.11/lib-dynload/_json.cpython-311-x86_64-linux-gnu.so.1",
      "tmp_a8b_c9d.\xc3\xa9\xf0\x9f\x8e\x99.mp3",
      "3f2a9c1e-0b7d-abcd-9f00-deadbeefcafe",
      "anon_inode:[eventpoll]",
      "socket:[4711]"};
  return texts;
}

void edit(std::string& text, Random& random) {
  const std::size_t at = text.empty() ? 0 : random() % text.size();
  switch (random() % 5) {
    case 0:
      text.resize(at);
      break;
    case 1:
      text.insert(at, 1 + random() % 4, static_cast<char>(random()));
      break;
    case 2:
      text.erase(at, 1 + random() % 9);
      break;
    case 3:
      text.insert(at, text.substr(random() % (text.size() + 1), random() % 300));
      break;
    default:
      if (!text.empty()) text[at] = static_cast<char>(random());
  }
}

// JSON takes nothing but UTF-8, and pages no control characters.
bool is_printable(const std::string& name) {
  for (const char c : name) {
    if (static_cast<unsigned char>(c) < 0x20) return false;
  }
  try {
    return name.size() <= 203 && !nlohmann::json(name).dump().empty();
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

bool is_in_order(const Result<std::vector<MappedRange>>& ranges, Random& random) {
  if (!ranges.ok()) return !ranges.error().message.empty();
  for (const MappedRange& range : ranges.value()) {
    if (range.end < range.start) return false;
    const MappedRange stack = stack_within(range, random(), random() % (1U << 24U));
    if (stack.start != range.start) return false;
  }
  (void)range_of(ranges.value(), random());
  return true;
}

bool are_sensible(const Result<std::vector<Mount>>& mounts, const CgroupLine& line) {
  if (!mounts.ok()) return !mounts.error().message.empty();
  (void)mount_of(mounts.value(), line.path);
  const auto place = place_cgroup(line, mounts.value(), "/");
  return !place.ok() || !place.value().chain().empty();
}

bool survives(const std::string& text, Random& random) {
  if (!is_printable(cluster_name(text))) return false;
  if (!is_printable(name_descriptor(text).name)) return false;
  if (!is_in_order(parse_proc_maps(text), random)) return false;
  if (!are_sensible(parse_proc_mountinfo(text), parse_proc_cgroup(text))) return false;
  SocketTable table;
  (void)add_inet_sockets(text, "tcp", table);
  (void)add_unix_sockets(text, table);
  for (const auto& [inode, facts] : table) {
    if (facts.queued_bytes < 0) return false;
  }
  for (const std::string& folder : temp_variables(text)) {
    if (!folder.starts_with('/')) return false;
  }
  (void)parse_stack_pointer(text);
  (void)keyed_number(text, "anon");
  const auto pressure = some_avg10(text);
  return !pressure || (std::isfinite(*pressure) && *pressure >= 0);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: fuzz_inventory ITERATIONS SEED\n";
    return 2;
  }
  Random random(std::strtoull(argv[2], nullptr, 10));
  for (long i = std::strtol(argv[1], nullptr, 10); i > 0; --i) {
    std::string text = originals()[random() % originals().size()];
    for (std::size_t edits = random() % 6; edits > 0; --edits) edit(text, random);
    if (!survives(text, random)) {
      std::cerr << "a wrong answer to: " << text << '\n';
      return 1;
    }
  }
}
