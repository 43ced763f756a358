#include <algorithm>

#include "reports/render/escape.h"
#include "reports/render/html_sections.h"
#include "reports/render/words.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

constexpr std::size_t kProcessesShown = 50;

const std::vector<HtmlColumn>& columns() {
  static const std::vector<HtmlColumn> kColumns = {
      {"Process"},     {"RSS", true},     {"Peak", true},       {"Anon", true}, {"File", true},
      {"Shmem", true}, {"Threads", true}, {"Open files", true}, {"CPU", true}};
  return kColumns;
}

// The figure at the end over its change since the start, which is what a soak is about.
std::string with_change(const std::string& last, const std::string& change) {
  return last + "<small>" + change + "</small>";
}

std::string bytes_cell(std::int64_t first, std::int64_t last) {
  return with_change(format_bytes(last),
                     first == last ? "unchanged" : format_bytes_change(last - first));
}

std::string count_change(std::int64_t change) {
  if (change == 0) return "unchanged";
  return (change > 0 ? "+" : "") + format_count(change);
}

std::string identity_cell(const ProcessSummary& process) {
  return "<span class=\"role\">" + std::string(role_name(process.info.role)) +
         "</span> <span class=\"pid\">" + std::to_string(process.info.pid) + "</span>" +
         (process.ended ? " <em>ended</em>" : "") + "<code>" + escape_html(process.info.command) +
         "</code>";
}

std::int64_t open_files(const ResourceSnapshot& held) {
  return held.fds_file + held.fds_deleted + held.fds_socket + held.fds_pipe + held.fds_other;
}

std::string open_files_cell(const ProcessSummary& process) {
  if (!process.last_resources) return "n/a";
  const ResourceSnapshot& held = *process.last_resources;
  std::string kinds;
  const auto add = [&kinds](std::int64_t count, const char* kind) {
    if (count != 0) kinds += (kinds.empty() ? "" : ", ") + format_count(count) + " " + kind;
  };
  add(held.fds_file, "files");
  add(held.fds_deleted, "deleted");
  add(held.fds_socket, "sockets");
  add(held.fds_pipe, "pipes");
  add(held.fds_other, "other");
  std::string cell = format_count(open_files(held));
  if (process.first_resources) {
    const std::int64_t change = open_files(held) - open_files(*process.first_resources);
    if (change != 0) cell += " (" + count_change(change) + ")";
  }
  return cell + "<small class=\"kinds\">" + kinds + "</small>";
}

std::string cpu_cell(const ProcessSummary& process, double duration_s) {
  const double used_s =
      static_cast<double>(process.last_status->cpu_ms - process.first_status->cpu_ms) / 1000;
  return with_change(format_duration(used_s),
                     duration_s > 0 ? format_percent(used_s / duration_s) + " of a core" : "");
}

std::string process_row(const ProcessSummary& process, double duration_s) {
  std::vector<std::string> cells = {identity_cell(process),
                                    bytes_cell(process.first_rss_bytes, process.last_rss_bytes),
                                    format_bytes(process.peak_rss_bytes)};
  if (process.first_status && process.last_status) {
    const StatusSample& first = *process.first_status;
    const StatusSample& last = *process.last_status;
    cells.push_back(bytes_cell(first.rss_anon_bytes, last.rss_anon_bytes));
    cells.push_back(bytes_cell(first.rss_file_bytes, last.rss_file_bytes));
    cells.push_back(bytes_cell(first.rss_shmem_bytes, last.rss_shmem_bytes));
    cells.push_back(
        with_change(format_count(last.threads), count_change(last.threads - first.threads)));
  } else {
    cells.insert(cells.end(), 4, "n/a");
  }
  cells.push_back(open_files_cell(process));
  cells.push_back(process.first_status && process.last_status ? cpu_cell(process, duration_s)
                                                              : "n/a");
  return html_row(columns(), cells);
}

}  // namespace

std::string html_processes(const RunRecord& record) {
  if (record.processes.empty()) return "<p class=\"empty\">No process was seen.</p>\n";
  std::string target;
  std::string own;
  std::size_t of_target = 0;
  for (const ProcessSummary& process : record.processes) {
    if (process.info.role == ProcessRole::ttsoak) {
      own += process_row(process, record.duration_s);
    } else if (++of_target <= kProcessesShown) {
      target += process_row(process, record.duration_s);
    }
  }
  std::string html =
      html_table_head("At the last sample, with the change since the first", columns());
  if (!target.empty()) html += "<tbody role=\"rowgroup\">\n" + target + "</tbody>\n";
  if (!own.empty()) {
    html +=
        "<tbody class=\"own\" role=\"rowgroup\">\n<tr role=\"row\"><th role=\"rowheader\" "
        "scope=\"rowgroup\" colspan=\"" +
        std::to_string(columns().size()) +
        "\">What watching cost: ttsoak itself, not part of the figures above</th></tr>\n" + own +
        "</tbody>\n";
  }
  html += "</table>\n";
  if (of_target > kProcessesShown) {
    html += "<p class=\"note\">" +
            format_count(static_cast<std::int64_t>(of_target - kProcessesShown)) +
            " more processes are left out here; the JSON report holds them all.</p>\n";
  }
  return html;
}

}  // namespace ttsoak
