# Not with sanitizers: what libcurl and its like leave behind at the end is not ours to answer for.
if(NOT TTSOAK_SANITIZE)
  add_executable(names_an_address ${PROJECT_SOURCE_DIR}/tests/programs/names_an_address.cpp)
  target_link_libraries(names_an_address PRIVATE ttsoak_probes ttsoak_warnings)

  ttsoak_test(debuginfod_test integration
      SOURCES debuginfod_test.cpp soak_child.cpp tracer/target.cpp
      LIBRARIES ttsoak_base nlohmann_json::nlohmann_json)
  add_dependencies(debuginfod_test names_an_address symbolized_variants)
endif()
