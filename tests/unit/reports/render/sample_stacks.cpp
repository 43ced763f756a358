#include "tests/unit/reports/render/sample_stacks.h"

namespace ttsoak {

Frame python_frame(const std::string& function, const std::string& file, int line) {
  Frame frame;
  frame.kind = FrameKind::python;
  frame.function = function;
  frame.file = file;
  frame.line = line;
  return frame;
}

Frame native_frame(const std::string& function, const std::string& module, std::uint64_t address) {
  Frame frame;
  frame.function = function;
  frame.module = module;
  frame.address = address;
  return frame;
}

Frame inlined_frame(const std::string& function, const std::string& file, int line) {
  Frame frame;
  frame.kind = FrameKind::inlined;
  frame.function = function;
  frame.file = file;
  frame.line = line;
  return frame;
}

Frame gap_frame() {
  Frame frame;
  frame.kind = FrameKind::gap;
  return frame;
}

std::vector<Frame> torch_stack() {
  const std::string torch = "/venv/lib/python3.11/site-packages/torch/lib/";
  return {
      native_frame("posix_memalign", "/lib/libc.so.6"),
      native_frame("c10::alloc_cpu(unsigned long)", torch + "libc10.so"),
      native_frame("c10::DefaultCPUAllocator::allocate(unsigned long)", torch + "libc10.so"),
      native_frame("at::detail::empty_cpu(long)", torch + "libtorch_cpu.so"),
      native_frame("at::native::add(at::Tensor const&)", torch + "libtorch_cpu.so"),
      native_frame("at::_ops::add::call(at::Tensor const&)", torch + "libtorch_cpu.so"),
      native_frame("torch::autograd::THPVariable_add(_object*)", torch + "libtorch_python.so"),
      python_frame("Module.forward", "/venv/lib/python3.11/site-packages/torch/nn/linear.py", 9),
      python_frame("Voice.load", "/app/tts.py", 17),
      python_frame("speak", "/app/server.py", 40),
      python_frame("run", "/venv/lib/python3.11/site-packages/uvicorn/server.py", 60),
      python_frame("serve", "/venv/lib/python3.11/site-packages/uvicorn/main.py", 70),
      python_frame("run", "/usr/lib/python3.11/asyncio/runners.py", 190),
      native_frame("PyEval_EvalCode", "/usr/bin/python3.11"),
      native_frame("Py_RunMain", "/usr/bin/python3.11"),
      native_frame("__libc_start_main", "/lib/libc.so.6")};
}

HeapProfile sample_profile() {
  Frame speak = native_frame("speak(char const*)", "/opt/engine", 0x2345);
  speak.file = "/src/speak.cpp";
  speak.line = 90;
  HeapProfile profile;
  profile.cycle = 12;
  profile.sample_mean_bytes = 65536;
  // stack, live bytes, blocks, variance, allocated bytes, blocks, freed bytes, blocks, mapped
  profile.stacks = {{{0, 1, torch_stack()}, {1, 4096.4, 4, 0, 8192, 8, 4096, 4, 0}},
                    {{0, 2, {inlined_frame("Cache::keep", "/src/cache.h", 12), speak, gap_frame()}},
                     {2, 1000000, 10, 0, 2000000, 20, 1000000, 10, 65536}},
                    {{0, 0, {}}, {0, 300, 3, 0, 300, 3, 0, 0, 0}}};
  return profile;
}

}  // namespace ttsoak
