// Writes every format of the sample reports into a folder, to be looked at:
// render_samples FOLDER
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

#include "reports/render/console.h"
#include "reports/render/html.h"
#include "reports/render/json.h"
#include "reports/render/markdown.h"
#include "tests/unit/reports/render/sample_report.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: render_samples FOLDER\n";
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  const std::map<std::string, ttsoak::Report> samples = {
      {"fail", ttsoak::failing_report()},
      {"pass", ttsoak::passing_report()},
      {"inconclusive", ttsoak::inconclusive_report()},
      {"invalid", ttsoak::invalid_report()},
      {"empty", ttsoak::empty_report()}};
  for (const auto& [name, report] : samples) {
    std::ofstream(folder / (name + ".html")) << ttsoak::render_html(report);
    std::ofstream(folder / (name + ".json")) << ttsoak::render_json(report);
    std::ofstream(folder / (name + ".md")) << ttsoak::render_markdown(report);
    std::ofstream(folder / (name + ".txt")) << ttsoak::render_console(report, false);
  }
}
