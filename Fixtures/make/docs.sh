#!/usr/bin/env bash
# Writes the guide with its pictures, the reference, and the articles and interfaces of all modules as web pages to
# .build/docs.
#
# usage: docs.sh PAINT PAGES
set -euo pipefail

modules=(PaintRaster PaintFilters PaintText PaintPNG PaintFormats PaintHistory PaintEditing PaintCLI)
rm -rf .build/docs .build/symbols .build/catalogues
mkdir -p .build/docs .build/catalogues
cp -r Sources/*/*.docc .build/catalogues
"$2" reference .build/catalogues/PaintCLI.docc/Reference
Fixtures/guide/pictures.sh "$1" .build/catalogues/PaintCLI.docc
swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members >.build/docs.log 2>&1 || {
  cat .build/docs.log >&2
  exit 1
}
docc=$(dirname "$(readlink -f "$(command -v swift)")")/docc
for module in "${modules[@]}"; do
  mkdir -p ".build/symbols/$module"
  cp .build/*/symbolgraph/"$module".symbols.json ".build/symbols/$module"
  catalogue=(".build/catalogues/$module.docc")
  [[ -d ${catalogue[0]} ]] || catalogue=()
  "$docc" convert "${catalogue[@]}" --diagnostic-level error --fallback-display-name "$module" \
    --fallback-bundle-identifier "paint.$module" --additional-symbol-graph-dir ".build/symbols/$module" \
    --output-path ".build/docs/$module" >/dev/null
done
for module in "${modules[@]}"; do
  echo "python3 -m http.server -d .build/docs/$module    # http://localhost:8000/documentation/${module,,}"
done
