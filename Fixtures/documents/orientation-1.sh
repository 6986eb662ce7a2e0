#!/bin/bash
# Creates orientation-1.paint and orientation-1.script. Needs a program that ignores the orientation of PNGs, as it was
# before --orientation existed: orientation-6.png is 40x30 pixels, and its eXIf chunk states a quarter turn.
set -euo pipefail
paint=$1
picture=$(realpath "$(dirname "$0")/orientation-6.png")
cd "${2:-.}"
export PAINT_DOCUMENT=$PWD/orientation-1.paint
draw() { "$paint" "$@" -q; }
draw new orientation-1.paint --size 40x30 --background linen
draw stroke line 2,2 38,28 --width 5 --color teal
draw place "$picture" --at 7,-6
draw import "$picture"
draw place "$picture" --at center --size 20x --opacity 50%
draw stroke eraser 5,5 30,20 --width 4
"$paint" history --script --files pictures >orientation-1.script
# One pack instead of many.
draw gc
