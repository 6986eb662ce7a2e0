#!/usr/bin/env bash
# Removes the files that install.sh has listed, and the folder of the documentation.
#
# usage: uninstall.sh PREFIX
set -euo pipefail

prefix=$1
list=$prefix/share/doc/paint/files
[[ -f $list ]] || {
  echo "make uninstall: paint is not installed in $prefix: there is no $list" >&2
  exit 1
}
while IFS= read -r file; do
  case /$file/ in
  */../* | //*) echo "make uninstall: $list has a path that does not belong there: $file" >&2 && exit 1 ;;
  esac
  [[ $file == share/doc/paint/files ]] || rm -f -- "$prefix/$file"
done <"$list"
rm -f -- "$list"
rmdir -- "$prefix/share/doc/paint" 2>/dev/null || true
echo "removed $prefix/bin/paint"
