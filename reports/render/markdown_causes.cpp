#include "reports/render/markdown_causes.h"

#include <algorithm>

#include "reports/cause/live_subject.h"
#include "reports/render/cause_words.h"
#include "reports/render/escape.h"
#include "reports/render/words.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

constexpr std::size_t kRowsShown = 20;

std::string row(std::initializer_list<std::string> cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + cell + " |";
  return text + "\n";
}

std::string more(std::size_t all) {
  return all <= kRowsShown ? "" : "\nand " + std::to_string(all - kRowsShown) + " more.\n";
}

std::string composition(const Report& report) {
  const std::vector<PartWords> parts = parts_in_words(report);
  if (parts.empty()) return "";
  std::string text =
      "\n### Where memory is\n\n" + escape_markdown(composition_in_words(report)) +
      "\n\n| Part of RSS | First trough | Last trough | Change |\n|---|---:|---:|---:|\n";
  for (const PartWords& part : parts) {
    text += row({escape_markdown(part.words), format_bytes(part.first_bytes),
                 format_bytes(part.last_bytes), format_bytes_change(part.change())});
  }
  const std::string unreliable = unreliable_in_words(report);
  return text + (unreliable.empty() ? "" : "\n**" + escape_markdown(unreliable) + "**\n");
}

std::string holders(const PythonRecord& python) {
  std::vector<const PythonHolder*> growing;
  for (const PythonHolder& holder : python.holders) {
    if (grew(holder)) growing.push_back(&holder);
  }
  if (growing.empty()) return "";
  std::string text =
      "\n### Python containers that grew\n\n| Container | Type | Length | A cycle | Newest |\n"
      "|---|---|---:|---:|---|\n";
  for (std::size_t i = 0; i < std::min(growing.size(), kRowsShown); ++i) {
    const PythonHolder& h = *growing[i];
    text += row({markdown_code(h.path), escape_markdown(h.type),
                 format_count(h.first_length) + " to " + format_count(h.last_length),
                 "+" + number_in_words(elements_per_cycle(h)), escape_markdown(h.newest)});
  }
  return text + more(growing.size());
}

std::string things(const std::vector<GrowingThing>& all) {
  if (all.empty()) return "";
  std::string text =
      "\n### What else grows\n\n| Kind | Name | Per request | First | Last |\n"
      "|---|---|---:|---:|---:|\n";
  for (std::size_t i = 0; i < std::min(all.size(), kRowsShown); ++i) {
    const GrowingThing& thing = all[i];
    text += row({escape_markdown(in_words(thing.kind)), markdown_code(thing.name),
                 number_in_words(thing.count_per_request.mean),
                 format_count(static_cast<std::int64_t>(thing.first_count)),
                 format_count(static_cast<std::int64_t>(thing.last_count))});
  }
  return text + more(all.size());
}

std::string experiments(const RunRecord& record) {
  if (record.experiments.empty()) return "";
  std::string text =
      "\n### Experiments\n\n| What | PID | Given back | Predicted | Collected | Took |\n"
      "|---|---:|---:|---:|---:|---:|\n";
  for (std::size_t i = 0; i < std::min(record.experiments.size(), kRowsShown); ++i) {
    const ExperimentWords words = experiment_in_words(record, record.experiments[i]);
    text += row({markdown_code(words.what), words.process, words.returned, words.predicted,
                 words.collected, words.took});
  }
  return text + more(record.experiments.size());
}

}  // namespace

std::string markdown_causes(const Report& report) {
  std::string text = "\n### Why\n\n";
  const std::string none = no_cause_in_words(report);
  if (!none.empty()) return text + escape_markdown(none) + "\n";
  for (const Finding& finding : report.findings) {
    text += "1. **" + escape_markdown(cause_in_words(finding.cause)) + "** (" +
            escape_markdown(standing_in_words(finding)) + "): " + escape_markdown(finding.sentence);
    if (!finding.experiment.empty()) {
      text += ". Would decide: " + escape_markdown(finding.experiment);
    }
    text += ".\n";
  }
  const std::string limit = limit_in_words(report);
  return text + (limit.empty() ? "" : "\nMemory limit: " + escape_markdown(limit) + ".\n");
}

std::string markdown_evidence(const Report& report) {
  const std::string cgroup = cgroup_in_words(report.record);
  std::string text = composition(report);
  if (!cgroup.empty()) text += "\nCgroup: " + escape_markdown(cgroup) + ".\n";
  text += holders(report.record.python) + things(report.things) + experiments(report.record);
  for (const std::string& note : evidence_notes(report.record)) {
    text += "\n- " + escape_markdown(note) + "\n";
  }
  return text;
}

}  // namespace ttsoak
