#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "reports/render/cause_words.h"
#include "reports/render/escape.h"
#include "reports/render/html_causes.h"
#include "reports/render/html_sections.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

constexpr double kWidth = 720;
constexpr double kHeight = 240;

std::string fixed(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string colour_class(MemoryPart part) { return "part-" + std::string(words_of(part).name); }

std::string swatch(MemoryPart part) {
  return "<span class=\"swatch part " + colour_class(part) + "\"></span>";
}

std::string area(const PartWords& part, const std::string& outline) {
  return "<polygon class=\"" + colour_class(part.part) + "\" points=\"" + outline + "\"><title>" +
         escape_html(part.words) + "</title></polygon>\n";
}

// The troughs side by side, each a stack of the parts, from nothing up to the highest RSS. What is
// below zero (unexplained can be) has no height.
std::string stacked_areas(const Report& report, const std::vector<PartWords>& parts) {
  const std::vector<Composition>& all = report.compositions;
  if (all.size() < 2) return "";
  double highest = 1;
  for (const Composition& memory : all) highest = std::max(highest, memory.rss_bytes);
  const auto x = [&](std::size_t i) {
    return kWidth * static_cast<double>(i) / static_cast<double>(all.size() - 1);
  };
  const auto y = [&](double bytes) { return kHeight * (1 - std::min(bytes / highest, 1.0)); };
  const auto point = [&](std::size_t i, double bytes) {
    return fixed(x(i)) + "," + fixed(y(bytes)) + " ";
  };
  std::vector<double> base(all.size(), 0.0);
  std::string areas;
  for (const PartWords& part : parts) {
    std::string outline;
    std::vector<std::string> lower;
    for (std::size_t i = 0; i < all.size(); ++i) {
      lower.push_back(point(i, base[i]));
      base[i] += std::max(0.0, all[i].of(part.part));
      outline += point(i, base[i]);
    }
    for (auto at = lower.rbegin(); at != lower.rend(); ++at) outline += *at;
    areas += area(part, outline);
  }
  const std::string label =
      "cycle " + std::to_string(all.front().cycle) + " to " + std::to_string(all.back().cycle);
  return "<figure>\n<div class=\"above\"><span class=\"axes\">" + format_bytes(highest) +
         " at the top, " + label +
         "</span></div>\n<svg class=\"stacked\" viewBox=\"0 0 720 240\" "
         "preserveAspectRatio=\"none\" role=\"img\" aria-label=\"Resident memory by part, " +
         label + "\">\n" + areas + "</svg>\n<figcaption>" +
         html_prose(composition_in_words(report)) + "</figcaption>\n</figure>\n";
}

std::string change_bar(double change, double largest) {
  constexpr double kWorthABar = 0.005;
  if (std::abs(change) <= kWorthABar * largest) return "";
  return "<span class=\"share" + std::string(change < 0 ? " less" : "") +
         "\"><span style=\"width:" + fixed(100 * std::min(1.0, std::abs(change) / largest)) +
         "%\"></span></span>";
}

std::string table(const Report& report, const std::vector<PartWords>& parts) {
  const std::vector<HtmlColumn> columns = {
      {"Part"}, {"First trough", true}, {"Last trough", true}, {"Change", true}};
  double largest = 0;
  for (const PartWords& part : parts) largest = std::max(largest, std::abs(part.change()));
  const Composition& first = *first_of(report.compositions);
  const Composition& last = report.compositions.back();
  std::string html =
      html_table_head("What resident memory consists of, after cycle " +
                          std::to_string(first.cycle) + " and after cycle " +
                          std::to_string(last.cycle) +
                          (last.exact ? "" : "; the heap by its counters, not walked"),
                      columns) +
      "<tbody role=\"rowgroup\">\n";
  for (const PartWords& part : parts) {
    html += html_row(columns,
                     {swatch(part.part) + escape_html(part.words), format_bytes(part.first_bytes),
                      format_bytes(part.last_bytes),
                      format_bytes_change(part.change()) + change_bar(part.change(), largest)});
  }
  html += html_row(columns, {"<b>Resident memory</b>", format_bytes(first.rss_bytes),
                             format_bytes(last.rss_bytes),
                             format_bytes_change(last.rss_bytes - first.rss_bytes)});
  return html + "</tbody>\n</table>\n";
}

}  // namespace

std::string html_composition(const Report& report) {
  const std::vector<PartWords> parts = parts_in_words(report);
  if (parts.empty()) return "";
  std::string html = stacked_areas(report, parts);
  const std::string unreliable = unreliable_in_words(report);
  if (!unreliable.empty()) html += "<p class=\"warning\">" + html_prose(unreliable) + "</p>\n";
  return html_section("composition", "Where memory is", html + table(report, parts));
}

}  // namespace ttsoak
