#include "probes/process/smaps_rollup.h"

#include "probes/process/proc_fields.h"

namespace ttsoak {

Result<SmapsRollup> parse_smaps_rollup(std::string_view text) {
  SmapsRollup rollup;
  FieldReader fields(text);
  rollup.rss_bytes = fields.bytes("Rss");
  rollup.pss_bytes = fields.bytes("Pss");
  rollup.private_dirty_bytes = fields.bytes("Private_Dirty");
  rollup.anonymous_bytes = fields.bytes("Anonymous");
  rollup.anon_huge_bytes = fields.bytes("AnonHugePages");
  if (fields.first_error()) return *fields.first_error();
  return rollup;
}

}  // namespace ttsoak
