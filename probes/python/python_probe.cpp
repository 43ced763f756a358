#include "probes/python/python_probe.h"

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include "probes/python/name_holders.h"
#include "probes/python/naming_code.h"
#include "probes/python/python_snapshot.h"

namespace ttsoak {
namespace {

using blackbox::Command;

std::string text_of(const std::vector<char>& reply) { return {reply.begin(), reply.end()}; }

bool has_tensors(const PythonSnapshot& snapshot) {
  return std::any_of(snapshot.types.begin(), snapshot.types.end(), [](const PythonType& type) {
    return type.kind == blackbox::PythonKind::tensor && type.objects > 0;
  });
}

}  // namespace

PythonProbe::PythonProbe(PythonAsker ask, int process) : ask_(std::move(ask)), process_(process) {}

void PythonProbe::look(int cycle, RunTime now, ObservationSink& sink) {
  PythonHeap heap;
  heap.process = process_;
  heap.cycle = cycle;
  heap.at = now;
  const auto reply = ask_(Command::python_snapshot, "");
  auto snapshot = reply.ok() ? parse_python_snapshot(reply.value()) : reply.error();
  if (!snapshot.ok()) {
    heap.note = snapshot.error().message;
    sink.record(heap);
    return;
  }
  const PythonSnapshot& seen = snapshot.value();
  heap.objects = seen.objects;
  heap.garbage = seen.garbage;
  heap.tasks = seen.tasks;
  heap.pause_us = seen.pause_us;
  heap.tracer_bytes = seen.tracer_bytes;
  if (seen.is_cut) heap.note = "more containers than were looked at";
  has_tensors_ = has_tensors_ || has_tensors(seen);
  if (has_tensors_) read_cuda(heap);
  sink.record(heap);
  watch_.observe(seen, cycle);
  ++looks_;
  for (const GrowingType& type : watch_.growing_types()) {
    sink.record(PythonTypeCount{process_, cycle, type.type, type.series.last()});
  }
}

void PythonProbe::read_cuda(PythonHeap& heap) const {
  const auto reply = ask_(Command::python_run, kCudaCode);
  if (!reply.ok()) return;
  long long allocated = 0, reserved = 0;
  if (std::sscanf(text_of(reply.value()).c_str(), "%lld %lld", &allocated, &reserved) != 2) return;
  heap.cuda_allocated_bytes = allocated;
  heap.cuda_reserved_bytes = reserved;
}

Status PythonProbe::finish(ObservationSink& sink) {
  const HolderCandidates candidates = watch_.candidates();
  const bool is_nothing =
      candidates.containers.empty() && candidates.slots.empty() && candidates.types.empty();
  if (is_nothing) return {};
  const auto reply = ask_(Command::python_run, naming_code_for(candidates));
  if (!reply.ok()) return reply.error();
  auto holders = parse_names(text_of(reply.value()), candidates, process_);
  if (!holders.ok()) return holders.error();
  for (PythonHolder& holder : holders.value()) sink.record(std::move(holder));
  return {};
}

}  // namespace ttsoak
