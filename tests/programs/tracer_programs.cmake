# Programs that the tests of the tracer run under it, one behaviour each. Their calls must not be
# optimised away, nor be the sanitizers' own.
function(ttsoak_trap name)
  target_compile_options(${name} PRIVATE -O1 -g -fno-builtin -fno-sanitize=all
      $<$<COMPILE_LANGUAGE:CXX>:-fsized-deallocation>)
  target_link_options(${name} PRIVATE -fno-sanitize=all)
  target_link_libraries(${name} PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
  set_target_properties(${name} PROPERTIES
      LIBRARY_OUTPUT_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} PREFIX "")
  set_property(GLOBAL APPEND PROPERTY TTSOAK_TRAPS ${name})
endfunction()

foreach(name allocates_in_handlers allocates_in_steps asks_whose_blocks every_allocation
    fills_the_tables forks_while_others_allocate hides_behind_deepbind leaks_from_one_stack
    loads_and_unloads maps_memory starts_other_programs threads_come_and_go
    throws_across_libraries)
  add_executable(trap_${name} tracer_traps/${name}.cpp)
  target_link_libraries(trap_${name} PRIVATE ttsoak_warnings)
  ttsoak_trap(trap_${name})
endforeach()

foreach(name c_program_loads_cpp says_hello)
  add_executable(trap_${name} tracer_traps/${name}.c)
  ttsoak_trap(trap_${name})
endforeach()
add_executable(trap_says_hello_statically tracer_traps/says_hello.c)
target_link_options(trap_says_hello_statically PRIVATE -static)
ttsoak_trap(trap_says_hello_statically)

find_library(JEMALLOC_ARCHIVE libjemalloc.a DOC "To be linked into a program (Debian: libjemalloc-dev)")
if(JEMALLOC_ARCHIVE)
  add_executable(trap_brings_its_own_malloc tracer_traps/brings_its_own_malloc.cpp)
  target_link_libraries(trap_brings_its_own_malloc PRIVATE ${JEMALLOC_ARCHIVE} ttsoak_warnings)
  ttsoak_trap(trap_brings_its_own_malloc)
endif()

foreach(pad 16 64)
  add_library(trap_plugin_${pad} MODULE tracer_traps/plugin.cpp)
  target_compile_definitions(trap_plugin_${pad} PRIVATE PLUGIN_PAD=${pad})
  target_link_libraries(trap_plugin_${pad} PRIVATE ttsoak_warnings)
  ttsoak_trap(trap_plugin_${pad})
endforeach()

add_library(trap_allocates_early MODULE tracer_traps/allocates_early.cpp)
target_link_libraries(trap_allocates_early PRIVATE ttsoak_warnings)
ttsoak_trap(trap_allocates_early)
