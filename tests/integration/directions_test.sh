#!/usr/bin/env bash
# Reads the includes of every source file and fails on a forbidden direction. Data goes one way
# through the house; an include against it is how that is lost.
# usage: directions_test.sh SOURCE_DIR
set -euo pipefail
cd "$1"
failed=0

# forbid FOLDER PATTERN...: no file under FOLDER includes a header of ours that begins with PATTERN
forbid() {
  local folder=$1 found
  shift
  for pattern in "$@"; do
    found=$(grep -rnE --include='*.h' --include='*.cpp' "^#include \"$pattern" "$folder" || true)
    [ -z "$found" ] && continue
    printf '%s must not include %s:\n%s\n' "$folder" "$pattern" "$found"
    failed=1
  done
}

ours='(probes|reports|reference_engine|harness|tests)'
forbid probes harness/ reports/ reference_engine/ tests/
forbid probes/base "$ours/[^b]" 'probes/b[^a]'
forbid probes/values harness/ 'probes/[^bv]' 'probes/bl'
forbid probes/blackbox harness/ 'probes/[^b]' 'probes/ba'
forbid probes/heap probes/tracer probes/allocator probes/container probes/gpu
forbid probes/allocator probes/tracer probes/inventory probes/container probes/gpu probes/python
forbid probes/process probes/heap probes/tracer probes/inventory probes/container probes/gpu
forbid probes/gpu 'probes/[^bg]' 'probes/bl'
forbid probes/container 'probes/[^bvpc]' 'probes/bl'
forbid probes/inventory 'probes/[^bvpgi]' 'probes/bl'
forbid reports harness/ reference_engine/ tests/ 'probes/[^bv]' 'probes/bl'
forbid reports/units probes/ reports/record reports/series reports/trend reports/verdict reports/render
forbid reports/record reports/series reports/trend reports/verdict reports/render
forbid reports/trend reports/record reports/verdict reports/render
forbid reports/series reports/verdict reports/render
forbid reference_engine harness/ reports/ tests/ 'probes/[^b]' 'probes/bl'
forbid harness tests/

# The test must be able to fail: a planted violation has to be found.
planted=$(mktemp -d)
trap 'rm -r "$planted"' EXIT
mkdir "$planted/reports"
echo '#include "harness/run/soak.h"' > "$planted/reports/planted.cpp"
before=$failed
(cd "$planted" && failed=0 && forbid reports harness/ >/dev/null && [ "$failed" -eq 1 ]) ||
  { echo "a planted violation was not found"; failed=1; }
[ "$before" -eq 0 ] && [ "$failed" -eq 0 ]
