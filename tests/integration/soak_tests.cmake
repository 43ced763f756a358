# The whole of ttsoak from the outside: its exit status, its report, what it leaves behind.
set(soak_sources soak_child.cpp soak_run.cpp)
set(soak_libraries ttsoak_probes nlohmann_json::nlohmann_json)
# What a sanitizer holds back (freed blocks, shadow memory) is growth, and is judged as such.
if(NOT TTSOAK_SANITIZE)
  ttsoak_test(soak_verdicts_test integration TIMEOUT 600
      SOURCES soak_verdicts_test.cpp ${soak_sources} LIBRARIES ttsoak_engine ${soak_libraries})
  add_dependencies(soak_verdicts_test ttsoak)
  ttsoak_test(selftest_test integration TIMEOUT 600
      SOURCES selftest_test.cpp ${soak_sources} LIBRARIES ${soak_libraries})
  add_dependencies(selftest_test ttsoak)
  ttsoak_test(diagnosis_test integration TIMEOUT 600
      SOURCES diagnosis_test.cpp ${soak_sources} LIBRARIES ${soak_libraries})
  add_dependencies(diagnosis_test ttsoak)
endif()
ttsoak_test(soak_trouble_test integration TIMEOUT 600
    SOURCES soak_trouble_test.cpp soak_lost_target_test.cpp ${soak_sources}
    LIBRARIES ttsoak_reports ${soak_libraries})
add_dependencies(soak_trouble_test ttsoak)
