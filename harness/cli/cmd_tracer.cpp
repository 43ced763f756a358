#include <filesystem>
#include <iostream>
#include <string>

#include "harness/cli/commands.h"
#include "harness/cli/parse_options.h"
#include "harness/target/tracer_export.h"
#include "harness/target/watched_container.h"

namespace ttsoak {
namespace {

// The root of the file system of a container that runs.
Result<std::filesystem::path> root_of(const std::string& container) {
  const Result<ContainerEngine> engine = ContainerEngine::find();
  if (!engine.ok()) return engine.error();
  const auto watched = WatchedContainer::open(engine.value(), container);
  if (!watched.ok()) return watched.error();
  return std::filesystem::path("/proc/" + std::to_string(watched.value().container().pid) +
                               "/root");
}

void print(const ExportedTracer& exported) {
  std::cout << exported.directory.string() << ':';
  for (const std::string& file : exported.files) std::cout << ' ' << file;
  std::cout << "\n\nAdd to 'docker run' or 'podman run':\n\n";
  for (const std::string& flag : exported.container_flags) std::cout << "    " << flag << '\n';
  std::cout << "\nThen, as root: ttsoak run --url URL --container NAME\n";
}

}  // namespace

ExitStatus cmd_tracer(int argc, char** argv) {
  CLI::App app("Puts the tracer where a server in a container can load it.", "ttsoak tracer");
  app.require_subcommand(1);
  CLI::App& exporting =
      *app.add_subcommand("export", "copy the tracer and its libraries into a directory");
  std::string directory, root, container;
  exporting.add_option("DIR", directory, "to be mounted into the container")->required();
  auto* const of_root =
      exporting.add_option("--root", root, "the container's file system, to check its C library");
  exporting.add_option("--container", container, "the same of a container that runs")
      ->excludes(of_root);
  if (const auto done = parse_options(app, argc, argv)) return *done;

  std::filesystem::path checked = root;
  if (!container.empty()) {
    const auto found = root_of(container);
    if (!found.ok()) {
      std::cerr << "ttsoak: " << found.error().message << '\n';
      return ExitStatus::error;
    }
    checked = found.value();
  }
  const auto exported = export_tracer(directory, checked);
  if (!exported.ok()) {
    std::cerr << "ttsoak: " << exported.error().message << '\n';
    return ExitStatus::error;
  }
  print(exported.value());
  for (const std::string& warning : exported.value().warnings) {
    std::cerr << "warning: " << warning << '\n';
  }
  return ExitStatus::pass;
}

}  // namespace ttsoak
