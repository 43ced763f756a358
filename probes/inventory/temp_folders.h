#pragma once

#include <sys/types.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "probes/base/unique_fd.h"
#include "probes/inventory/inventory_notes.h"
#include "probes/process/process_watch.h"

namespace ttsoak {

// A folder in which a target may leave files, opened inside the target's own root.
struct TempFolder {
  UniqueFd folder;                // O_PATH
  std::string path;               // as the target sees it
  std::vector<std::string> skip;  // mounts below it that may hang
  bool anyones = false;           // files of all users count, not only of the target's
};

// The absolute values of TMPDIR, TEMP, TMP and GRADIO_TEMP_DIR in the text of /proc/<pid>/environ.
std::vector<std::string> temp_variables(std::string_view environ);

// Opens `also` (absolute paths as the target sees them), what its variables name, /tmp, /dev/shm
// and /var/tmp, in this order, as far as they exist. Links are followed within the target's root,
// never into ours. A folder on a mount that may hang is left out, which the notes tell.
std::vector<TempFolder> open_temp_folders(const ProcessWatch& process,
                                          const std::vector<std::string>& also,
                                          InventoryNotes& notes);

// The user ids that `process` may make files as: those of the line "Uid:" of its status.
std::set<uid_t> users_of(const ProcessWatch& process);

}  // namespace ttsoak
