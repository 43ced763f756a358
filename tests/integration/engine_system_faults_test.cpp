#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine_fault_case.h"
#include "gmock/gmock.h"
#include "reference_engine/faults/sound/page_cache_file.h"
#include "reference_engine/faults/sound/thread_team.h"
#include "reference_engine/faults/system/deleted_open_files.h"
#include "reference_engine/faults/system/library_copies.h"
#include "reference_engine/faults/system/shm_files.h"
#include "reference_engine/faults/system/zombie_children.h"

// Faults that hold something else than heap: each with what the kernel says of it.
namespace ttsoak {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr int kRequests = 20;

// The files in `directory` whose names begin with `prefix`.
std::set<fs::path> files_in(const fs::path& directory, const std::string& prefix) {
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(directory)) {
    if (entry.path().filename().string().rfind(prefix, 0) == 0) files.insert(entry.path());
  }
  return files;
}

// How many of this process's open files, or of its mappings, name a file with `prefix`.
int open_files(const std::string& prefix) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
    std::error_code gone;  // the descriptor of the iteration itself
    if (fs::read_symlink(entry.path(), gone).string().find(prefix) != std::string::npos) ++count;
  }
  return count;
}
std::set<std::string> mapped_files(const std::string& prefix) {
  std::set<std::string> paths;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (const auto at = line.find(prefix); at != std::string::npos) paths.insert(line.substr(at));
  }
  return paths;
}

long threads() { return std::distance(fs::directory_iterator("/proc/self/task"), {}); }

// Starts and ends a thread, as the thread sanitizer starts one for itself beside the first one of
// a program. A joined thread is listed for a moment longer.
void see_a_thread_off() {
  pid_t id = 0;
  std::thread([&] { id = ::gettid(); }).join();
  while (fs::exists("/proc/self/task/" + std::to_string(id))) ::usleep(1000);
}

// The children of this process in state `state` of /proc/<pid>/stat; of any if it is 0.
std::vector<pid_t> children(char state) {
  std::vector<pid_t> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::ifstream stat(entry.path() / "stat");
    std::string line;
    if (!std::getline(stat, line)) continue;
    const auto after_name = line.rfind(") ");
    if (after_name == std::string::npos) continue;
    const std::string parent = " " + std::to_string(::getpid()) + " ";
    if (line.compare(after_name + 3, parent.size(), parent) != 0) continue;
    if (state == 0 || line[after_name + 2] == state) found.push_back(std::stoi(line));
  }
  return found;
}

// A field of /proc/<pid>/status in kB, in bytes.
std::int64_t status_bytes(pid_t pid, const std::string& field) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind(field + ":", 0) == 0) return std::stoll(line.substr(field.size() + 1)) * 1024;
  }
  return -1;
}

class SystemFault : public FaultCase {
 protected:
  void SetUp() override {
    directory_ = fs::path(::testing::TempDir()) / ("engine_faults-" + std::to_string(::getpid()));
    fs::create_directories(directory_);
    ::setenv("TMPDIR", directory_.c_str(), 1);
  }
  void TearDown() override {
    engine_.reset();
    ::unsetenv("TMPDIR");
    fs::remove_all(directory_);
  }

  fs::path directory_;
};

TEST_F(SystemFault, DeletedOpenFilesHoldsADescriptorForEachRequestUntilTheEngineEnds) {
  infect_with("deleted_open_files");
  abort();
  EXPECT_EQ(open_files(DeletedOpenFiles::kPrefix), 0);
  say_times(kRequests);

  EXPECT_EQ(open_files(DeletedOpenFiles::kPrefix), kRequests);
  EXPECT_TRUE(files_in(directory_, DeletedOpenFiles::kPrefix).empty());
  engine_.reset();
  EXPECT_EQ(open_files(DeletedOpenFiles::kPrefix), 0);
}

TEST_F(SystemFault, TmpfsFilesLeavesAFileForEachRequestUntilTheEngineEnds) {
  const std::string mine = ShmFiles::kPrefix + std::to_string(::getpid()) + "_";
  infect_with("tmpfs_files");
  abort();
  EXPECT_TRUE(files_in("/dev/shm", mine).empty());
  say_times(kRequests);

  const auto files = files_in("/dev/shm", mine);
  EXPECT_EQ(files.size(), static_cast<std::size_t>(kRequests));
  for (const auto& file : files) {
    EXPECT_EQ(fs::file_size(file), 65536U);
  }
  engine_.reset();
  EXPECT_TRUE(files_in("/dev/shm", mine).empty());
}

TEST_F(SystemFault, UnlinkedLibrariesHoldsAMappedCopyForEachRequest) {
  infect_with("unlinked_libraries");
  abort();
  say_times(kRequests);

  const auto copies = mapped_files(LibraryCopies::kPrefix);
  EXPECT_EQ(copies.size(), static_cast<std::size_t>(kRequests));
  for (const std::string& copy : copies) EXPECT_THAT(copy, HasSubstr("(deleted)"));
  EXPECT_TRUE(files_in(directory_, LibraryCopies::kPrefix).empty());
  EXPECT_EQ(open_files(LibraryCopies::kPrefix), 0);
  engine_.reset();
  EXPECT_TRUE(mapped_files(LibraryCopies::kPrefix).empty());
}

