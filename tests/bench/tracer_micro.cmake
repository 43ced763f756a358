# Not a pass or fail: prints figures, to be read on a machine that is otherwise idle. The tracer's
# own sources and options, without the hooks: they would replace the program's malloc.
if(NOT TTSOAK_SANITIZE)
  find_package(benchmark REQUIRED)
  get_target_property(tracer_directory ttsoak_tracer SOURCE_DIR)
  get_target_property(tracer_sources ttsoak_tracer SOURCES)
  get_target_property(tracer_options ttsoak_tracer COMPILE_OPTIONS)
  list(FILTER tracer_sources EXCLUDE REGEX "^(hooks_.*|start|next_operator)\\.cpp$")
  list(TRANSFORM tracer_sources PREPEND ${tracer_directory}/ REGEX "^[^/]")

  add_library(tracer_micro_subject OBJECT ${tracer_sources})
  target_include_directories(tracer_micro_subject PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_options(tracer_micro_subject PRIVATE ${tracer_options})
  target_link_libraries(tracer_micro_subject PRIVATE ttsoak_warnings)
  set_target_properties(tracer_micro_subject PROPERTIES POSITION_INDEPENDENT_CODE ON)

  add_library(tracer_micro_calls SHARED tracer_micro/call_chain.cpp)
  target_include_directories(tracer_micro_calls PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(tracer_micro_calls PRIVATE Threads::Threads ttsoak_warnings)

  add_executable(tracer_micro tracer_micro/bench.cpp tracer_micro/start.cpp)
  target_include_directories(tracer_micro PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(tracer_micro PRIVATE tracer_micro_subject tracer_micro_calls
      benchmark::benchmark ${CMAKE_DL_LIBS} Threads::Threads ttsoak_warnings)

  add_library(tracer_micro_python MODULE tracer_micro/python_library.cpp tracer_micro/start.cpp)
  target_include_directories(tracer_micro_python PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(tracer_micro_python PRIVATE
      tracer_micro_subject ${CMAKE_DL_LIBS} Threads::Threads ttsoak_warnings)
  set_target_properties(tracer_micro_python PROPERTIES
      PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
endif()
