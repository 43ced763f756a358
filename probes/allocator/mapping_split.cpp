#include "probes/allocator/mapping_split.h"

#include <algorithm>
#include <numeric>
#include <string_view>

namespace ttsoak {
namespace {

using std::string_view;

enum class Sort { tracer, stack, shmem, file, anonymous };

bool begins_with(string_view text, string_view beginning) {
  return text.substr(0, beginning.size()) == beginning;
}

Sort sort_of(const SmapsMapping& mapping) {
  const string_view name = mapping.name;
  if (name.find(".blackbox") != string_view::npos ||
      name.find("libttsoak_tracer.so") != string_view::npos) {
    return Sort::tracer;
  }
  if (begins_with(name, "[stack")) return Sort::stack;
  if (begins_with(name, "/dev/shm/") || begins_with(name, "/memfd:") ||
      begins_with(name, "/SYSV") || begins_with(name, "/dev/zero") ||
      begins_with(name, "[anon_shmem")) {
    return Sort::shmem;
  }
  return mapping.is_anonymous() ? Sort::anonymous : Sort::file;
}

bool is_guard(const SmapsMapping& mapping) {
  return mapping.is_anonymous() && mapping.permissions.compare(0, 3, "---") == 0;
}

// Anonymous memory that touches what is before it belongs to that: .bss to its library, a stack to
// its guard.
Sort sort_of_rest(const SmapsMapping& mapping, const SmapsMapping* before, Sort sort_before) {
  if (mapping.name == "[heap]" || before == nullptr || before->end != mapping.start) {
    return Sort::anonymous;
  }
  if (is_guard(*before)) return Sort::stack;
  const bool is_data = !before->is_anonymous() && before->permissions.compare(0, 2, "rw") == 0;
  const bool is_of_file = sort_before == Sort::file || sort_before == Sort::tracer;
  return is_data && is_of_file ? sort_before : Sort::anonymous;
}

// The claims without what an earlier kind of claim has, by start.
std::vector<ClaimedRange> without_overlaps(std::vector<ClaimedRange> claims) {
  std::stable_sort(claims.begin(), claims.end(),
                   [](const auto& a, const auto& b) { return a.claim < b.claim; });
  std::vector<ClaimedRange> apart;  // by start
  for (ClaimedRange claim : claims) {
    auto next = std::upper_bound(apart.begin(), apart.end(), claim.start,
                                 [](std::uint64_t at, const auto& one) { return at < one.end; });
    while (claim.start < claim.end) {
      const std::uint64_t taken = next != apart.end() ? next->start : UINT64_MAX;
      if (claim.start < taken) {
        const ClaimedRange piece{claim.start, std::min(claim.end, taken), claim.claim};
        next = apart.insert(next, piece) + 1;
      }
      if (next == apart.end() || claim.end <= taken) break;
      claim.start = std::max(claim.start, next->end);
      ++next;
    }
  }
  return apart;
}

std::int64_t& field_of(Sort sort, MappingSplit& split) {
  switch (sort) {
    case Sort::tracer:
      return split.tracer_bytes;
    case Sort::stack:
      return split.stack_bytes;
    case Sort::shmem:
      return split.shmem_bytes;
    case Sort::file:
      return split.file_bytes;
    case Sort::anonymous:
      break;
  }
  return split.anonymous_bytes;
}

}  // namespace

Result<MappingSplit> split_mappings(const std::vector<SmapsMapping>& mappings,
                                    std::vector<ClaimedRange> claims, const PageMap& pages) {
  MappingSplit split;
  claims = without_overlaps(std::move(claims));
  const SmapsMapping* before = nullptr;
  Sort sort_before = Sort::anonymous;
  for (const SmapsMapping& mapping : mappings) {
    Sort sort = sort_of(mapping);
    std::int64_t rest = mapping.rss_bytes;
    split.rss_bytes += mapping.rss_bytes;
    if (sort == Sort::anonymous && mapping.rss_bytes > 0) {
      auto claim = std::upper_bound(claims.begin(), claims.end(), mapping.start,
                                    [](std::uint64_t at, const auto& one) { return at < one.end; });
      for (; claim != claims.end() && claim->start < mapping.end; ++claim) {
        const std::uint64_t start = std::max(claim->start, mapping.start);
        const std::uint64_t end = std::min(claim->end, mapping.end);
        const bool is_all = start == mapping.start && end == mapping.end;
        const auto present =
            is_all ? Result<std::int64_t>(mapping.rss_bytes) : pages.present_bytes(start, end);
        if (!present.ok()) return present.error();
        split.claimed_bytes[static_cast<std::size_t>(claim->claim)] += present.value();
        rest -= present.value();
        if (claim->claim == Claim::python) split.python.push_back({start, end});
      }
    }
    if (sort == Sort::anonymous) sort = sort_of_rest(mapping, before, sort_before);
    field_of(sort, split) += rest;
    before = &mapping;
    sort_before = sort;
  }
  return split;
}

}  // namespace ttsoak
