# The tracer under programs that trap tools like it. Not with sanitizers: their run-time libraries
# want to be first, before a preloaded allocator.
if(NOT TTSOAK_SANITIZE)
  get_property(ttsoak_traps GLOBAL PROPERTY TTSOAK_TRAPS)
  ttsoak_test(integration_tracer integration TIMEOUT 300
      SOURCES
          soak_child.cpp
          tracer/allocators_test.cpp
          tracer/box_trouble_test.cpp
          tracer/boxes.cpp
          tracer/counters_test.cpp
          tracer/full_tables_test.cpp
          tracer/libraries_test.cpp
          tracer/mailbox_test.cpp
          tracer/mappings_test.cpp
          tracer/odd_programs_test.cpp
          tracer/processes_test.cpp
          tracer/target.cpp
          tracer/threads_test.cpp
          tracer/truth_test.cpp
      LIBRARIES ttsoak_probes nlohmann_json::nlohmann_json)
  add_dependencies(integration_tracer ttsoak_tracer ${ttsoak_traps})
endif()
