add_executable(fuzz_allocator fuzz_allocator.cpp
    ${PROJECT_SOURCE_DIR}/tests/unit/probes/allocator/walk_image.cpp)
target_link_libraries(fuzz_allocator PRIVATE ttsoak_probes ttsoak_warnings)
add_test(NAME fuzz_allocator COMMAND fuzz_allocator 50000 1)
set_tests_properties(fuzz_allocator PROPERTIES LABELS integration TIMEOUT 600)
