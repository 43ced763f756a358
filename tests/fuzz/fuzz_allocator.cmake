add_executable(fuzz_allocator fuzz_allocator.cpp
    ${PROJECT_SOURCE_DIR}/tests/unit/probes/allocator/walk_image.cpp)
target_link_libraries(fuzz_allocator PRIVATE ttsoak_probes ttsoak_warnings)
fuzz_test(fuzz_allocator 50000)
