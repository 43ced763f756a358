# What runs the programs of other systems (tests/servers/other_systems). Static, since what a test
# preloads is not for it.
add_executable(enters_system enters_system.cpp)
target_compile_definitions(enters_system PRIVATE
    TTSOAK_SOURCE_DIR="${PROJECT_SOURCE_DIR}" TTSOAK_BINARY_DIR="${PROJECT_BINARY_DIR}")
target_compile_options(enters_system PRIVATE -fno-sanitize=all)
target_link_options(enters_system PRIVATE -static -fno-sanitize=all)
target_link_libraries(enters_system PRIVATE ttsoak_warnings)
