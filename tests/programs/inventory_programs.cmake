# Programs that the tests of probes/inventory and probes/container watch.
foreach(name inventory_leaks cgroup_eater)
  add_executable(${name} ${name}.cpp)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ttsoak_warnings Threads::Threads)
endforeach()

# What probes/gpu opens in place of the driver's library: of today, and of before version 510.
foreach(name fake_nvml fake_nvml_old)
  add_library(${name} MODULE fake_nvml.cpp)
  target_link_libraries(${name} PRIVATE ttsoak_warnings)
  set_target_properties(${name} PROPERTIES
      LIBRARY_OUTPUT_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} CXX_VISIBILITY_PRESET hidden)
endforeach()
target_compile_definitions(fake_nvml PRIVATE FAKE_NVML_HAS_V3)
