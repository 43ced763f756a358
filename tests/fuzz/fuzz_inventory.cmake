add_executable(fuzz_inventory fuzz_inventory.cpp)
target_link_libraries(fuzz_inventory PRIVATE
    ttsoak_probes nlohmann_json::nlohmann_json ttsoak_warnings)
fuzz_test(fuzz_inventory 100000)
