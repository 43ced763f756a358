# Not a pass or fail: prints figures, to be read on a machine that is otherwise idle.
find_package(benchmark REQUIRED)
add_executable(inventory_bench
    ${CMAKE_CURRENT_LIST_DIR}/inventory_bench.cpp
    ${PROJECT_SOURCE_DIR}/tests/integration/process_program.cpp)
target_compile_definitions(inventory_bench PRIVATE TTSOAK_BINARY_DIR="${PROJECT_BINARY_DIR}")
target_link_libraries(inventory_bench PRIVATE
    ttsoak_probes benchmark::benchmark benchmark::benchmark_main ttsoak_warnings)
add_dependencies(inventory_bench inventory_leaks)
