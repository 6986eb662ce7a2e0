#!/usr/bin/env bash
# Runs the commands of the guide's pages and puts the pictures that they show into a catalogue of documentation.
#
# usage: pictures.sh PAINT CATALOGUE
# PAINT is the program; CATALOGUE is a folder with Guide/*.md, which gets a folder Resources.
set -euo pipefail

program=$(realpath "$1")
catalogue=$(realpath "$2")
photos=$(realpath "$(dirname "$0")/../photos")
export photos
unset PAINT_DOCUMENT

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$program" "$work/bin/paint"
mkdir -p "$catalogue/Resources"

for page in "$catalogue"/Guide/*.md; do
  folder=$work/$(basename "$page" .md)
  mkdir "$folder"
  awk '/^```sh guide$/ { runs = 1; next } /^```/ { runs = 0 } runs' "$page" >"$folder.sh"
  (cd "$folder" && PATH="$work/bin:$PATH" bash -euo pipefail "$folder.sh" >"$folder.log" 2>&1) || {
    echo "the commands of $page failed:" >&2
    cat "$folder.log" >&2
    exit 1
  }
  sed -n 's/^!\[.*](\(.*\))$/\1/p' "$page" | while read -r picture; do
    find "$folder" -name "$picture" -exec cp {} "$catalogue/Resources/" \; -quit
    [[ -e $catalogue/Resources/$picture ]] || { echo "$page shows $picture, which its commands did not make" >&2; exit 1; }
  done
done
