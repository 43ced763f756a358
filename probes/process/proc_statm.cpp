#include "probes/process/proc_statm.h"

#include "probes/process/proc_fields.h"

namespace ttsoak {

Result<ProcStatm> parse_proc_statm(std::string_view text, std::int64_t page_bytes) {
  const std::string_view size_word = take_word(text);
  const auto size_pages = to_integer<std::int64_t>(size_word);
  if (!size_pages) return bad_field("size", size_word);

  const std::string_view resident_word = take_word(text);
  const auto resident_pages = to_integer<std::int64_t>(resident_word);
  if (!resident_pages) return bad_field("resident", resident_word);

  if (*size_pages == 0) {
    return Error{"no address space: the process has ended (zombie) or is a kernel thread"};
  }
  return ProcStatm{.size_bytes = *size_pages * page_bytes,
                   .rss_bytes = *resident_pages * page_bytes};
}

}  // namespace ttsoak
