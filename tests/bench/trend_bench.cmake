find_package(benchmark REQUIRED)
add_executable(trend_bench
    ${CMAKE_CURRENT_LIST_DIR}/trend_bench.cpp
    ${PROJECT_SOURCE_DIR}/tests/unit/reports/trend/dice.cpp
    ${PROJECT_SOURCE_DIR}/tests/unit/reports/trend/traces.cpp)
target_link_libraries(trend_bench PRIVATE
    ttsoak_reports benchmark::benchmark benchmark::benchmark_main ttsoak_warnings)
