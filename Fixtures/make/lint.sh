#!/usr/bin/env bash
# Checks the format, imports, unsafe code, the places of planted faults and the files at the top level.
set -euo pipefail

# In these modules unsafe code is only allowed in directories named Unsafe; the compiler requires a mark on each use.
fenced=(Sources/Paint{Raster,Filters,Text,PNG,Formats,History,Editing,Terminal,CLI})

fail() {
  echo "make lint: $1" >&2
  exit 1
}

swift format lint --strict --parallel --recursive Sources Tests Package.swift
! grep -rnE '^[^/]*import +(struct |func |class )?Foundation( |\.|$)' Sources ||
  fail "Foundation delays every start of the program by several milliseconds"
! find "${fenced[@]}" -name '*.swift' -not -path '*/Unsafe/*' -print0 |
  xargs -0 grep -nE '^[^/]*(\<unsafe\>|Unsafe[A-Z])' || fail "unsafe code belongs in a directory named Unsafe"
while IFS= read -r file; do
  grep -q '^// Unsafe: ' "$file" || fail "$file has no line '// Unsafe: ' with the reason"
done < <(find "${fenced[@]}" -path '*/Unsafe/*.swift')
# Code that moves takes the faults in it along.
! command -v python3 >/dev/null || Fixtures/mutants/mutants.py --check
for name in *; do
  case $name in
  Package.swift | Sources | Tests | Fixtures | Makefile | README.md) ;;
  Package.resolved) ! git ls-files --error-unmatch "$name" >/dev/null 2>&1 ;;
  *.paint) [[ -d $name ]] ;;
  *) false ;;
  esac || fail "$name does not belong at the top level"
done
echo "lint: clean"
