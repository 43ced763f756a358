#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "probes/inventory/cluster_name.h"
#include "probes/inventory/inventory_probe.h"
#include "probes/process/process_tree.h"
#include "tests/integration/process_program.h"

namespace ttsoak {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Field;
using ::testing::Ge;

// The machine's own temporary folders may hold anything.
constexpr WalkLimits kFewEntries{.entries = 5'000};

constexpr std::int64_t kLeakBytes = 64 * 1024;  // of tests/programs/inventory_leaks.cpp

// tests/programs/inventory_leaks, and the inventory of it.
class Leaker {
 public:
  // Leaves files in a folder of its own in `parent`; `told`: the probe is told of that.
  explicit Leaker(const std::string& parent = "/tmp", bool told = true)
      : folder_(make_folder(parent)),
        program_("inventory_leaks", {folder_}),
        probe_(make_probe(told)) {
    Result<ProcessWatch> watch = ProcessWatch::open(program_.pid());
    if (!watch.ok()) abort_with(watch.error().message.c_str());
    watch_.emplace(std::move(watch).value());
    take();
  }
  Leaker(const Leaker&) = delete;
  Leaker& operator=(const Leaker&) = delete;
  ~Leaker() {
    program_.kill();
    std::filesystem::remove_all(folder_);
  }

  void take() { inventory_ = probe_.take({{7, &*watch_}}, 1, RunTime(1)); }
  // The same of the program and its children.
  void take_tree() {
    Result<ProcessTree> tree = ProcessTree::open(program_.pid());
    if (!tree.ok()) abort_with(tree.error().message.c_str());
    tree.value().scan();
    std::vector<InventoryProcess> processes;
    for (const ProcessWatch* process : tree.value().processes()) {
      processes.push_back({static_cast<int>(processes.size()), process});
    }
    inventory_ = probe_.take(processes, 1, RunTime(1));
  }
  // Forgets what was there before.
  void take_anew() {
    probe_ = make_probe(false);
    take();
  }
  std::string leak(char what) { return program_.ask(what); }
  void end_program() { program_.kill(); }
  [[nodiscard]] const std::string& folder() const { return folder_; }

  // The item of this kind and name, summed up over processes; its name may begin with the folder.
  [[nodiscard]] InventoryItem item(InventoryKind kind, const std::string& name) const {
    InventoryItem sum{.process = -2, .kind = kind, .name = name};
    for (const InventoryItem& item : inventory_.items) {
      if (item.kind != kind || (item.name != name && item.name != cluster() + name)) continue;
      sum.process = item.process;
      sum.count += item.count;
      sum.bytes += item.bytes;
    }
    return sum;
  }
  [[nodiscard]] const Inventory& inventory() const { return inventory_; }

 private:
  // With numbers in its name, which are a cluster for sure; mkdtemp() names are nearly always.
  static std::string make_folder(const std::string& parent) {
    static int count = 0;
    const std::string name =
        parent + "/ttsoak-inventory-" + std::to_string(::getpid()) + "-" + std::to_string(++count);
    std::filesystem::remove_all(name);
    if (!std::filesystem::create_directory(name)) abort_with("cannot make a folder");
    return name;
  }
  [[nodiscard]] InventoryProbe make_probe(bool told) const {
    return InventoryProbe(told ? std::vector{folder_} : std::vector<std::string>(), {},
                          kFewEntries);
  }
  [[nodiscard]] std::string cluster() const { return cluster_name(folder_ + "/"); }

  std::string folder_;
  Program program_;
  std::optional<ProcessWatch> watch_;
  InventoryProbe probe_;
  Inventory inventory_;
};

struct Leak {
  const char* title;
  char letter;
  InventoryKind kind;
  const char* name;
  std::int64_t least_bytes;  // a step
};
std::ostream& operator<<(std::ostream& out, const Leak& leak) { return out << leak.title; }

class EveryLeak : public ::testing::TestWithParam<Leak> {};

TEST_P(EveryLeak, GrowsItsClusterByOneAStep) {
  const Leak& leak = GetParam();
  Leaker leaker;
  const InventoryItem before = leaker.item(leak.kind, leak.name);
  for (int step = 1; step <= 4; ++step) {
    ASSERT_EQ(leaker.leak(leak.letter), "ok");
    leaker.take();
    const InventoryItem now = leaker.item(leak.kind, leak.name);
    EXPECT_EQ(now.count, before.count + step);
    EXPECT_GE(now.bytes - before.bytes, leak.least_bytes * step);
    EXPECT_EQ(now.process, leak.kind == InventoryKind::temp_file ? -1 : 7);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Inventory, EveryLeak,
    ::testing::Values(
        Leak{"thread", 't', InventoryKind::thread, "leaky-*", kLeakBytes},
        Leak{"log", 'f', InventoryKind::open_file, "held_*.log", kLeakBytes},
        Leak{"deleted", 'd', InventoryKind::deleted_file, "gone_*.wav", kLeakBytes},
        Leak{"library", 'l', InventoryKind::unlinked_mapping, "libvoice_*.so", kLeakBytes},
        Leak{"socket", 's', InventoryKind::socket, "udp", 0},
        Leak{"eventfd", 'e', InventoryKind::other_descriptor, "eventfd", 0},
        Leak{"memfd", 'm', InventoryKind::other_descriptor, "memfd:audio_*", kLeakBytes},
        Leak{"zombie", 'z', InventoryKind::zombie, "inventory_leaks", 0},
        Leak{"child", 'c', InventoryKind::child, "inventory_leaks", 0},
        Leak{"file", 'w', InventoryKind::temp_file, "temp_voice_*.wav", kLeakBytes},
        Leak{"pipe", 'p', InventoryKind::temp_file, "pipe_*", 0}),
    [](const auto& leak) { return std::string(leak.param.title); });

TEST(Inventory, FilesInSharedMemoryAreApartFromThoseOnDisk) {
  struct stat disk {};
  struct stat memory {};
  if (::stat("/tmp", &disk) != 0 || ::stat("/dev/shm", &memory) != 0 ||
      disk.st_dev == memory.st_dev || ::access("/dev/shm", W_OK) != 0) {
    GTEST_SKIP() << "/dev/shm is no file system of its own here";
  }
  Leaker leaker("/dev/shm");
  ASSERT_EQ(leaker.leak('w'), "ok");
  leaker.take();

  EXPECT_EQ(leaker.item(InventoryKind::shm_file, "temp_voice_*.wav").count, 1);
  EXPECT_GE(leaker.item(InventoryKind::shm_file, "temp_voice_*.wav").bytes, kLeakBytes);
  EXPECT_EQ(leaker.item(InventoryKind::temp_file, "temp_voice_*.wav").count, 0);
}

TEST(Inventory, ProgramThatDoesNothingStaysAsItIs) {
  Leaker leaker;
  const auto before = leaker.inventory().items;
  leaker.take();
  const auto of_process = [](const std::vector<InventoryItem>& items) {
    std::vector<std::pair<std::string, std::int64_t>> counts;
    for (const auto& item : items) {
      if (item.process >= 0) counts.emplace_back(item.name, item.count);
    }
    return counts;
  };

  EXPECT_EQ(of_process(leaker.inventory().items), of_process(before));
}

TEST(Inventory, ProcessThatHasEndedHasNothingAndIsNoTrouble) {
  Leaker leaker;
  leaker.end_program();
  leaker.take();

  for (const auto& item : leaker.inventory().items) EXPECT_EQ(item.process, -1) << item.name;
}

TEST(Inventory, FileThatWorkersInheritCountsItsBytesOnce) {
  Leaker leaker;
  ASSERT_EQ(leaker.leak('d'), "ok");
  ASSERT_EQ(leaker.leak('c'), "ok");
  leaker.take_tree();
  const InventoryItem item = leaker.item(InventoryKind::deleted_file, "gone_*.wav");

  EXPECT_EQ(item.count, 2);
  EXPECT_GE(item.bytes, kLeakBytes);
  EXPECT_LT(item.bytes, 2 * kLeakBytes);
}

TEST(Inventory, FolderThatTheTargetsVariablesNameIsLookedThrough) {
  ::setenv("GRADIO_TEMP_DIR", TTSOAK_BINARY_DIR "/ttsoak-inventory-gradio", 1);
  std::filesystem::create_directory(TTSOAK_BINARY_DIR "/ttsoak-inventory-gradio");
  {
    Leaker leaker(TTSOAK_BINARY_DIR "/ttsoak-inventory-gradio", false);
    ASSERT_EQ(leaker.leak('w'), "ok");
    leaker.take();
    EXPECT_EQ(leaker.item(InventoryKind::temp_file, "temp_voice_*.wav").count, 1);
  }
  ::unsetenv("GRADIO_TEMP_DIR");
  std::filesystem::remove_all(TTSOAK_BINARY_DIR "/ttsoak-inventory-gradio");
}

TEST(Inventory, TemporaryFolderIsThatOfTheTargetsOwnRoot) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root to give a program another root";
  Leaker leaker("/tmp", false);
  std::filesystem::create_directory(leaker.folder() + "/real");
  // Were this link followed from our root, the files would not be found.
  std::filesystem::create_directory_symlink("/real", leaker.folder() + "/tmp");
  ASSERT_EQ(leaker.leak('r'), "ok");
  leaker.take_anew();
  ASSERT_EQ(leaker.leak('w'), "ok");
  leaker.take();

  EXPECT_EQ(leaker.item(InventoryKind::temp_file, "/tmp/temp_voice_*.wav").count, 1);
}

TEST(Inventory, AnotherUsersProcessIsCountedAsFarAsItMayBeSeen) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root to become another user";
  Leaker leaker;
  ASSERT_EQ(leaker.leak('t'), "ok");
  const pid_t observer = ::fork();
  if (observer == 0) {
    constexpr uid_t kNobody = 65534;
    if (::setuid(kNobody) != 0) ::_exit(1);
    leaker.take();
    if (leaker.item(InventoryKind::thread, "leaky-*").count != 1) ::_exit(2);
    const std::string& note = leaker.inventory().note;
    for (const char* what : {"descriptors of process", "temporary files of process", "stacks of"}) {
      if (note.find(what) == note.npos) ::_exit(3);
    }
    ::_exit(note.find("run ttsoak as root or as the target's user") == note.npos ? 4 : 0);
  }
  int status = 0;
  ::waitpid(observer, &status, 0);

  EXPECT_EQ(status, 0) << "step " << WEXITSTATUS(status) << " of the observer failed";
}

TEST(Inventory, BytesOfASocketAreThoseThatNobodyHasRead) {
  const UniqueFd receiver(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  const UniqueFd sender(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  socklen_t length = sizeof address;
  ASSERT_EQ(::bind(receiver.get(), generic, length), 0);
  ASSERT_EQ(::getsockname(receiver.get(), generic, &length), 0);
  const std::string packet(1000, 'x');
  ASSERT_EQ(::sendto(sender.get(), packet.data(), packet.size(), 0, generic, length), 1000);
  const auto self = ProcessWatch::open(::getpid());
  ASSERT_TRUE(self.ok());
  InventoryProbe probe({}, {}, kFewEntries);
  const Inventory inventory = probe.take({{0, &self.value()}}, 1, RunTime(1));

  EXPECT_THAT(inventory.items,
              Contains(AllOf(Field(&InventoryItem::kind, InventoryKind::socket),
                             Field(&InventoryItem::name, "udp"), Field(&InventoryItem::count, 2),
                             Field(&InventoryItem::bytes, Ge(1000)))));
}

}  // namespace
}  // namespace ttsoak
