#!/bin/bash
# Creates rules-1.paint. Needs a program that draws by rules 1 (before commands had --rules), because later ones fill
# the pixels of lines 1 pixel wide differently.
set -euo pipefail
paint=$1
cd "${2:-.}"
export PAINT_DOCUMENT=$PWD/rules-1.paint
draw() { "$paint" "$@" -q; }
draw new rules-1.paint --size 90x70 --background linen
for edge in --antialias --no-antialias; do
  draw stroke pencil 3,3 40,9 12,30 $edge
  draw stroke pencil 50,5,0.4 60,25 70,5,0.7 --color navy $edge
  draw stroke pencil 45,45 $edge
  draw stroke line 2,40 60,40 --color crimson $edge
  draw stroke line 5,66 80,50 --arrow both $edge
  draw stroke line 5,60 80,44 --dash 3,2 --cap butt $edge
  draw stroke rect 20,12,30x20 --color teal $edge
  draw stroke rect 24,16 46,28 --fill gold --color black --radius 4 $edge
  draw stroke rect 60,30,20x14 --dash $edge
  draw stroke ellipse 10,30,40x26 --color purple $edge
  draw stroke ellipse 55,28 84,41 --fill skyblue --width 1 --opacity 50% $edge
  draw stroke polygon 70,60 86,40 88,66 80,50 --fill olive --color black --fill-rule evenodd $edge
  draw stroke path 'M 4 50 C 20 20 40 80 60 50 S 80 30 86 60' --arrow end $edge
  draw stroke path 'M 10 10 L 20 18 H 30 A 9 9 0 0 1 40 30 Z M 44 3' --fill ffffff80 --color 00800080 $edge
  draw stroke eraser 8,8 40,40 70,12 $edge
  draw stroke eraser 2,40 60,40 --to none --opacity 50% $edge
  draw stroke line 1.5,2.25 80,33.75 --color ff00ff80 $edge
  draw stroke line 1,30 80,66 --no-snap $edge
  draw stroke ellipse 5,5,9x9 --width 3 $edge
done
draw undo 3
draw set --no-antialias --width 1
draw stroke line 0,69 89,0
draw stroke eraser 0,35 89,35 --to r20
draw stroke rect 5,5 80,60 --fill ff000020 --color blue --name "A frame"
# One pack instead of many.
draw gc
