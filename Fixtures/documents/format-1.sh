#!/bin/bash
# Creates format-1.paint. Needs a program of format 1 (commit 9c4f096), because later ones write later formats.
set -euo pipefail
paint=$1
cd "${2:-.}"
export PAINT_DOCUMENT=$PWD/format-1.paint
draw() { "$paint" "$@" -q; }
"$paint" new small.paint --size 200x150 --background coral -q
"$paint" -d small.paint stroke line 1,1 199,149 --width 9 -q
"$paint" -d small.paint export in.png -q
draw new format-1.paint --size 200x150 --background linen
draw stroke pencil 10,10 150,90 60,140 --width 5 --color navy
draw stroke rect 20,20,60x40 --fill gold
draw stroke ellipse 90,60,70x50 --fill teal --color crimson
draw group 2 "Two shapes"
draw name 1 "First line"
draw branch sketch 2
draw fill 1,1 --color skyblue
draw clear ivory
draw stroke pencil 5,140 190,10 --width 8 --color purple
draw undo 2
draw stroke polygon 30,30 170,60 90,140 --fill olive
draw import in.png
draw place in.png --at 60,50
draw crop 20,10,150x120
draw stroke path 'M 2 2 L 38 4 L 20 28 Z' --fill white
draw branch end
draw set --width 4 --color teal
printf 'group begin Script\nstroke line 0,0 30,20\nstroke line 5,25 35,2\ngroup end\n' | draw batch -
draw undo 1
draw stroke line 0,15 39,15
draw undo
draw stroke eraser 3,3 30,20 --width 5
draw stroke line 9,15 139,15
draw undo 2
