# Not a pass or fail: prints figures, to be read on a machine that is otherwise idle.
add_executable(driver_bench driver/driver_bench.cpp driver/tiny_server.cpp
    ${PROJECT_SOURCE_DIR}/tests/integration/scripted_server.cpp)
target_link_libraries(driver_bench PRIVATE ttsoak_harness GTest::gtest ttsoak_warnings)
add_test(NAME driver_bench COMMAND driver_bench)
set_tests_properties(driver_bench PROPERTIES LABELS bench TIMEOUT 120)
