// churn THREADS PAIRS [DEPTH]: a hard load for an allocator and whoever watches it.
//
// Every thread keeps 20,000 blocks alive, and replaces a random one PAIRS times: free, allocate,
// touch. Sizes are mixed as in servers (most below 150 bytes, some up to 128 KiB); calls come from
// some 2,000 different stacks, DEPTH (22) frames deep. Prints the CPU time per pair in ns.

#include <sys/resource.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t kLive = 20000;
constexpr std::size_t kPaths = 2000;
constexpr int kPairsPerCall = 4;

struct Worker {
  explicit Worker(unsigned seed) : random(seed), blocks(kLive, nullptr) {}

  std::minstd_rand random;
  std::vector<void*> blocks;
  std::uint64_t pairs = 0;
};

std::size_t pick_size(std::uint32_t x) {
  const std::uint32_t kind = x % 1000;
  const std::uint32_t y = x / 1000;
  if (kind < 600) return 16 + y % 128;
  if (kind < 900) return 144 + y % 1024;
  if (kind < 990) return 1168 + y % 8192;
  if (kind < 998) return 16384 + y % 32768;
  return 65536 + y % 65536;
}

__attribute__((noinline)) void replace_some(Worker& worker) {
  for (int i = 0; i < kPairsPerCall; ++i) {
    const auto x = static_cast<std::uint32_t>(worker.random());
    void*& block = worker.blocks[worker.random() % kLive];
    std::free(block);
    const std::size_t size = pick_size(x);
    block = i == 3 ? std::calloc(1, size % 4096 + 1) : std::malloc(size);
    if (block == nullptr) std::abort();
    *static_cast<volatile char*>(block) = 1;
    ++worker.pairs;
  }
}

// Three functions that call each other in the order that the digits of `path` say.
void descend(Worker& worker, int depth, std::uint64_t path);

template <int kWhich>
__attribute__((noinline)) void step(Worker& worker, int depth, std::uint64_t path) {
  descend(worker, depth - 1, path / 3);
  asm volatile("" : : "i"(kWhich) : "memory");  // neither a tail call nor merged with the others
}

inline void descend(Worker& worker, int depth, std::uint64_t path) {
  if (depth == 0) return replace_some(worker);
  if (path % 3 == 0) return step<0>(worker, depth, path);
  if (path % 3 == 1) return step<1>(worker, depth, path);
  return step<2>(worker, depth, path);
}

void work(unsigned seed, std::uint64_t pairs, int depth) {
  Worker worker(seed);
  std::mt19937_64 wide(seed);
  std::vector<std::uint64_t> paths(kPaths);
  for (std::uint64_t& path : paths) path = wide();
  while (worker.pairs < pairs) descend(worker, depth, paths[worker.random() % kPaths]);
  for (void* block : worker.blocks) std::free(block);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const int threads = std::atoi(argv[1]);
  const std::uint64_t pairs = std::strtoull(argv[2], nullptr, 10);
  const int depth = argc > 3 ? std::atoi(argv[3]) : 22;
  std::vector<std::thread> workers;
  for (int i = 0; i < threads; ++i) {
    workers.emplace_back(work, static_cast<unsigned>(i + 1), pairs, depth);
  }
  for (std::thread& worker : workers) worker.join();

  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const double cpu_s = static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                       1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  std::printf("%.2f\n", cpu_s * 1e9 / (static_cast<double>(pairs) * threads));
}
