#!/usr/bin/env bash
# Runs tests in the optimised build, which is ten times as fast. Overflows and indices out of range trap in it, too. It has
# a directory of its own, because its flags differ from those of the release build.
#
# usage: test.sh all
#        test.sh faults
#        test.sh times SECONDS          prints the suites that take longer when nothing else runs
#        test.sh some FILTER PATTERN    prints the lines of the output that match the pattern
set -euo pipefail
mkdir -p .build

# `make test` runs samples of these suites, `make test-faults` all of their cases.
faults='^PaintHistoryTests\.(CallFault|PowerCut|Flip|FileKind)Tests'
thorough='^PaintHistoryTests\.(WriteBehind|DocumentRepair|DocumentCheck|Forgetting|ForgettingFailure|Slices)Tests'
thorough+='|^PaintHistoryTests\.(CraftedIndex|LostTransaction|ManyVersions|RowChecksum|UnconfirmedPacks)Tests'
thorough+='|^PaintRasterTests\.(BlendGrid|BlendMode|Dab|DensePencil|SoftLine)Tests|^PaintEditingTests\.SmudgeTests'
thorough+='|^PaintTextTests\.BidiConformanceTests|^PaintPNGTests\.PNGReaderTests'
thorough+='|^PaintFormatsTests\.([A-Za-z]*Damage|Mutation)Tests'
death='^PaintCLITests\.(VerbFault|Kill|Leftover|RandomKill|Crowd|FullDisk|MemoryShortage|BoundedMemory)Tests'
# Only `make test-faults` runs this suite: a sample of its calls would differ from run to run.
long='^PaintCLITests\.ReadFaultTests'

run() { swift test --disable-xctest -c release -Xswiftc -enable-testing --scratch-path .build/optimised "$@" 2>&1; }

case $1 in
all)
  log=.build/test.log
  # Suites run in parallel, so the lines of a failure are far above the last line: they are printed again at the end.
  run --skip "$long" | tee $log || {
    echo "make test: the failures; the whole log is $log:" >&2
    grep -E -A 4 '✘|error:|[Ff]atal|Crash' $log | tail -n 200 >&2
    exit 1
  }
  ;;
faults)
  log=.build/test-faults.log
  code=0
  PAINT_THOROUGH=1 run --filter "$faults|$death|$thorough|$long" >$log || code=$?
  grep -E '^faults:|✘ (Test|Suite)|error:|[Ff]atal|crashed' $log | cut -c 1-600 || true
  grep -o 'Test run with .*' $log | tail -n 1 || true
  ((!code)) || echo "make test-faults: the whole log is $log" >&2
  exit $code
  ;;
times)
  log=.build/test-times.log
  code=0
  run --no-parallel --skip "$long" >$log || code=$?
  sed -nE 's/.*Suite "?(.*[^"])"? (passed|failed) after ([0-9.]+) seconds.*/\3 s  \1/p' $log |
    awk -v most="$2" '$1 > most' | sort -rn
  grep -o 'Test run with .*' $log | tail -n 1
  exit $code
  ;;
some)
  run --filter "$2" | tee .build/test.log | { grep --line-buffered -E "$3" || true; }
  ;;
esac
