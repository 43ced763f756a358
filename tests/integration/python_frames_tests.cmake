# The Python frames of the tracer, on every Python of this machine, without the rest of the tracer.
# Sanitizers are left out: their run-time libraries and a preloaded allocator do not get along.
if(NOT TTSOAK_SANITIZE)
  include(${PROJECT_SOURCE_DIR}/probes/tracer/python/sources.cmake)

  # As it is built for the tracer: without exceptions and run-time types.
  add_library(python_frames_subject OBJECT
      ${TTSOAK_TRACER_PYTHON_SOURCES} ${PROJECT_SOURCE_DIR}/probes/tracer/box.cpp
      ${PROJECT_SOURCE_DIR}/probes/tracer/walk/own_memory.cpp)
  target_include_directories(python_frames_subject PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_options(python_frames_subject PRIVATE
      -fno-exceptions -fno-rtti -fno-threadsafe-statics -fvisibility=hidden)
  set_target_properties(python_frames_subject PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(python_frames_subject PRIVATE ttsoak_warnings)

  add_library(python_frames_preload MODULE
      ${CMAKE_CURRENT_LIST_DIR}/python_frames/preload.cpp ${PROJECT_SOURCE_DIR}/probes/heap/python_lines.cpp)
  target_include_directories(python_frames_preload PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_options(python_frames_preload PRIVATE LINKER:--no-undefined)
  target_link_libraries(python_frames_preload PRIVATE
      python_frames_subject ${CMAKE_DL_LIBS} Threads::Threads ttsoak_warnings)

  add_executable(embeds_python ${PROJECT_SOURCE_DIR}/tests/programs/python/embeds_python.cpp)
  target_include_directories(embeds_python PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(embeds_python PRIVATE ${CMAKE_DL_LIBS} ttsoak_warnings)

  ttsoak_test(integration_python_frames integration TIMEOUT 600
      SOURCES ${CMAKE_CURRENT_LIST_DIR}/python_frames/frames_test.cpp ${CMAKE_CURRENT_LIST_DIR}/python_frames/interpreters.cpp
          ${CMAKE_CURRENT_LIST_DIR}/python_frames/published_offsets_test.cpp
          ${PROJECT_SOURCE_DIR}/probes/tracer/python/offsets.cpp
      LIBRARIES ttsoak_base ${CMAKE_DL_LIBS})
  target_compile_definitions(integration_python_frames PRIVATE
      PYTHON_FRAMES_PRELOAD="$<TARGET_FILE:python_frames_preload>"
      EMBEDS_PYTHON="$<TARGET_FILE:embeds_python>")
  add_dependencies(integration_python_frames python_frames_preload embeds_python)
endif()
