# What looking at Python's objects costs. Not a pass or fail: prints figures.
if(NOT TTSOAK_SANITIZE)
  set(integration ${PROJECT_SOURCE_DIR}/tests/integration)
  add_executable(python_holders_cost python_holders_cost.cpp
      ${integration}/python_holders/observed_program.cpp
      ${integration}/soak_child.cpp
      ${integration}/tracer/boxes.cpp
      ${integration}/tracer/target.cpp)
  target_compile_definitions(python_holders_cost PRIVATE
      TTSOAK_SOURCE_DIR="${PROJECT_SOURCE_DIR}" TTSOAK_BINARY_DIR="${PROJECT_BINARY_DIR}")
  target_link_libraries(python_holders_cost PRIVATE
      ttsoak_probes nlohmann_json::nlohmann_json GTest::gtest ttsoak_warnings)
  add_dependencies(python_holders_cost ttsoak_tracer)
endif()
