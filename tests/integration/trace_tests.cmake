# `ttsoak trace` from the outside.
find_program(TTSOAK_GO go PATHS /usr/local/go/bin)
set(go "")
if(TTSOAK_GO)
  set(go ${TTSOAK_GO})
endif()

# Go builds its pprof at first use, which takes a while.
ttsoak_test(trace_test integration TIMEOUT 300
    SOURCES soak_child.cpp soak_run.cpp trace_ends_test.cpp trace_program_test.cpp trace_run.cpp
    LIBRARIES ttsoak_probes ttsoak_reports nlohmann_json::nlohmann_json)
target_compile_definitions(trace_test PRIVATE TTSOAK_GO="${go}")
add_dependencies(trace_test ttsoak traced_keeps_greetings traced_sanitized
    trap_says_hello_statically)

# An engine that is built with a sanitizer starts without the tracer.
if(NOT TTSOAK_SANITIZE)
  ttsoak_test(traced_soak_test integration TIMEOUT 300
      SOURCES soak_child.cpp soak_run.cpp traced_soak_test.cpp
      LIBRARIES ttsoak_probes ttsoak_reports nlohmann_json::nlohmann_json)
  add_dependencies(traced_soak_test ttsoak traced_harmless)
endif()
