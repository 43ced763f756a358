# Files of the tracer that were damaged: for the sanitizers above all. The tracer and what it is
# loaded into are built without.
ttsoak_test(integration_damage integration TIMEOUT 300
    SOURCES damage/damage_test.cpp soak_child.cpp tracer/boxes.cpp tracer/target.cpp
    LIBRARIES ttsoak_probes nlohmann_json::nlohmann_json)
add_dependencies(integration_damage ttsoak_tracer)
