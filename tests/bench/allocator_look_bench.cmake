add_executable(allocator_look_bench
    allocator_look_bench.cpp
    ${PROJECT_SOURCE_DIR}/tests/integration/soak_child.cpp
    ${PROJECT_SOURCE_DIR}/tests/integration/tracer/boxes.cpp
    ${PROJECT_SOURCE_DIR}/tests/integration/tracer/target.cpp)
target_compile_definitions(allocator_look_bench PRIVATE
    TTSOAK_SOURCE_DIR="${PROJECT_SOURCE_DIR}" TTSOAK_BINARY_DIR="${PROJECT_BINARY_DIR}")
target_link_libraries(allocator_look_bench PRIVATE
    ttsoak_probes GTest::gtest benchmark::benchmark benchmark::benchmark_main ttsoak_warnings)
add_dependencies(allocator_look_bench ttsoak_tracer trap_allocator_pin)
