#pragma once

#include <filesystem>
#include <string>

namespace ttsoak {

// A folder that plays /proc and the cgroup mounts of a machine; process 41 is the target.
class FakeCgroups {
 public:
  // `cgroup` is the text of /proc/41/cgroup. In `mountinfo`, which all processes share, "@" stands
  // for the folder.
  FakeCgroups(const std::string& cgroup, const std::string& mountinfo);
  FakeCgroups(const FakeCgroups&) = delete;
  FakeCgroups& operator=(const FakeCgroups&) = delete;
  ~FakeCgroups();

  // Writes a file below the folder, with the folders on the way.
  void write(const std::string& path, const std::string& text) const;

  [[nodiscard]] std::filesystem::path path() const { return path_; }
  [[nodiscard]] std::filesystem::path proc() const { return path_ / "proc"; }

 private:
  std::filesystem::path path_;
};

}  // namespace ttsoak
