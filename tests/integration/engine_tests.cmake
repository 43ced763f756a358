# The reference engine, alone and behind HTTP. Tests that read glibc's books of the heap skip
# themselves where a sanitizer brings its own allocator.
ttsoak_test(engine_flat_test integration TIMEOUT 600
    SOURCES engine_flat_test.cpp LIBRARIES ttsoak_engine)
ttsoak_test(engine_faults_test integration TIMEOUT 300
    SOURCES engine_faults_test.cpp LIBRARIES ttsoak_engine)
ttsoak_test(engine_heap_faults_test integration TIMEOUT 300
    SOURCES engine_heap_faults_test.cpp LIBRARIES ttsoak_engine)
ttsoak_test(engine_system_faults_test integration TIMEOUT 300
    SOURCES engine_system_faults_test.cpp LIBRARIES ttsoak_engine)
ttsoak_test(engine_trigger_faults_test integration TIMEOUT 300
    SOURCES engine_trigger_faults_test.cpp
    LIBRARIES ttsoak_engine Boost::headers Threads::Threads)
ttsoak_test(engine_server_test integration
    SOURCES engine_server_test.cpp
    LIBRARIES ttsoak_engine Boost::headers nlohmann_json::nlohmann_json Threads::Threads)
ttsoak_test(engine_server_life_test integration
    SOURCES engine_server_life_test.cpp
    LIBRARIES ttsoak_engine Boost::headers Threads::Threads)
