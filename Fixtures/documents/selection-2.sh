#!/bin/bash
# Creates selection-2.paint and prints selection-2.txt. Needs a program of format 2 that knows selections (commit 8b93ef6),
# because later ones write later formats.
#
# A line per revision: its number and size, then fingerprints: of its picture, of its selection's mask (none without one),
# of the picture after `clear red` within the selection, and of the picture that the eraser leaves everywhere.
set -euo pipefail
paint=$1
cd "${2:-.}"
export PAINT_DOCUMENT=$PWD/selection-2.paint
draw() { "$paint" "$@" -q; }
"$paint" new start.paint --size 100x80 -q
"$paint" -d start.paint clear 'conic-gradient(gold, teal, linen, gold)' -q
"$paint" -d start.paint export start.png -q
draw new selection-2.paint --from start.png
draw stroke line 5,5 90,70 --width 9 --color navy
draw select ellipse 20,10,60x50 --feather 4
draw fill 50,5 --color 'linear-gradient(45deg, gold, crimson 60%, teal)' --tolerance 100%
draw resize 90x70
draw stroke spray 10,20 80,50 --width 30 --color red --seed 3
draw select rect 5,5,30x40 --add
draw filter gaussian-blur --radius 2
draw rotate 90
draw stroke clone 40,40 20,70 --offset -12,-20 --width 12
draw crop 4,8,60x76
draw stroke blur 10,20 50,60 --width 20
draw stroke eraser 10,60 50,20 --width 9
draw undo 2
draw select invert
draw stroke rect 20,20,30x40 --fill 'radial-gradient(circle, white, black)' --color lime
draw branch masked
draw flip horizontal
draw select none
draw stroke line 1,1 59,70 --width 3
draw undo 2
# One pack instead of many.
draw gc
count=$("$paint" history --all --json | grep -o '"revision":' | wc -l)
probe() {
  rm -rf probe.paint && cp -r selection-2.paint probe.paint
  printf '%s\n' "$@" | "$paint" -d probe.paint batch - -q
  "$paint" -d probe.paint status --json | sed 's/"selection":{[^}]*}//'
}
fingerprint() { grep -o '"fingerprint":"[0-9a-f]*"' | cut -d '"' -f 4 || echo none; }
for ((number = 0; number < count; number++)); do
  show=$("$paint" show $number --json)
  size=$(sed 's/.*"width":\([0-9]*\),"height":\([0-9]*\).*/\1x\2/' <<<"$show")
  mask=$(sed 's|.*"selection":||; t; d' <<<"$show" | sed 's|}.*||' | fingerprint)
  picture=$(sed 's/"selection":{[^}]*}//' <<<"$show" | fingerprint)
  cleared=$(probe "goto $number" 'clear red' | fingerprint)
  erased=$(probe "goto $number" 'select none' 'stroke eraser 0,0 100,80 --width 400' | fingerprint)
  echo "$number $size $picture $mask $cleared $erased"
done
rm -rf probe.paint start.paint start.png
