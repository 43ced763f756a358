# Programs that the tests of probes/process watch.
foreach(name process_holds_memory process_listens process_opens_fds process_starts_a_family)
  add_executable(${name} ${name}.cpp)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ttsoak_warnings Threads::Threads)
endforeach()
