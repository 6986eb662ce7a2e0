#!/usr/bin/env bash
# Runs libFuzzer on each TARGET for SECONDS; without a target on all.
#
# All fuzzed code, including C, is instrumented. Targets with C or unsafe memory also use the address sanitizer. The others
# trap on errors anyway, and run three times as fast without it.
#
# usage: fuzz.sh SECONDS [TARGET …]
set -euo pipefail

seconds=$1
shift
with_address=" png pixmap slot pack drawing "
alone=" word path outlines record script rebuild "
targets=("$@")
((${#targets[@]})) || read -ra targets <<<"$with_address $alone"

build() {
  PAINT_FUZZ=1 swift build -c release --quiet --product paint-fuzz -Xswiftc -enable-testing -Xswiftc -use-ld=lld "$@"
}
for target in "${targets[@]}"; do
  if [[ $with_address == *" $target "* ]]; then builds_address=1; else builds_alone=1; fi
done
[[ -z ${builds_address-} ]] || build --scratch-path .build/fuzz -Xswiftc -sanitize=fuzzer,address \
  -Xcc -fsanitize=fuzzer-no-link,address
[[ -z ${builds_alone-} ]] || build --scratch-path .build/fuzz-alone -Xswiftc -sanitize=fuzzer -Xcc -fsanitize=fuzzer-no-link

# Swift's crash reports are disabled, so that libFuzzer reports the crash and saves the input.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0:malloc_context_size=8:quarantine_size_mb=16
mkdir -p .build/fuzz-logs
status=0
table=
for target in "${targets[@]}"; do
  program=.build/fuzz-alone/release/paint-fuzz
  [[ $with_address != *" $target "* ]] || program=.build/fuzz/release/paint-fuzz
  corpus=$PWD/.build/fuzz-corpus/$target
  found=$PWD/.build/fuzz-found/$target
  log=.build/fuzz-logs/$target.log
  rm -rf "$found"
  mkdir -p "$corpus" "$found"
  echo "make fuzz: $target for $seconds s" >&2
  $program "$target" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=3072 -print_final_stats=1 \
    -artifact_prefix="$found/" "$corpus" "$PWD/Fixtures/fuzz/$target" >"$log" 2>&1 || status=1
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
  table+=$(printf '%-10s%14s%10s' "$target" "${runs:-none}" "$(ls "$found" | wc -l)")$'\n'
done
printf '%-10s%14s%10s\n%s' target runs findings "$table"
((!status)) || echo "make fuzz: the findings are in .build/fuzz-found, the logs in .build/fuzz-logs" >&2
exit $status
