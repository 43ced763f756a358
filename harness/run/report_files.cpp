#include "harness/run/report_files.h"

#include "harness/run/profile_files.h"
#include "harness/run/write_file.h"
#include "reports/render/html.h"
#include "reports/render/json.h"
#include "reports/render/junit.h"
#include "reports/render/markdown.h"

namespace ttsoak {
Status write_report_files(const Report& report, const std::filesystem::path& directory) {
  if (Status error = write_file(directory / "report.html", render_html(report))) return error;
  if (Status error = write_file(directory / "report.json", render_json(report))) return error;
  if (Status error = write_file(directory / "report.md", render_markdown(report))) return error;
  if (Status error = write_file(directory / "junit.xml", render_junit(report))) return error;
  if (report.record.heap.empty()) return {};
  const auto profiles = write_profile_files(directory);
  return profiles.ok() ? Status() : profiles.error();
}

}  // namespace ttsoak
