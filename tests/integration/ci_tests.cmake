add_test(NAME ci_examples
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/ci_examples_test.py ${PROJECT_SOURCE_DIR}
        $<TARGET_FILE:ttsoak>)
set_tests_properties(ci_examples PROPERTIES LABELS integration TIMEOUT 300)
