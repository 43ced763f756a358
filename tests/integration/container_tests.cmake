# A container engine, if one can be started here. The engine under test is traced, hence no
# sanitizers. One test at a time: each starts its own engine.
if(NOT TTSOAK_SANITIZE)
  ttsoak_test(container_test integration TIMEOUT 600
      SOURCES container/container_soak_test.cpp container/docker.cpp soak_child.cpp soak_run.cpp
      LIBRARIES ttsoak_harness)
  add_dependencies(container_test ttsoak)
endif()
