// A library that is loaded and unloaded. PLUGIN_PAD makes copies whose code lies elsewhere.

#include <cstdlib>
#include <new>
#include <stdexcept>

extern "C" {

[[gnu::noinline]] void* plugin_allocate(size_t size) {
  // So that the call is elsewhere in each copy, even where they are loaded at the same address.
  asm volatile(".skip %c0, 0x90" : : "i"(PLUGIN_PAD));
  char* const block = static_cast<char*>(malloc(size));
  if (size > 1) block[1] = PLUGIN_PAD;
  return block;
}

[[gnu::noinline, gnu::aligned(PLUGIN_PAD)]] void plugin_free(void* block) { free(block); }

// By call: the compiler may leave out a new that is deleted at once.
[[gnu::noinline]] int plugin_new_and_delete() {
  auto* const one = static_cast<unsigned char*>(operator new(1));
  long* const many = static_cast<long*>(operator new[](100 * sizeof(long)));
  *one = PLUGIN_PAD;
  many[99] = *one;
  const bool right = many[99] == PLUGIN_PAD;
  operator delete (one, size_t{1});
  operator delete[](many);
  return right ? 0 : 1;
}

[[gnu::noinline]] void plugin_throw(void (*further)()) {
  if (further != nullptr) further();
  throw std::runtime_error("from a plugin");
}

// 0: as it should be.
[[gnu::noinline]] int plugin_catch(void (*thrower)()) {
  try {
    if (thrower != nullptr) thrower();
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory)
    volatile size_t too_much = static_cast<size_t>(-1) / 4;
    operator delete(operator new(too_much));
  } catch (const std::bad_alloc&) {
    return thrower == nullptr ? 0 : 1;
  } catch (const std::runtime_error&) {
    return thrower != nullptr ? 0 : 2;
  }
  return 3;
}
}
