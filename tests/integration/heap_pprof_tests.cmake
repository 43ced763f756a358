find_program(TTSOAK_GO go PATHS /usr/local/go/bin)
if(NOT TTSOAK_GO)
  set(go "")
else()
  set(go ${TTSOAK_GO})
endif()

# Go builds its pprof at first use, which takes a while.
ttsoak_test(heap_pprof_test integration
    TIMEOUT 300
    SOURCES heap_pprof_test.cpp ${PROJECT_SOURCE_DIR}/tests/unit/reports/render/sample_stacks.cpp
    LIBRARIES ttsoak_reports)
target_compile_definitions(heap_pprof_test PRIVATE TTSOAK_GO="${go}")
