# The tracer against jemalloc's profiler. Not with sanitizers, which want to be loaded first.
if(NOT TTSOAK_SANITIZE)
  # Symbols only, at a fixed address: what two observers read of it must not depend on how well
  # they read debugging information.
  add_executable(tracer_oracle_program tracer_oracle/program.cpp)
  target_compile_options(tracer_oracle_program PRIVATE -O1 -g0 -fno-builtin -fno-pie)
  target_link_options(tracer_oracle_program PRIVATE -no-pie)
  target_link_libraries(tracer_oracle_program PRIVATE ttsoak_warnings)
  set_target_properties(tracer_oracle_program PROPERTIES POSITION_INDEPENDENT_CODE OFF)

  ttsoak_test(integration_tracer_oracle integration
      SOURCES soak_child.cpp tracer/boxes.cpp tracer/target.cpp
          tracer_oracle/holdings.cpp tracer_oracle/oracle_test.cpp
      LIBRARIES ttsoak_probes nlohmann_json::nlohmann_json)
  add_dependencies(integration_tracer_oracle tracer_oracle_program ttsoak_tracer)
endif()
