#include "tests/integration/allocator/looks.h"

#include <fstream>
#include <sstream>

#include "gtest/gtest.h"
#include "probes/base/result.h"
#include "probes/heap/mailbox.h"
#include "probes/heap/stack_resolver.h"
#include "probes/heap/symbolizer.h"

namespace ttsoak {
namespace {

constexpr std::int64_t kMiB = 1 << 20;
constexpr std::chrono::milliseconds kPatience{20000};

}  // namespace

HeapLook look(const Boxes& boxes, const Target& target, Thoroughness thoroughness) {
  auto result = look_at_heap(boxes.of(target.pid()), target.pid(), thoroughness);
  if (!result.ok()) abort_with(result.error().message.c_str());
  return std::move(result).value();
}

std::int64_t sum_of(const MemorySplit& split) {
  return split.live_bytes + split.pinned_bytes + split.free_bytes + split.top_bytes +
         split.python_live_bytes + split.python_free_bytes + split.mapped_bytes +
         split.stack_bytes + split.file_bytes + split.shmem_bytes + split.tracer_bytes +
         split.unexplained_bytes;
}

std::int64_t rss_of(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/smaps_rollup");
  for (std::string word; file >> word;) {
    std::int64_t kib = 0;
    if (word == "Rss:" && file >> kib) return kib * 1024;
  }
  return -1;
}

std::string function_of(const Boxes& boxes, const Target& target, const RetentionShare& share) {
  if (share.stack < 0) return "";
  auto tables = boxes.of(target.pid()).tables();
  if (!tables.ok()) abort_with(tables.error().message.c_str());
  Symbolizer symbolizer("/");
  StackResolver resolver(symbolizer);
  resolver.update(std::move(tables).value());
  for (const Frame& frame : resolver.frames_of(share.stack)) {
    if (frame.module.find("trap_allocator") != std::string::npos) return frame.function;
  }
  return "";
}

RetentionShare largest(const HeapLook& look, RetentionRole role) {
  RetentionShare best;
  for (const RetentionShare& share : look.retention) {
    if (share.role == role && share.stack >= 0 && share.bytes > best.bytes) best = share;
  }
  return best;
}

std::string described(const MemorySplit& split) {
  std::ostringstream text;
  text << "rss " << split.rss_bytes << " live " << split.live_bytes << " pinned "
       << split.pinned_bytes << " free " << split.free_bytes << " top " << split.top_bytes
       << " mapped " << split.mapped_bytes << " stack " << split.stack_bytes << " file "
       << split.file_bytes << " shmem " << split.shmem_bytes << " tracer " << split.tracer_bytes
       << " python " << split.python_live_bytes << '+' << split.python_free_bytes << " unexplained "
       << split.unexplained_bytes << " trim " << split.trim_bytes << " exact " << split.exact
       << " pause_us " << split.pause_us << ' ' << split.allocator << ": " << split.note;
  return text.str();
}

void expect_explained(const MemorySplit& split) {
  EXPECT_EQ(sum_of(split), split.rss_bytes) << described(split);
  EXPECT_NEAR(static_cast<double>(split.unexplained_bytes), 0,
              0.05 * static_cast<double>(split.rss_bytes))
      << described(split);
}

HeapLook expect_trim_to_return_what_was_said(const Boxes& boxes, const Target& target) {
  const HeapLook before = look(boxes, target, Thoroughness::walk);
  EXPECT_GT(before.split.trim_bytes, 20 * kMiB) << described(before.split);
  const auto reply = ask_tracer(boxes.of(target.pid()).file(), target.pid(),
                                blackbox::Command::trim, 0, kPatience);
  EXPECT_TRUE(reply.ok()) << (reply.ok() ? "" : reply.error().message);
  HeapLook after = look(boxes, target, Thoroughness::walk);
  const auto heap = [](const MemorySplit& split) {
    return split.live_bytes + split.pinned_bytes + split.free_bytes + split.top_bytes;
  };
  EXPECT_NEAR(static_cast<double>(heap(before.split) - heap(after.split)),
              static_cast<double>(before.split.trim_bytes), 8 * 4096)
      << described(before.split) << '\n'
      << described(after.split);
  EXPECT_LE(after.split.trim_bytes, 8 * 4096);
  EXPECT_NEAR(static_cast<double>(before.split.pinned_bytes),
              static_cast<double>(after.split.pinned_bytes), 16 * 4096);
  return after;
}

}  // namespace ttsoak
