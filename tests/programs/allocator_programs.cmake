# Programs whose memory the tests of probes/allocator take apart.
foreach(name forks_full hammers mix odd_heap pin)
  add_executable(trap_allocator_${name} allocator/${name}.cpp)
  target_include_directories(trap_allocator_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(trap_allocator_${name} PRIVATE ttsoak_warnings)
  ttsoak_trap(trap_allocator_${name})
endforeach()
