#pragma once

#include <memory>
#include <string>
#include <vector>

#include "probes/heap/blackbox_reader.h"
#include "probes/python/python_probe.h"
#include "tests/integration/tracer/boxes.h"

namespace ttsoak {

// The observations of Python's objects, in memory.
class PythonObservations : public ObservationSink {
 public:
  void record(Observation observation) override;

  std::vector<PythonHeap> heaps;
  std::vector<PythonTypeCount> types;
  std::vector<PythonHolder> holders;
};

// tests/servers/python_holders/drive.py under the tracer, looked at after each of its cycles.
class ObservedProgram {
 public:
  // `modules`: as drive.py takes them.
  ObservedProgram(const std::string& python, const std::vector<std::string>& modules,
                  std::vector<std::string> environment = {});

  // Goes through cycles until the interpreter can be asked, and looks for the first time.
  void begin();
  void go_through(int cycles);
  // Looks once more at the same trough.
  void look_again();
  // Has what grew named.
  void finish();

  [[nodiscard]] const PythonObservations& seen() const { return seen_; }
  [[nodiscard]] Target& target() { return target_; }

 private:
  void look();

  PythonObservations seen_;
  Boxes boxes_;
  Target target_;
  std::unique_ptr<BlackboxReader> box_;
  std::unique_ptr<PythonProbe> probe_;
  int cycle_ = 0;
};

}  // namespace ttsoak
