#!/bin/sh
# What the tracer asks of a target and shows to it: usage: surface_test.sh LIBRARY VERSION_SCRIPT
#   - it needs the C library and the loader, and no C++ runtime, which may not be the target's;
#   - it loads on glibc 2.28;
#   - it shows the hooks that its version script lists, and nothing else.
set -eu
library=$1
script=$2
status=0

complain() {
  echo "$library: $*"
  status=1
}

for needed in $(readelf --dynamic --wide "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
  case $needed in
    libc.so.6 | ld-linux-x86-64.so.2) ;;
    *) complain "needs $needed" ;;
  esac
done

# "2.9" comes before "2.28" only for sort -V.
newest=$(objdump --dynamic-syms "$library" | sed -n 's/.*GLIBC_\([0-9.]*\).*/\1/p' |
  sort --version-sort | tail -n 1)
if [ "$(printf '%s\n2.28\n' "$newest" | sort --version-sort | tail -n 1)" != 2.28 ]; then
  complain "needs GLIBC_$newest, newer than 2.28"
fi

shown=$(nm --dynamic --defined-only "$library" | awk '{ print $3 }' | sort)
hooks=$(sed -n '/global:/,/local:/p' "$script" | grep -v ':' | tr -d ' ' | tr ';' '\n' |
  sed '/^$/d' | sort)
for symbol in $shown; do
  echo "$hooks" | grep -qxF "$symbol" || complain "shows $symbol, which is no hook"
done
for symbol in $hooks; do
  echo "$shown" | grep -qxF "$symbol" || complain "lacks the hook $symbol"
done
[ -n "$hooks" ] || complain "no hooks in $script"
exit $status
