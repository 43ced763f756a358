ttsoak_test(integration_process integration
    SOURCES
        process_allocations.cpp
        process_listener_test.cpp
        process_program.cpp
        process_recycled_pid.cpp
        process_tree_test.cpp
        process_watch_test.cpp
    LIBRARIES ttsoak_probes)
add_dependencies(integration_process
    process_holds_memory process_listens process_opens_fds process_starts_a_family)
