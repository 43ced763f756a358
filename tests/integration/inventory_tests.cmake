ttsoak_test(integration_inventory integration
    SOURCES cgroup_test.cpp inventory_test.cpp process_program.cpp
    LIBRARIES ttsoak_probes)
add_dependencies(integration_inventory inventory_leaks cgroup_eater)
