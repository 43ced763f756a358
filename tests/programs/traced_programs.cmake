# What the tests of `ttsoak trace` run: programs whose heap at the end is known, whatever ttsoak
# itself is built with.
foreach(name keeps_greetings sanitized)
  add_executable(traced_${name} traced/keeps_greetings.cpp)
  target_link_libraries(traced_${name} PRIVATE ttsoak_warnings)
  target_compile_options(traced_${name} PRIVATE -O1 -g -fno-builtin -fno-sanitize=all)
  target_link_options(traced_${name} PRIVATE -fno-sanitize=all)
endforeach()
target_link_options(traced_sanitized PRIVATE -fsanitize=address)

add_library(traced_harmless MODULE traced/harmless.cpp)
target_link_libraries(traced_harmless PRIVATE ttsoak_warnings)
target_compile_options(traced_harmless PRIVATE -fno-sanitize=all)
target_link_options(traced_harmless PRIVATE -fno-sanitize=all)
set_target_properties(traced_harmless PROPERTIES
    PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
