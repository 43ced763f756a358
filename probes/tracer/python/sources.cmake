# For the tracer, and for the tests that use this folder without the rest of it.
set(TTSOAK_TRACER_PYTHON_SOURCES "")
foreach(source
    blindness chores code_table eval_range exit_guard find frame_walk memory merge offsets proof
    pymalloc python_api python_text runtime_fields thread_local_slot thread_state)
  list(APPEND TTSOAK_TRACER_PYTHON_SOURCES ${CMAKE_CURRENT_LIST_DIR}/${source}.cpp)
endforeach()
