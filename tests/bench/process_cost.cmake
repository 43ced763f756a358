# Not a pass or fail: prints figures, to be read on a machine that is otherwise idle.
add_executable(process_cost process_cost.cpp ${PROJECT_SOURCE_DIR}/tests/integration/process_program.cpp)
target_compile_definitions(process_cost PRIVATE TTSOAK_BINARY_DIR="${PROJECT_BINARY_DIR}")
target_link_libraries(process_cost PRIVATE ttsoak_probes Threads::Threads ttsoak_warnings)
add_dependencies(process_cost process_holds_memory)
add_test(NAME process_cost COMMAND process_cost)
set_tests_properties(process_cost PROPERTIES LABELS bench TIMEOUT 120)
