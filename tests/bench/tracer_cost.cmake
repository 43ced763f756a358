# Not a pass or fail: prints figures, to be read on a machine that is otherwise idle.
add_executable(tracer_churn tracer/churn.cpp)
target_link_libraries(tracer_churn PRIVATE Threads::Threads ttsoak_warnings)
add_dependencies(tracer_churn ttsoak_tracer)
add_test(NAME tracer_cost COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/tracer/compare.py ${PROJECT_BINARY_DIR} 3)
set_tests_properties(tracer_cost PROPERTIES LABELS bench TIMEOUT 1800)
