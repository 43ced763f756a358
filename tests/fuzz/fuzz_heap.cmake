set(synthetic_box ${PROJECT_SOURCE_DIR}/tests/unit/probes/heap/synthetic_box.cpp)

add_executable(fuzz_blackbox fuzz_blackbox.cpp ${synthetic_box})
target_link_libraries(fuzz_blackbox PRIVATE ttsoak_probes Threads::Threads ttsoak_warnings)
add_test(NAME fuzz_blackbox COMMAND fuzz_blackbox 5000 1)
set_tests_properties(fuzz_blackbox PROPERTIES LABELS integration TIMEOUT 600)

add_executable(fuzz_symbols fuzz_symbols.cpp ${synthetic_box})
target_link_libraries(fuzz_symbols PRIVATE ttsoak_probes ttsoak_warnings)
add_dependencies(fuzz_symbols symbolized_variants)
add_test(NAME fuzz_symbols
    COMMAND fuzz_symbols 3000 1
        ${PROJECT_BINARY_DIR}/symbolized/libsymbolized.so
        ${PROJECT_BINARY_DIR}/symbolized/no_debug.so
        ${PROJECT_BINARY_DIR}/symbolized/stripped.so)
set_tests_properties(fuzz_symbols PROPERTIES LABELS integration TIMEOUT 600)
