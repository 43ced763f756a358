#include <algorithm>

#include "reports/record/read_parts.h"

namespace ttsoak {
namespace {

Status read_heaps(OpenRecord& file, PythonRecord& python) {
  return file.for_each_row(
      "SELECT cycle, process, at_us, objects, garbage, tasks, cuda_allocated_bytes, "
      "cuda_reserved_bytes, pause_us, tracer_bytes, note FROM python_heaps ORDER BY cycle, process",
      [&](const Statement& row) -> Status {
        const auto cycle = static_cast<int>(row.integer(0));
        if (!std::binary_search(python.type_cycles.begin(), python.type_cycles.end(), cycle)) {
          return std::nullopt;
        }
        python.heaps.push_back({static_cast<int>(row.integer(1)), cycle, RunTime(row.integer(2)),
                                row.integer(3), row.integer(4), row.integer(5), row.integer(6),
                                row.integer(7), row.integer(8), row.integer(9), row.text(10)});
        return std::nullopt;
      });
}

Status read_types(OpenRecord& file, PythonRecord& python) {
  return file.for_each_row(
      "SELECT process, type, cycle, objects FROM python_type_history ORDER BY process, type, cycle",
      [&](const Statement& row) -> Status {
        const auto process = static_cast<int>(row.integer(0));
        std::string type = row.text(1);
        if (python.types.empty() || python.types.back().process != process ||
            python.types.back().type != type) {
          python.types.push_back(
              {process, std::move(type), std::vector<std::int64_t>(python.type_cycles.size(), 0)});
        }
        const auto from = std::lower_bound(python.type_cycles.begin(), python.type_cycles.end(),
                                           static_cast<int>(row.integer(2)));
        std::vector<std::int64_t>& objects = python.types.back().objects;
        std::fill(objects.begin() + (from - python.type_cycles.begin()), objects.end(),
                  row.integer(3));
        return std::nullopt;
      });
}

Status read_holders(OpenRecord& file, PythonRecord& python) {
  return file.for_each_row(
      "SELECT process, path, type, first_cycle, last_cycle, looks, grew, first_length, "
      "last_length, bound, bytes_per_cycle, bytes_are_bound, newest FROM python_holders "
      "ORDER BY process, path",
      [&](const Statement& row) -> Status {
        python.holders.push_back(
            {static_cast<int>(row.integer(0)), row.text(1), row.text(2),
             static_cast<int>(row.integer(3)), static_cast<int>(row.integer(4)),
             static_cast<int>(row.integer(5)), static_cast<int>(row.integer(6)), row.integer(7),
             row.integer(8), row.integer(9), row.real(10), row.integer(11) != 0, row.text(12)});
        return std::nullopt;
      });
}

}  // namespace

Status read_python(OpenRecord& file, RunRecord& record) {
  const Result<bool> kept = has_table(file, "python_heaps");
  if (!kept.ok()) return kept.error();
  if (!kept.value()) return std::nullopt;
  Result<std::vector<int>> cycles = kept_cycles(file, "python_heaps");
  if (!cycles.ok()) return cycles.error();
  record.python.type_cycles = std::move(cycles).value();
  if (Status error = read_heaps(file, record.python)) return error;
  if (Status error = read_types(file, record.python)) return error;
  return read_holders(file, record.python);
}

}  // namespace ttsoak
