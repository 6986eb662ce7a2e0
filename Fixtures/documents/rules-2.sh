#!/bin/bash
# Creates rules-2.paint. Needs a program that draws by rules 2 (before arrow heads had a form), because later ones draw
# other heads on lines thinner than 3 pixels and on short ones.
set -euo pipefail
paint=$1
cd "${2:-.}"
export PAINT_DOCUMENT=$PWD/rules-2.paint
draw() { "$paint" "$@" -q; }
draw new rules-2.paint --size 90x70 --background linen
draw stroke line 5,66 80,50 --arrow both
draw stroke line 5,60 80,44 --arrow end --width 1.5 --dash 3,2
draw stroke line 10,10 16,12 --arrow end --width 4 --color crimson
draw stroke line 30,10 60,12 --arrow both --width 6 --cap square
draw stroke pencil 10,30 30,40 50,30,0.5 --arrow start --width 3 --color navy
draw stroke path 'M 4 50 C 20 20 40 80 60 50 S 80 30 86 60' --arrow end --width 2
draw stroke path 'M 64 4 q 6 6 4 9' --arrow both --width 5 --color teal
draw stroke curve 10,20 50,28 80,20 --arrow end --width 8 --opacity 50%
draw stroke line 2,40 60,40 --arrow end --no-antialias
draw stroke line 2,35 20,35 --arrow both --rules 1
draw set --arrow end --width 2
draw stroke line 70,60 80,20
draw stroke line 20,60 30,20 --arrow none
# One pack instead of many.
draw gc
