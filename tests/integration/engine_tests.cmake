# The reference engine, alone and behind HTTP.
#
# Sanitizers replace the allocator whose books these tests read, so that only what does not look
# at the heap is built with them.
ttsoak_test(engine_flat_test integration TIMEOUT 300
    SOURCES engine_flat_test.cpp LIBRARIES ttsoak_engine)
ttsoak_test(engine_faults_test integration TIMEOUT 300
    SOURCES engine_faults_test.cpp LIBRARIES ttsoak_engine)
