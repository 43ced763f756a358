#include "probes/process/secrets.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

namespace ttsoak {
namespace {

constexpr std::array<std::string_view, 8> kSecretWords = {"KEY", "TOKEN", "SECRET",     "PASS",
                                                          "PWD", "AUTH",  "CREDENTIAL", "COOKIE"};

std::string upper_case(std::string_view text) {
  std::string upper(text);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return upper;
}

// Length of the "user:password" (without "@") at the front of what follows "://"; 0 = none.
std::size_t userinfo_length(std::string_view rest) {
  const std::string_view word = rest.substr(0, rest.find_first_of(" \t\n\"'<>,;"));
  const std::string_view authority = word.substr(0, word.find_first_of("/?#"));
  if (const std::size_t at = authority.rfind('@'); at != authority.npos) return at;

  // A password may hold an unescaped "/". What looks like a port then is not a number.
  const std::size_t colon = authority.find(':');
  const std::size_t at = word.rfind('@');
  if (colon == authority.npos || at == word.npos) return 0;
  const std::string_view port = authority.substr(colon + 1);
  const bool is_port = !port.empty() && std::all_of(port.begin(), port.end(), [](unsigned char c) {
    return std::isdigit(c) != 0;
  });
  return is_port || authority.starts_with('[') ? 0 : at;
}

}  // namespace

bool is_secret_name(std::string_view name) {
  std::string upper = upper_case(name);
  if (upper == "PWD" || upper == "OLDPWD") return false;
  for (std::size_t at = 0; (at = upper.find("TOKENIZE", at)) != upper.npos;) upper.erase(at, 8);
  return std::any_of(kSecretWords.begin(), kSecretWords.end(),
                     [&](std::string_view word) { return upper.find(word) != upper.npos; });
}

bool is_runtime_name(std::string_view name) {
  constexpr std::string_view kPrefixes[] = {
      "CUDA_",    "DNNL_",    "GLIBC_",  "GO",       "GUNICORN_", "JAVA_",       "JEMALLOC_",
      "KMP_",     "LC_",      "LD_",     "MALLOC_",  "MIMALLOC",  "MKL_",        "NODE_",
      "NUMBA_",   "NUMEXPR_", "NVIDIA_", "OMP_",     "ONEDNN_",   "OPENBLAS",    "ORT_",
      "PYTHON",   "PYTORCH_", "RAYON_",  "TCMALLOC", "TF_",       "TOKENIZERS_", "TORCH",
      "UVICORN_", "XLA_",     "_RJEM_",  "GOMP_"};
  constexpr std::string_view kNames[] = {
      "HOME", "LANG", "LRU_CACHE_CAPACITY", "PATH",           "PWD", "SHELL", "TMPDIR",
      "TZ",   "USER", "VIRTUAL_ENV",        "WEB_CONCURRENCY"};
  if (is_secret_name(name)) return false;
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames) ||
         std::any_of(std::begin(kPrefixes), std::end(kPrefixes), [&](std::string_view prefix) {
           return name.substr(0, prefix.size()) == prefix;
         });
}

std::string mask_urls(std::string_view text) {
  constexpr std::string_view kScheme = "://";
  std::string masked;
  while (true) {
    const std::size_t scheme = text.find(kScheme);
    if (scheme == text.npos) return masked.append(text);
    const std::size_t begin = scheme + kScheme.size();
    masked.append(text.substr(0, begin));
    text.remove_prefix(begin);
    if (const std::size_t secret = userinfo_length(text); secret > 0) {
      masked.append(kMask);
      text.remove_prefix(secret);
    }
  }
}

std::string masked_command(std::string_view cmdline) {
  std::string command;
  bool hide_next = false;  // the last argument was "--api-key"
  while (!cmdline.empty()) {
    const std::string_view argument = cmdline.substr(0, cmdline.find('\0'));
    cmdline.remove_prefix(std::min(argument.size() + 1, cmdline.size()));
    // Programs that rewrite their command line (setproctitle) leave a tail of NULs.
    if (argument.empty()) continue;

    if (!command.empty()) command += ' ';
    const std::size_t equals = argument.find('=');
    const std::string_view name = argument.substr(0, equals);
    const bool is_option = argument.starts_with('-');
    // A path or a word that only contains "key" is no option: only what takes a value is judged.
    const bool names_a_secret = (is_option || equals != argument.npos) &&
                                name.find_first_of(" /") == name.npos && is_secret_name(name);
    if (hide_next && !is_option) {
      command += kMask;
    } else if (names_a_secret && equals != argument.npos) {
      command.append(name).append("=").append(kMask);
    } else {
      command += mask_urls(argument);
    }
    hide_next = names_a_secret && equals == argument.npos;
  }
  return command;
}

}  // namespace ttsoak
