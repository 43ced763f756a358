# For the tracer, and for the tests that use this folder without the rest of it.
set(TTSOAK_TRACER_PYTHON_SOURCES "")
foreach(source
    blindness chores code_table eval_range exit_guard find frame_walk memory merge offsets proof
    pymalloc python_api python_text runtime_fields thread_local_slot thread_state)
  list(APPEND TTSOAK_TRACER_PYTHON_SOURCES ${CMAKE_CURRENT_LIST_DIR}/${source}.cpp)
endforeach()

# What needs the GIL. The exit guard has to know who is inside; the rest is for the tracer alone.
list(APPEND TTSOAK_TRACER_PYTHON_SOURCES
    ${CMAKE_CURRENT_LIST_DIR}/holders/calls.cpp ${CMAKE_CURRENT_LIST_DIR}/holders/entry.cpp)
set(TTSOAK_TRACER_HOLDERS_SOURCES "")
foreach(source
    answer object_walk own_memory paths reference_search rings run_code snapshot type_table)
  list(APPEND TTSOAK_TRACER_HOLDERS_SOURCES ${CMAKE_CURRENT_LIST_DIR}/holders/${source}.cpp)
endforeach()
