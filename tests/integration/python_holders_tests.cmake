# Python's containers that grow, on every Python of this machine. Not with sanitizers: their
# run-time libraries want to be first, before a preloaded allocator.
if(NOT TTSOAK_SANITIZE)
  ttsoak_test(integration_python_holders integration TIMEOUT 300
      SOURCES
          python_frames/interpreters.cpp
          python_holders/exit_test.cpp
          python_holders/holders_test.cpp
          python_holders/observed_program.cpp
          soak_child.cpp
          tracer/boxes.cpp
          tracer/target.cpp
      LIBRARIES ttsoak_probes nlohmann_json::nlohmann_json)
  target_compile_definitions(integration_python_holders PRIVATE PYTHON_FRAMES_PRELOAD="")
  add_dependencies(integration_python_holders ttsoak_tracer)
endif()
