#!/usr/bin/env bash
# Runs the tests under the address and the thread sanitizer: all suites but those of the command line, which run the program
# as its users have it. The builds are optimised, because the fault suites are too slow otherwise.
set -euo pipefail
mkdir -p .build

# These take very long with the thread sanitizer, and their cases run on one thread each.
one_thread='^PaintHistoryTests\.(CallFault|PowerCut|Flip|FileKind)Tests|^PaintRasterTests\.BlendModeTests'
export PAINT_WITHOUT=PaintCLITests ASAN_OPTIONS=detect_leaks=0
export TSAN_OPTIONS=suppressions=$PWD/Fixtures/sanitizers/thread.txt

run() {
  local kind=$1
  shift
  swift test --disable-xctest -c release -Xswiftc -enable-testing --sanitize "$kind" --scratch-path ".build/$kind" "$@" \
    2>&1 | tee ".build/$kind.log" | { grep --line-buffered -E 'Sanitizer|SUMMARY|✘|error:|Test run with' || true; }
}
run address
run thread --skip "$one_thread"
! grep -lE 'ERROR: AddressSanitizer|WARNING: ThreadSanitizer' .build/address.log .build/thread.log
