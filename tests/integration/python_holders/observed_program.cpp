#include "tests/integration/python_holders/observed_program.h"

#include <chrono>
#include <thread>
#include <utility>
#include <variant>

#include "gtest/gtest.h"

namespace ttsoak {

void PythonObservations::record(Observation observation) {
  if (auto* const heap = std::get_if<PythonHeap>(&observation)) heaps.push_back(*heap);
  if (auto* const type = std::get_if<PythonTypeCount>(&observation)) types.push_back(*type);
  if (auto* const holder = std::get_if<PythonHolder>(&observation)) holders.push_back(*holder);
}

namespace {

std::vector<std::string> command(const std::string& python,
                                 const std::vector<std::string>& modules) {
  std::vector<std::string> argv = {python,
                                   TTSOAK_SOURCE_DIR "/tests/servers/python_holders/drive.py"};
  argv.insert(argv.end(), modules.begin(), modules.end());
  return argv;
}

}  // namespace

ObservedProgram::ObservedProgram(const std::string& python, const std::vector<std::string>& modules,
                                 std::vector<std::string> environment)
    : target_(command(python, modules), boxes_.environment(std::move(environment))) {}

void ObservedProgram::look_again() { probe_->look(cycle_, RunTime{}, seen_); }

void ObservedProgram::look() {
  const std::string said = target_.read_line();
  if (said != "cycle " + std::to_string(++cycle_)) {
    ADD_FAILURE() << "the program said: " << said << target_.wait().errors;
    return;
  }
  if (probe_ == nullptr) {
    box_ = std::make_unique<BlackboxReader>(boxes_.of(target_.pid()));
    probe_ = std::make_unique<PythonProbe>(ask_python_of(box_->file(), target_.pid()), 0);
  }
  probe_->look(cycle_, RunTime{}, seen_);
}

void ObservedProgram::begin() {
  look();
  // The tracer looks every second or so whether the interpreter's end can be guarded by now.
  for (int i = 0; i < 300 && !seen_.heaps.empty() && seen_.heaps.back().objects < 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    target_.go_on();
    look();
  }
}

void ObservedProgram::go_through(int cycles) {
  for (int i = 0; i < cycles && !testing::Test::HasFailure(); ++i) {
    target_.go_on();
    look();
  }
}

void ObservedProgram::finish() {
  const Status error = probe_->finish(seen_);
  if (error) ADD_FAILURE() << error->message << target_.wait().errors;
}

}  // namespace ttsoak
