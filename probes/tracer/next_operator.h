#pragma once

namespace ttsoak::tracer {

// One operator new or delete behind us, looked up at its first use.
class NextOperator {
 public:
  explicit constexpr NextOperator(const char* name) : name_(name) {}

  // Null: there is none; then malloc and free have to do. Not asked again until more libraries
  // were loaded, so a program that uses C++ without a visible libstdc++ pays only a comparison.
  void* find() {
    void* const known = __atomic_load_n(&function_, __ATOMIC_RELAXED);
    return __builtin_expect(known != nullptr, 1) ? known : look_up();
  }

 private:
  void* look_up();

  const char* name_;
  void* function_ = nullptr;
  unsigned long long loads_seen_ = 0;
};

}  // namespace ttsoak::tracer
