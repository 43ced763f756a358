# Where the memory of real programs is. Not with sanitizers, whose malloc is another.
if(NOT TTSOAK_SANITIZE)
  ttsoak_test(integration_allocator integration TIMEOUT 300
      SOURCES
          allocator/looks.cpp
          allocator/python_test.cpp
          allocator/retention_test.cpp
          allocator/split_test.cpp
          allocator/walk_test.cpp
          soak_child.cpp
          tracer/boxes.cpp
          tracer/target.cpp
      LIBRARIES ttsoak_probes)
  add_dependencies(integration_allocator ttsoak_tracer trap_allocator_forks_full trap_allocator_hammers trap_allocator_mix
      trap_allocator_odd_heap trap_allocator_pin)
endif()
