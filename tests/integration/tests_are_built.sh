#!/usr/bin/env bash
# Fails where a file of tests is in no list of sources, or a list is included by no other: its tests
# would be thought to pass.
# usage: tests_are_built.sh SOURCE_DIR
set -euo pipefail
cd "$1"
failed=0
while read -r file; do
  grep -rqF --include=CMakeLists.txt --include='*.cmake' "$(basename "$file")" . && continue
  echo "$file is named in no CMakeLists.txt and no .cmake file"
  failed=1
done < <(find tests -name '*_test.cpp' -o -name '*.cmake')
exit "$failed"
