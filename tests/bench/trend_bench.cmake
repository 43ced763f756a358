find_package(benchmark REQUIRED)
add_executable(trend_bench
    ${CMAKE_CURRENT_LIST_DIR}/trend_bench.cpp)
target_link_libraries(trend_bench PRIVATE
    ttsoak_reports benchmark::benchmark benchmark::benchmark_main ttsoak_warnings)
