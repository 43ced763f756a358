#include "reference_engine/faults/system/temp_files.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "reference_engine/engine/wav_header.h"
#include "reference_engine/faults/system/scratch_file.h"

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

  const ScratchFile file = make_scratch_file(scratch_directory(), kPrefix);
  if (!file.fd.valid()) return;
  if (::write(file.fd.get(), content.data(), content.size()) < 0) ::unlink(file.path.c_str());
}

}  // namespace ttsoak
