#!/bin/bash
# Creates rules-3.paint. Needs a program that draws by rules 3 (before two heads on a short line left a part of it
# between them), because later ones draw other arrows there.
set -euo pipefail
paint=$1
cd "${2:-.}"
export PAINT_DOCUMENT=$PWD/rules-3.paint
draw() { "$paint" "$@" -q; }
draw new rules-3.paint --size 90x70 --background linen
draw stroke line 5,66 80,50 --arrow both
draw stroke line 10,10 20,14 --arrow both
draw stroke line 30,10 52,12 --arrow both --width 6 --cap square
draw stroke line 30,30 60,36 --arrow both --width 5 --arrow-shape open --color crimson
draw stroke line 60,60 76,40 --arrow both --width 6 --arrow-shape dot --color navy
draw stroke line 60,10 80,16 --arrow both --width 6 --arrow-shape bar --opacity 50%
draw stroke pencil 10,40 16,44 24,40,0.5 --arrow both --width 4
draw stroke path 'M 64 24 q 6 6 4 9' --arrow both --width 5 --color teal
draw stroke curve 10,54 20,58 30,54 --arrow both --arrow-size 4 --width 5
draw stroke line 2,30 14,30 --arrow both --no-antialias
draw stroke line 40,60 50,60 --arrow end --width 4
draw set --arrow both --width 3
draw stroke line 80,60 86,66
# One pack instead of many.
draw gc
