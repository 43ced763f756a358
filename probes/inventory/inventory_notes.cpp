#include "probes/inventory/inventory_notes.h"

#include <algorithm>
#include <cerrno>

#include "probes/base/result.h"

namespace ttsoak {
namespace {

constexpr std::size_t kMostNotes = 20;

}  // namespace

void InventoryNotes::add(const std::string& note) {
  if (notes_.size() >= kMostNotes) return;
  if (std::find(notes_.begin(), notes_.end(), note) == notes_.end()) notes_.push_back(note);
}

void InventoryNotes::add_refusal(const std::string& what) {
  const int reason = errno;
  if (reason == ENOENT || reason == ESRCH) return;
  std::string note = errno_error(what).message;
  if (reason == EACCES || reason == EPERM) note += " (run ttsoak as root or as the target's user)";
  add(note);
}

std::string InventoryNotes::text() const {
  std::string text;
  for (const std::string& note : notes_) text += (text.empty() ? "" : "; ") + note;
  return text;
}

}  // namespace ttsoak
