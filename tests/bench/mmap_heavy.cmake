# Not a pass or fail: prints figures, to be read on a machine that is otherwise idle.
add_executable(mmap_heavy mmap_heavy.cpp)
target_link_libraries(mmap_heavy PRIVATE ttsoak_probes Threads::Threads ttsoak_warnings)
add_test(NAME mmap_heavy COMMAND mmap_heavy)
set_tests_properties(mmap_heavy PROPERTIES LABELS bench TIMEOUT 180)
