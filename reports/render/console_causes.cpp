#include "reports/render/console_causes.h"

#include <algorithm>
#include <cmath>

#include "reports/render/cause_words.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

constexpr std::size_t kCausesShown = 4;
constexpr std::size_t kPartsShown = 4;
constexpr double kBarColumns = 20;
constexpr double kWorthALine = 64 * 1024;

using Line = std::string (*)(const std::string&, const std::string&);

std::string causes(const Report& report, Line line) {
  const std::string none = no_cause_in_words(report);
  if (!none.empty()) return line("causes", none);
  std::string text;
  for (std::size_t i = 0; i < std::min(report.findings.size(), kCausesShown); ++i) {
    const Finding& finding = report.findings[i];
    text += line(i == 0 ? "causes" : "", std::to_string(i + 1) + ". " +
                                             cause_in_words(finding.cause) + " (" +
                                             standing_in_words(finding) + "): " + finding.sentence);
  }
  if (report.findings.size() > kCausesShown) {
    text += line("", "and " + std::to_string(report.findings.size() - kCausesShown) + " more");
  }
  const std::string& experiment = report.findings.front().experiment;
  if (!experiment.empty()) text += line("", "would decide: " + experiment);
  return text;
}

// The parts that changed most, as a bar for each; what is not explained in any case.
std::string parts(const Report& report, Line line) {
  std::vector<PartWords> all = parts_in_words(report);
  if (all.empty()) return "";
  const auto size = [](const PartWords& part) { return std::abs(part.change()); };
  const PartWords unexplained = all.back();
  all.pop_back();
  std::stable_sort(all.begin(), all.end(),
                   [&](const auto& a, const auto& b) { return size(a) > size(b); });
  all.resize(std::min(all.size(), kPartsShown));
  std::erase_if(all, [&](const PartWords& part) { return size(part) < kWorthALine; });
  all.push_back(unexplained);
  double largest = kWorthALine;
  std::size_t width = 0;
  for (const PartWords& part : all) {
    largest = std::max(largest, size(part));
    width = std::max(width, part.words.size());
  }
  std::string text;
  for (const PartWords& part : all) {
    std::string row = part.words + std::string(width + 2 - part.words.size(), ' ');
    const std::string change = format_bytes_change(part.change());
    row += std::string(change.size() < 10 ? 10 - change.size() : 0, ' ') + change;
    const auto columns = static_cast<std::size_t>(kBarColumns * size(part) / largest);
    if (columns > 0) row += "  " + std::string(columns, part.change() < 0 ? '-' : '#');
    text += line("", row);
  }
  return text;
}

}  // namespace

std::string console_causes(const Report& report, Line line) {
  std::string text = causes(report, line);
  const std::string memory = composition_in_words(report);
  if (!memory.empty()) text += line("memory", memory) + parts(report, line);
  const std::string unreliable = unreliable_in_words(report);
  if (!unreliable.empty()) text += line("", unreliable);
  const std::string limit = limit_in_words(report);
  if (!limit.empty()) text += line("limit", limit);
  return text;
}

}  // namespace ttsoak
