#include "tests/integration/tracer/boxes.h"

#include "gtest/gtest.h"
#include "probes/base/result.h"

namespace ttsoak {
namespace {

template <typename T>
T value_or_abort(Result<T> result) {
  if (!result.ok()) abort_with(result.error().message.c_str());
  return std::move(result).value();
}

}  // namespace

std::vector<std::string> Boxes::environment(std::vector<std::string> more,
                                            const std::string& preloaded_behind) const {
  more.push_back("TTSOAK_DIR=" + path().string());
  more.push_back("LD_PRELOAD=" + tracer_path() + " " + preloaded_behind);
  return more;
}

std::filesystem::path Boxes::path_of(pid_t pid) const {
  // "pid:[4026531836]"
  const std::string name = std::filesystem::read_symlink("/proc/self/ns/pid");
  return path() / (std::to_string(pid) + "-" + name.substr(5, name.size() - 6) + ".blackbox");
}

std::size_t Boxes::count() const {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path())) {
    if (entry.path().extension() == ".blackbox") ++count;
  }
  return count;
}

BlackboxReader Boxes::of(pid_t pid) const {
  return value_or_abort(BlackboxReader::open(path_of(pid)));
}

std::vector<BlackboxReader> Boxes::all() const {
  std::vector<BlackboxReader> boxes;
  for (const auto& entry : std::filesystem::directory_iterator(path())) {
    boxes.push_back(value_or_abort(BlackboxReader::open(entry.path())));
  }
  return boxes;
}

BlackboxReader Boxes::only() const {
  std::vector<BlackboxReader> boxes = all();
  if (boxes.size() != 1) {
    abort_with((std::to_string(boxes.size()) + " black boxes instead of one").c_str());
  }
  return std::move(boxes.front());
}

std::string tracer_path() { return TTSOAK_BINARY_DIR "/bin/libttsoak_tracer.so"; }

blackbox::Header header_of(const BlackboxReader& box) {
  return value_or_abort(box.file().header());
}

HeapSnapshot snapshot_of(const BlackboxReader& box) { return value_or_abort(box.snapshot()); }

std::int64_t exact_live_bytes(const HeapSnapshot& snapshot) {
  return snapshot.allocated_bytes - snapshot.freed_bytes;
}

double sampled_live_bytes(const HeapSnapshot& snapshot) {
  double sum = 0;
  for (const StackFigures& stack : snapshot.stacks) sum += stack.live_bytes;
  return sum;
}

Ending expect_unharmed(const std::vector<std::string>& argv, const Boxes& boxes,
                       const std::vector<std::string>& more_environment,
                       std::chrono::seconds limit) {
  Ending alone = run_target(argv, more_environment, limit);
  Ending traced = run_target(argv, boxes.environment(more_environment), limit);
  EXPECT_EQ(traced.status, alone.status) << traced.errors;
  EXPECT_EQ(traced.output, alone.output);
  EXPECT_EQ(traced.errors, alone.errors);
  return traced;
}

}  // namespace ttsoak
