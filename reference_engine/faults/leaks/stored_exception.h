#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <forward_list>
#include <memory>

#include "reference_engine/faults/fault.h"
#include "reference_engine/faults/heap_bytes.h"

namespace ttsoak {

// Fault 7: the state of a refused request hangs on an exception that somebody keeps, "to report it
// later". Of the refusals only those for an unknown voice are thrown; empty or long texts leave
// nothing behind, and neither do requests that are served.
//
// Holds 40 KiB for each request refused with the code unknown_voice, and the exception.
class StoredException final : public Fault {
 public:
  static constexpr std::size_t kStateBytes = std::size_t{40} * 1024;

  void on_refused(const FaultyRequest& /*request*/, const RequestDefect& defect) override {
    if (defect.code != "unknown_voice") return;
    auto state = std::make_shared<State>();
    state->fill(1);  // written to, hence resident
    try {
      throw UnknownVoice(std::move(state));
    } catch (const UnknownVoice&) {
      to_report_.push_front(std::current_exception());
    }
  }

 private:
  using State = std::array<char, kStateBytes>;

  class UnknownVoice : public std::exception {
   public:
    explicit UnknownVoice(std::shared_ptr<const State> state) : state_(std::move(state)) {}

   private:
    std::shared_ptr<const State> state_;
  };

  std::forward_list<std::exception_ptr> to_report_;

  // libstdc++ puts its own header before the exception: sizeof(__cxa_refcounted_exception) of
  // unwind-cxx.h, which is not installed.
  static constexpr std::size_t kExceptionHeaderBytes = 128;

 public:
  static constexpr std::int64_t kBytesPerRefusal =
      heap_bytes(kSharedHeaderBytes + kStateBytes) +
      heap_bytes(kExceptionHeaderBytes + sizeof(UnknownVoice)) +
      heap_bytes(sizeof(void*) + sizeof(std::exception_ptr));
};

}  // namespace ttsoak
