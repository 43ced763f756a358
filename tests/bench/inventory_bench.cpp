// What an inventory of a large server costs: 200 threads, 1,000 descriptors (of which 250 sockets)
// and 10,000 temporary files; then its parts. The machine's own temporary folders are looked
// through too, whatever is in them; "entries" bounds that.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "probes/inventory/cluster_name.h"
#include "probes/inventory/descriptors.h"
#include "probes/inventory/inventory_probe.h"
#include "tests/integration/process_program.h"

namespace ttsoak {
namespace {

// tests/programs/inventory_leaks after it has leaked a lot; made once.
class LargeServer {
 public:
  LargeServer() : folder_(make_folder()), program_("inventory_leaks", {folder_}) {
    Result<ProcessWatch> watch = ProcessWatch::open(program_.pid());
    if (!watch.ok()) abort_with(watch.error().message.c_str());
    watch_.emplace(std::move(watch).value());
    // What is there at the first look costs less later than what is new.
    probe_.take(processes(), 0, RunTime(0));
    InventoryLook look;
    files_.look_at(processes(), look);
    for (int i = 0; i < 200; ++i) program_.ask('t');
    for (int i = 0; i < 250; ++i) {
      for (const char kind : {'s', 'e', 'd', 'f'}) program_.ask(kind);
    }
    for (int i = 0; i < 10'000; ++i) program_.ask('p');
  }
  LargeServer(const LargeServer&) = delete;
  LargeServer& operator=(const LargeServer&) = delete;
  ~LargeServer() {
    program_.kill();
    std::filesystem::remove_all(folder_);
  }

  [[nodiscard]] std::vector<InventoryProcess> processes() const { return {{0, &*watch_}}; }
  InventoryProbe& probe() { return probe_; }
  FilesLeftBehind& files() { return files_; }

 private:
  static std::string make_folder() {
    std::string name = "/tmp/ttsoak-inventory-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) abort_with("mkdtemp");
    return name;
  }

  std::string folder_;
  Program program_;
  std::optional<ProcessWatch> watch_;
  InventoryProbe probe_{{folder_}, {}, {.entries = 10'600}};
  FilesLeftBehind files_{{folder_}, {}, {.entries = 10'600}};
};

LargeServer& server() {
  static LargeServer the_server;
  return the_server;
}

void whole_inventory(benchmark::State& state) {
  LargeServer& large = server();
  for (auto _ : state) {
    benchmark::DoNotOptimize(large.probe().take(large.processes(), 1, RunTime(1)));
  }
}
BENCHMARK(whole_inventory)->Unit(benchmark::kMillisecond);

void descriptors(benchmark::State& state) {
  for (auto _ : state) {
    InventoryLook look;
    look_at_descriptors(server().processes().front(), look);
    benchmark::DoNotOptimize(look);
  }
}
BENCHMARK(descriptors)->Unit(benchmark::kMillisecond);

void temporary_files(benchmark::State& state) {
  for (auto _ : state) {
    InventoryLook look;
    server().files().look_at(server().processes(), look);
    benchmark::DoNotOptimize(look);
  }
}
BENCHMARK(temporary_files)->Unit(benchmark::kMillisecond);

void one_name(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(cluster_name("/tmp/gradio/e3b0c44298fc1c14/temp_voice_ab12cd.wav"));
  }
}
BENCHMARK(one_name);

}  // namespace
}  // namespace ttsoak
