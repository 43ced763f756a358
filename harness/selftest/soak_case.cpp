#include "harness/selftest/soak_case.h"

#include <algorithm>

#include "harness/config/json_text.h"
#include "harness/config/run_config.h"
#include "harness/config/texts_file.h"
#include "harness/selftest/case_files.h"

namespace ttsoak {
namespace {

constexpr const char* kPort = "8880";       // as it stands in the files
constexpr const char* kProgram = "ttsoak";  // likewise

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
}

}  // namespace

Result<SoakCase> parse_soak_case(const std::string& name, std::string_view text) {
  Result<nlohmann::json> json = parse_json_text(text);
  if (!json.ok()) return json.error().with_context(name);
  if (!json.value().is_object() || !json.value().contains("expect")) {
    return Error{name + ": no part \"expect\"; say what ttsoak has to find"};
  }
  SoakCase soak_case;
  soak_case.name = name;
  Result<Expectation> expect = parse_expectation(json.value().at("expect"));
  if (!expect.ok()) return expect.error().with_context(name);
  soak_case.expect = std::move(expect).value();
  soak_case.config = std::move(json).value();
  soak_case.config.erase("expect");
  soak_case.config.erase("$schema");
  const Result<RunConfig> config = parse_run_config(soak_case.config.dump(), ".");
  if (!config.ok()) return config.error().with_context(name);
  return soak_case;
}

Result<std::vector<SoakCase>> built_in_cases() {
  std::vector<SoakCase> cases;
  for (const CaseFile& file : case_files()) {
    Result<SoakCase> one = parse_soak_case(file.name, file.text);
    if (!one.ok()) return one.error();
    cases.push_back(std::move(one).value());
  }
  return cases;
}

Result<std::vector<SoakCase>> read_cases(const std::filesystem::path& directory) {
  std::vector<std::filesystem::path> paths;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  }
  if (paths.empty()) {
    return Error{directory.string() + ": " + (error ? error.message() : "no .json file in it")};
  }
  std::sort(paths.begin(), paths.end());
  std::vector<SoakCase> cases;
  for (const std::filesystem::path& path : paths) {
    const Result<std::string> text = read_small_file(path);
    if (!text.ok()) return text.error();
    Result<SoakCase> one = parse_soak_case(path.stem().string(), text.value());
    if (!one.ok()) return one.error();
    cases.push_back(std::move(one).value());
  }
  return cases;
}

nlohmann::json config_for(const SoakCase& soak_case, std::uint64_t seed, const std::string& program,
                          std::uint16_t port) {
  nlohmann::json config = soak_case.config;
  config["name"] = soak_case.name;
  config["workload"]["seed"] = seed;
  nlohmann::json& target = config["target"];
  if (!target.contains("url")) return config;
  auto url = target["url"].get<std::string>();
  replace_all(url, kPort, std::to_string(port));
  target["url"] = url;
  for (nlohmann::json& word : target["launch"]) {
    if (word == kPort) word = std::to_string(port);
    if (word == kProgram) word = program;
  }
  return config;
}

}  // namespace ttsoak
