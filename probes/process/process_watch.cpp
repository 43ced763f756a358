#include "probes/process/process_watch.h"

#include <fcntl.h>
#include <unistd.h>

#include "probes/process/fd_table.h"
#include "probes/process/proc_fields.h"
#include "probes/process/proc_stat.h"
#include "probes/process/proc_statm.h"
#include "probes/process/proc_status.h"
#include "probes/process/secrets.h"
#include "probes/process/smaps_rollup.h"

namespace ttsoak {
namespace {

// Reads `file` and parses it, naming the file in errors of both.
template <typename Parse>
auto read_and_parse(ProcFile& file, Parse parse) -> decltype(parse(std::string_view())) {
  const Result<std::string_view> text = file.read();
  if (!text.ok()) return text.error();
  auto parsed = parse(text.value());
  if (!parsed.ok()) return parsed.error().with_context(file.path());
  return parsed;
}

}  // namespace

bool is_child_of(const ProcessIdentity& child, const ProcessIdentity& parent) {
  return child.parent_pid == parent.pid && child.start_ticks >= parent.start_ticks;
}

ProcessWatch::ProcessWatch(UniqueFd directory, std::filesystem::path path, ProcFile stat,
                           ProcFile statm, ProcFile status)
    : directory_(std::move(directory)),
      path_(std::move(path)),
      stat_(std::move(stat)),
      statm_(std::move(statm)),
      status_(std::move(status)) {}

Result<ProcessWatch> ProcessWatch::open(pid_t pid) {
  std::filesystem::path path = "/proc/" + std::to_string(pid);
  UniqueFd directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory.valid()) return errno_error(path.string());

  Result<ProcFile> stat = ProcFile::open_in(directory.get(), path, "stat");
  if (!stat.ok()) return stat.error();
  Result<ProcFile> statm = ProcFile::open_in(directory.get(), path, "statm");
  if (!statm.ok()) return statm.error();
  Result<ProcFile> status = ProcFile::open_in(directory.get(), path, "status");
  if (!status.ok()) return status.error();

  ProcessWatch watch(std::move(directory), std::move(path), std::move(stat).value(),
                     std::move(statm).value(), std::move(status).value());
  if (Status error = watch.read_identity(pid)) return *error;
  return watch;
}

Status ProcessWatch::read_identity(pid_t pid) {
  // /proc/<tid> opens for every thread, but is listed only for processes.
  const auto process =
      read_and_parse(status_, [](std::string_view text) { return field_number(text, "Tgid"); });
  if (!process.ok()) return process.error();
  if (process.value() != pid) {
    return Error{path_.string() + ": is a thread; pass its process, " +
                 std::to_string(process.value())};
  }
  // Refuses zombies and kernel threads now, rather than at the first sample.
  if (const auto memory = read_and_parse(status_, parse_proc_status); !memory.ok()) {
    return memory.error();
  }
  const auto stat = read_and_parse(stat_, parse_proc_stat);
  if (!stat.ok()) return stat.error();
  Result<ProcFile> cmdline = ProcFile::open_in(directory_.get(), path_, "cmdline");
  if (!cmdline.ok()) return cmdline.error();
  const Result<std::string_view> arguments = cmdline.value().read();
  if (!arguments.ok()) return arguments.error();

  identity_ = {.pid = pid,
               .parent_pid = stat.value().parent_pid,
               .start_ticks = stat.value().start_ticks,
               .command = masked_command(arguments.value())};
  if (identity_.command.empty()) identity_.command = "[" + stat.value().command_name + "]";
  return std::nullopt;
}

bool ProcessWatch::alive() {
  const auto stat = read_and_parse(stat_, parse_proc_stat);
  return stat.ok() && !stat.value().has_ended();
}

Result<std::int64_t> ProcessWatch::read_rss_bytes() {
  static const std::int64_t page_bytes = ::sysconf(_SC_PAGESIZE);
  const auto statm = read_and_parse(
      statm_, [](std::string_view text) { return parse_proc_statm(text, page_bytes); });
  if (!statm.ok()) return statm.error();
  return statm.value().rss_bytes;
}

Result<StatusSample> ProcessWatch::read_status() {
  static const auto ticks_per_second = static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK));
  const auto status = read_and_parse(status_, parse_proc_status);
  if (!status.ok()) return status.error();
  const auto stat = read_and_parse(stat_, parse_proc_stat);
  if (!stat.ok()) return stat.error();

  const std::uint64_t cpu_ticks = stat.value().user_ticks + stat.value().system_ticks;
  StatusSample sample;
  sample.rss_bytes = status.value().rss_bytes;
  sample.rss_anon_bytes = status.value().rss_anon_bytes;
  sample.rss_file_bytes = status.value().rss_file_bytes;
  sample.rss_shmem_bytes = status.value().rss_shmem_bytes;
  sample.swap_bytes = status.value().swap_bytes;
  sample.threads = status.value().threads;
  sample.cpu_ms = static_cast<std::int64_t>(cpu_ticks * 1000 / ticks_per_second);
  return sample;
}

Result<ResourceSnapshot> ProcessWatch::read_resources() {
  ResourceSnapshot snapshot;
  const Status smaps_error = read_smaps_rollup(snapshot);
  const Status fds_error = read_fds(snapshot);

  // Asked last: a zombie has an empty descriptor table, which is not "no descriptors leaked", and
  // an error is a refusal only if the process is still there to refuse.
  if (!alive()) return Error{path_.string() + ": the process has ended"};
  if (smaps_error) refuse(told_smaps_, *smaps_error);
  if (fds_error) refuse(told_fds_, *fds_error);
  return snapshot;
}

Status ProcessWatch::read_smaps_rollup(ResourceSnapshot& snapshot) const {
  // Opened anew each time: unlike the other files this one is bound to the address space it was
  // opened on, and an exec() replaces that.
  Result<ProcFile> file = ProcFile::open_in(directory_.get(), path_, "smaps_rollup");
  if (!file.ok()) return file.error();
  const auto rollup = read_and_parse(file.value(), parse_smaps_rollup);
  if (!rollup.ok()) return rollup.error();

  snapshot.pss_bytes = rollup.value().pss_bytes;
  snapshot.private_dirty_bytes = rollup.value().private_dirty_bytes;
  snapshot.anonymous_bytes = rollup.value().anonymous_bytes;
  snapshot.anon_huge_bytes = rollup.value().anon_huge_bytes;
  return std::nullopt;
}

Status ProcessWatch::read_fds(ResourceSnapshot& snapshot) const {
  const UniqueFd directory(::openat(directory_.get(), "fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory.valid()) return errno_error((path_ / "fd").string());
  const Result<FdCounts> counts = count_fds(directory.get());
  if (!counts.ok()) return counts.error().with_context(path_.string());

  snapshot.fds_file = counts.value().file;
  snapshot.fds_deleted = counts.value().deleted;
  snapshot.fds_socket = counts.value().socket;
  snapshot.fds_pipe = counts.value().pipe;
  snapshot.fds_other = counts.value().other;
  return std::nullopt;
}

void ProcessWatch::refuse(bool& told, const Error& reason) {
  if (std::exchange(told, true)) return;
  refusals_.push_back(
      Error{reason.message + " (left at 0; run ttsoak as root or as the target's user)"});
}

}  // namespace ttsoak
