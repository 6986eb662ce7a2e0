#!/usr/bin/env bash
# Links the archives of the libraries that the program contains into FOLDER, with the data for pkg-config that make it the
# first folder in which the linker looks.
#
# usage: archives.sh FOLDER
set -euo pipefail

mkdir -p "$1"
folder=$(realpath "$1")
rm -f "$folder"/*
clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang
link() {
  local from
  from=$("$clang" -print-file-name="$1")
  [[ $from == /* ]] || {
    echo "make build: clang does not find $1" >&2
    exit 1
  }
  ln -s "$from" "$folder/${2:-$1}"
}
for archive in libsqlite3.a libpng16.a libz.a libstdc++.a; do link $archive; done
# libgcc_s has no archive of its name: its parts are in libgcc, which is always linked, and in libgcc_eh.
link libgcc_eh.a libgcc_s.a
for name in libpng sqlite3; do
  sed "s|^libdir=.*|libdir=$folder|" "$(pkg-config --variable=pcfiledir $name)/$name.pc" >"$folder/$name.pc"
done
