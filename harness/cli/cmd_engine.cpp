#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/cli/parse_options.h"
#include "reference_engine/engine/engine.h"
#include "reference_engine/engine/wav_header.h"
#include "reference_engine/faults/fault_table.h"
#include "reference_engine/server/serve.h"

namespace ttsoak {
namespace {

ExitStatus fail(const std::string& message) {
  std::cerr << "ttsoak engine: " << message << '\n';
  return ExitStatus::error;
}

std::string list_faults() {
  std::string text = "Faults (* = sound, must not be called a leak):\n";
  for (const FaultEntry& fault : fault_table()) {
    text += "  " + std::string(fault.name) + (fault.is_leak ? "  " : "* ") +
            std::string(fault.name.size() < 22 ? 22 - fault.name.size() : 1, ' ') +
            std::string(fault.holds) + '\n';
  }
  return text;
}

Result<std::unique_ptr<Engine>> make_engine(const std::string& voices,
                                            const std::vector<std::string>& faults) {
  Result<FaultPlan> plan = parse_fault_plan(faults);
  if (!plan.ok()) return plan.error().with_context("--fault");
  return Engine::create({voices, std::move(plan).value()});
}

ExitStatus say(Engine& engine, const SpeechRequest& request, const std::string& path) {
  const Result<int> rate = engine.sample_rate(request.voice);
  if (!rate.ok()) return fail(rate.error().message);
  std::string samples;
  const Status error = engine.speak(request, [&](std::span<const std::int16_t> sentence) {
    samples.append(reinterpret_cast<const char*>(sentence.data()), sentence.size_bytes());
    return true;
  });
  if (error) return fail(error->message);
  const auto header = wav_header(rate.value(), static_cast<std::uint32_t>(samples.size()));
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(header.data()), header.size());
  file << samples << std::flush;
  if (!file) return fail(errno_error(path).message);
  return ExitStatus::pass;
}

}  // namespace

ExitStatus cmd_engine(int argc, char** argv) {
  CLI::App app{"The reference engine: a real speech server with faults on demand.",
               "ttsoak engine"};
  app.require_subcommand(1);
  app.footer(
      "Examples:\n"
      "  ttsoak engine serve --port 8880 --fault text_cache=1\n"
      "  ttsoak engine say 'Good morning.' -o out.wav\n"
      "  ttsoak engine faults");
  std::string voices;

  CLI::App* serve_app = app.add_subcommand("serve", "serve POST /v1/audio/speech until SIGTERM");
  ServerOptions options;
  std::vector<std::string> faults;
  serve_app->add_option("--port", options.port, "0 = any that is free")->capture_default_str();
  serve_app->add_option("--address", options.address, "to listen on")->capture_default_str();
  serve_app->add_option("--workers", options.workers, "threads that synthesise")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  serve_app->add_option("--fault", faults,
                        "NAME or NAME=RATE, the share of requests that suffer; may be repeated");
  serve_app->add_option("--voices", voices, "directory of .flitevox files");
  serve_app->footer(list_faults());

  CLI::App* say_app = app.add_subcommand("say", "speak a text into a WAV file");
  SpeechRequest request{"", "slt", 1.0};
  std::string path;
  say_app->add_option("TEXT", request.text, "what to say")->required();
  say_app->add_option("-o,--output", path, "the WAV file")->required();
  say_app->add_option("--voice", request.voice)->capture_default_str();
  say_app->add_option("--speed", request.speed, "0.25 to 4")->capture_default_str();
  say_app->add_option("--voices", voices, "directory of .flitevox files");

  const CLI::App* faults_app = app.add_subcommand("faults", "list the faults");
  if (const auto exit = parse_options(app, argc, argv)) return *exit;
  if (faults_app->parsed()) {
    std::cout << list_faults();
    return ExitStatus::pass;
  }

  const auto engine = make_engine(voices, faults);
  if (!engine.ok()) return fail(engine.error().message);
  if (say_app->parsed()) return say(*engine.value(), request, path);
  if (const Status error = serve(*engine.value(), options)) return fail(error->message);
  return ExitStatus::pass;
}

}  // namespace ttsoak
