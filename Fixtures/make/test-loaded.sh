#!/usr/bin/env bash
# Runs `make test` COUNT times in a row next to LOOPS busy loops. Each has to pass, because no test may depend on time.
#
# usage: test-loaded.sh COUNT LOOPS
set -euo pipefail

mkdir -p .build
loops=()
trap 'kill "${loops[@]}" 2>/dev/null || true' EXIT
for ((loop = 0; loop < $2; loop++)); do
  while :; do :; done &
  loops+=($!)
done
failed=0
for ((run = 1; run <= $1; run++)); do
  log=.build/test-loaded-$run.log
  SECONDS=0
  if make --no-print-directory test >$log 2>&1; then
    result=passed
  else
    result="failed, see $log"
    failed=$((failed + 1))
  fi
  echo "run $run: $result ($SECONDS s)"
done
echo "make test-loaded: $failed of $1 runs failed"
((!failed))
