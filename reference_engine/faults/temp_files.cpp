#include "reference_engine/faults/temp_files.h"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "probes/base/unique_fd.h"
#include "reference_engine/engine/wav_header.h"

namespace ttsoak {

void TempFiles::on_done(const FaultyRequest& /*request*/,
                        const std::shared_ptr<const Pcm>& speech) {
  constexpr int kSampleRate = 16000;  // of every voice that flite can write to a file
  std::array<char, kBytesPerRequest> content{};
  constexpr auto kDataBytes = content.size() - kWavHeaderBytes;
  const auto header = wav_header(kSampleRate, static_cast<std::uint32_t>(kDataBytes));
  std::memcpy(content.data(), header.data(), header.size());
  const auto bytes = std::min(kDataBytes, speech->size() * sizeof(std::int16_t));
  std::memcpy(content.data() + header.size(), speech->data(), bytes);

  const char* directory = ::getenv("TMPDIR");
  std::string path = directory == nullptr || *directory == '\0' ? "/tmp" : directory;
  path += std::string("/") + kPrefix + "XXXXXX";
  const UniqueFd file(::mkstemp(path.data()));
  if (!file.valid()) return;
  if (::write(file.get(), content.data(), content.size()) < 0) ::unlink(path.c_str());
}

}  // namespace ttsoak