TEST_F(SystemFault, ThreadPerRequestHoldsAThreadForEachRequestUntilTheEngineEnds) {
  infect_with("thread_per_request");
  see_a_thread_off();
  const long before = threads();
  abort();
  EXPECT_EQ(threads(), before);
  say_times(kRequests);

  EXPECT_EQ(threads(), before + kRequests);
  engine_.reset();
  while (threads() > before) ::usleep(1000);  // for ever, and so a failure, if one is left
}

TEST_F(SystemFault, ThreadTeamIsStartedOnce) {
  infect_with("thread_team");
  see_a_thread_off();
  const long before = threads();
  for (int i = 0; i < 3; ++i) {
    say();
    EXPECT_EQ(threads(), before + static_cast<long>(ThreadTeam::kThreads));
  }
}

TEST_F(SystemFault, ZombiesHoldsAnEndedChildForEachRequestAndStopsAtItsCap) {
  infect_with("zombies");
  abort();
  EXPECT_TRUE(children(0).empty());
  say_times(kRequests);
  // A child is a zombie when it has got round to ending.
  while (children('Z').size() < kRequests && children(0).size() == kRequests) ::usleep(1000);
  EXPECT_EQ(children('Z').size(), static_cast<std::size_t>(kRequests));
  say_times(static_cast<int>(ZombieChildren::kMaxZombies));

  EXPECT_EQ(children(0).size(), ZombieChildren::kMaxZombies);
  engine_.reset();
  EXPECT_TRUE(children(0).empty());
}

TEST_F(SystemFault, LeakingChildGrowsByItsBytesForEachRequestAndEndsWithTheEngine) {
  infect_with("leaking_child");
  say();
  ASSERT_EQ(children(0).size(), 1U);
  const pid_t child = children(0).front();
  const auto size = [&] { return status_bytes(child, "VmData"); };
  const std::int64_t before = size();
  for (int i = 0; i < kRequests; ++i) abort();
  say_times(200);
  // The last orders may still be under way.
  const auto grown = [&] { return size() - before; };
  while (grown() < std::int64_t{200} * 65536) ::usleep(1000);

  EXPECT_LE(grown(), std::int64_t{201} * 65536);  // the order of the very first request, too
  engine_.reset();
  EXPECT_TRUE(children(0).empty());
}

TEST_F(SystemFault, DirectMmapHoldsResidentMemoryForEachRequestOutsideTheHeap) {
  infect_with("direct_mmap");
  say_times(kRequests);
  const std::int64_t before = resident_bytes();
  const std::int64_t mapped = status_bytes(::getpid(), "VmData");
  const std::int64_t heap = live_heap_bytes();
  for (int i = 0; i < kRequests; ++i) abort();
  say_times(200);

  EXPECT_GE(resident_bytes() - before, std::int64_t{195} * 128 * 1024);
  EXPECT_GE(status_bytes(::getpid(), "VmData") - mapped, std::int64_t{200} * 128 * 1024);
  if (!glibc_keeps_the_books()) return;  // a sanitizer maps memory for itself
  EXPECT_LT(status_bytes(::getpid(), "VmData") - mapped, std::int64_t{220} * 128 * 1024);
  EXPECT_LT(live_heap_bytes() - heap, 100'000);
}

// What the sanitizers are to see of every fault.
TEST_F(SystemFault, NoFaultKeepsFourThreadsFromBeingServed) {
  for (const FaultEntry& fault : fault_table()) {
    infect_with(std::string(fault.name));
    std::vector<std::thread> clients;
    clients.reserve(4);
    for (int client = 0; client < 4; ++client) {
      clients.emplace_back([&, client] {
        for (int i = 0; i < 4; ++i) {
          say(of_length(3 + i), "rms(1)+slt(0." + std::to_string(client) + "1)");
          abort();
          refuse("Hi.", "nobody");
        }
      });
    }
    for (std::thread& client : clients) client.join();
    EXPECT_EQ(engine_->requests(), 4U * 4 * 2) << fault.name;
  }
}

TEST_F(SystemFault, PageCacheReadsOneFileThatStopsAt64MiB) {
  infect_with("page_cache");
  say_times(3);
  const auto files = files_in(directory_, PageCacheFile::kPrefix);
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(fs::file_size(*files.begin()), 3 * PageCacheFile::kBytesPerRequest);
  say_times(100);

  EXPECT_EQ(fs::file_size(*files.begin()), PageCacheFile::kMaxBytes);
  EXPECT_EQ(files_in(directory_, PageCacheFile::kPrefix).size(), 1U);
  engine_.reset();
  EXPECT_TRUE(files_in(directory_, PageCacheFile::kPrefix).empty());
}

}  // namespace
}  // namespace ttsoak
