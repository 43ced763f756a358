// A library for the symbolizer to read: a function, one inlined into it, and one inlined into that.
// The lines that tests ask for carry a mark.

namespace symbolized {
namespace {

// A call that stays one, and says where it was made.
[[gnu::noinline, gnu::noclone]] void* return_address() { return __builtin_return_address(0); }

class Cache {
 public:
  [[gnu::always_inline]] void* keep() {
    void* const address = return_address();  // mark: keep
    asm volatile("" ::: "memory");
    return address;
  }
};

[[gnu::always_inline]] inline void* load(Cache& cache) {
  void* const address = cache.keep();  // mark: load
  asm volatile("" ::: "memory");
  return address;
}

}  // namespace

// Returns where execution goes on after the innermost call.
[[gnu::noinline]] void* speak(const char*) {
  Cache cache;
  return load(cache);  // mark: speak
}

}  // namespace symbolized

extern "C" void* symbolized_return_address() { return symbolized::speak("text"); }

// Another name of the same.
extern "C" [[gnu::alias("symbolized_return_address")]] void* symbolized_return_address_of_call();
