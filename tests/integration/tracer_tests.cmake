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
          tracer/exact_counters.cpp
          tracer/full_tables_test.cpp
          tracer/libraries_test.cpp
          tracer/mailbox_test.cpp
          tracer/mappings_test.cpp
          tracer/odd_programs_test.cpp
          tracer/processes_test.cpp
          tracer/python_test.cpp
          tracer/target.cpp
          tracer/threads_test.cpp
          tracer/truth_test.cpp
      LIBRARIES ttsoak_probes nlohmann_json::nlohmann_json)
  add_dependencies(integration_tracer ttsoak_tracer ${ttsoak_traps})

  set(surface_test ${CMAKE_CURRENT_LIST_DIR}/tracer/surface_test.sh)
  set(version_script ${PROJECT_SOURCE_DIR}/probes/tracer/tracer.version)
  add_test(NAME TracerSurface.IsTheHooksAndNeedsOldGlibcOnly
      COMMAND ${surface_test} $<TARGET_FILE:ttsoak_tracer> ${version_script})
  add_library(wrong_surface MODULE tracer/wrong_surface.cpp)
  target_link_libraries(wrong_surface PRIVATE Threads::Threads ttsoak_warnings)
  add_test(NAME TracerSurface.WrongOneIsRefused
      COMMAND ${surface_test} $<TARGET_FILE:wrong_surface> ${version_script})
  set_tests_properties(TracerSurface.WrongOneIsRefused PROPERTIES PASS_REGULAR_EXPRESSION
      "needs libstdc.*needs GLIBC_2.34, newer.*shows .*show_yourself.*lacks the hook malloc")
  set_tests_properties(TracerSurface.IsTheHooksAndNeedsOldGlibcOnly
      TracerSurface.WrongOneIsRefused PROPERTIES LABELS integration)
endif()
