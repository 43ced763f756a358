#pragma once

#include <string>
#include <string_view>

namespace ttsoak {

// What stands in a run record in place of a secret.
inline constexpr std::string_view kMask = "***";

// Whether a variable or option of this name is likely to hold a secret: the name contains KEY,
// TOKEN, SECRET, PASS, PWD, AUTH, CREDENTIAL or COOKIE in any case. Rather too many than too few:
// records are sent around. Two names that matter here and are none: PWD itself (a directory) and
// whatever speaks of a TOKENIZER.
bool is_secret_name(std::string_view name);

// Whether a variable of this name tells how a process runs (allocator, threads, Python, CUDA,
// locale) and is therefore recorded with its value. Everything else in an environment is somebody's
// business: there a secret has any name and looks like anything.
bool is_runtime_name(std::string_view name);

// `text` with the user:password of every URL in it replaced: "redis://***@host/0".
std::string mask_urls(std::string_view text);

// A command line as people write it, from the text of /proc/<pid>/cmdline (arguments that each end
// in NUL): joined by spaces, and with "--api-key=x", "--api-key x", "API_KEY=x" and the URLs
// masked. Empty if there are no arguments.
std::string masked_command(std::string_view cmdline);

}  // namespace ttsoak
