add_executable(fuzz_inventory fuzz_inventory.cpp)
target_link_libraries(fuzz_inventory PRIVATE
    ttsoak_probes nlohmann_json::nlohmann_json ttsoak_warnings)
add_test(NAME fuzz_inventory COMMAND fuzz_inventory 100000 1)
set_tests_properties(fuzz_inventory PROPERTIES LABELS integration TIMEOUT 600)
