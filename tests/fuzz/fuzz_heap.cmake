set(synthetic_box ${PROJECT_SOURCE_DIR}/tests/unit/probes/heap/synthetic_box.cpp)

add_executable(fuzz_blackbox fuzz_blackbox.cpp ${synthetic_box})
target_link_libraries(fuzz_blackbox PRIVATE ttsoak_probes Threads::Threads ttsoak_warnings)
fuzz_test(fuzz_blackbox 5000)

add_executable(fuzz_symbols fuzz_symbols.cpp ${synthetic_box})
target_link_libraries(fuzz_symbols PRIVATE ttsoak_probes ttsoak_warnings)
add_dependencies(fuzz_symbols symbolized_variants)
fuzz_test(fuzz_symbols 3000
        ${PROJECT_BINARY_DIR}/symbolized/libsymbolized.so
        ${PROJECT_BINARY_DIR}/symbolized/no_debug.so
        ${PROJECT_BINARY_DIR}/symbolized/stripped.so)
