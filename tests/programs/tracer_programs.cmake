# Programs that the tests of the tracer run under it, one behaviour each. Their calls must not be
# optimised away, nor be the sanitizers' own.
function(ttsoak_trap name)
  add_executable(trap_${name} tracer_traps/${name}.cpp)
  target_compile_options(trap_${name} PRIVATE -O1 -g -fno-builtin)
  target_link_libraries(trap_${name} PRIVATE ttsoak_warnings Threads::Threads ${CMAKE_DL_LIBS})
  set_property(GLOBAL APPEND PROPERTY TTSOAK_TRAPS trap_${name})
endfunction()

foreach(name every_allocation leaks_from_one_stack)
  ttsoak_trap(${name})
endforeach()
