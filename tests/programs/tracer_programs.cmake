# Programs that the tests of the tracer run under it, one behaviour each. Their calls must not be
# optimised away, nor be the sanitizers' own.
function(ttsoak_trap name)
  target_compile_options(${name} PRIVATE -O1 -g -fno-builtin -fno-sanitize=all)
  target_link_options(${name} PRIVATE -fno-sanitize=all)
  target_link_libraries(${name} PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
  set_target_properties(${name} PROPERTIES
      LIBRARY_OUTPUT_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} PREFIX "")
  set_property(GLOBAL APPEND PROPERTY TTSOAK_TRAPS ${name})
endfunction()

foreach(name allocates_in_handlers every_allocation forks_while_others_allocate
    hides_behind_deepbind leaks_from_one_stack loads_and_unloads starts_other_programs
    threads_come_and_go throws_across_libraries)
  add_executable(trap_${name} tracer_traps/${name}.cpp)
  target_link_libraries(trap_${name} PRIVATE ttsoak_warnings)
  ttsoak_trap(trap_${name})
endforeach()

add_executable(trap_c_program_loads_cpp tracer_traps/c_program_loads_cpp.c)
ttsoak_trap(trap_c_program_loads_cpp)

foreach(pad 16 64)
  add_library(trap_plugin_${pad} MODULE tracer_traps/plugin.cpp)
  target_compile_definitions(trap_plugin_${pad} PRIVATE PLUGIN_PAD=${pad})
  target_link_libraries(trap_plugin_${pad} PRIVATE ttsoak_warnings)
  ttsoak_trap(trap_plugin_${pad})
endforeach()

add_library(trap_allocates_early MODULE tracer_traps/allocates_early.cpp)
target_link_libraries(trap_allocates_early PRIVATE ttsoak_warnings)
ttsoak_trap(trap_allocates_early)
