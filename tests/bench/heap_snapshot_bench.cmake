find_package(benchmark REQUIRED)
add_executable(heap_snapshot_bench
    ${CMAKE_CURRENT_LIST_DIR}/heap_snapshot_bench.cpp
    ${PROJECT_SOURCE_DIR}/tests/unit/probes/heap/synthetic_box.cpp)
target_link_libraries(heap_snapshot_bench PRIVATE
    ttsoak_probes benchmark::benchmark benchmark::benchmark_main ttsoak_warnings)
