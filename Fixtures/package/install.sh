#!/usr/bin/env bash
# Copies a tree to a prefix, with a list of its files for uninstall.sh.
#
# usage: install.sh TREE PREFIX
set -euo pipefail

tree=$1
prefix=$2

# Files of an older version may have other names.
[[ ! -e $prefix/share/doc/paint/files ]] || "$(dirname "$0")/uninstall.sh" "$prefix" >/dev/null

files() { (cd "$tree" && find . -type f -printf '%P\n' | LC_ALL=C sort); }
while IFS= read -r file; do
  mode=644
  [[ $file != bin/* ]] || mode=755
  install -D -m "$mode" "$tree/$file" "$prefix/$file"
done < <(files)
# Last, so that what is listed is there.
{
  files
  echo share/doc/paint/files
} >"$prefix/share/doc/paint/files"
chmod 644 "$prefix/share/doc/paint/files"
echo "installed $prefix/bin/paint"
