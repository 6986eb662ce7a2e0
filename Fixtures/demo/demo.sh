#!/usr/bin/env bash
# Draws on a photograph with all five brushes, undoes and redoes, and exports the picture.
#
# usage: demo.sh PAINT FOLDER
# PAINT is the program; FOLDER is replaced; it then contains the document and the picture.
set -euo pipefail

paint=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$2
fixtures=$(realpath "$(dirname "$0")/..")

rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
folder=$PWD
cp "$fixtures"/photos/chelsea.png "$fixtures"/demo/{spotlight,moustache,signature}.txt .
unset PAINT_DOCUMENT

# Prints a command as a user would type it, then runs it.
paint() {
  local word line='$ paint'
  for word; do
    case $word in
    *[\ \(\)]*) line+=" '$word'" ;;
    *) line+=" $word" ;;
    esac
  done
  echo "$line"
  "$paint" "$@"
}

say() { printf '\n# %s\n' "$1"; }

say "A photograph becomes a document: a canvas with a history."
paint new cat.paint --from chelsea.png

say "Dusk falls: a translucent rectangle over everything. The eraser lifts it from the face."
paint stroke rect 0,0,100%x100% --fill 0b1640 --opacity 0.72 --name Dusk
paint batch spotlight.txt --name Spotlight

say "A monocle: the glass, its rim with a shadow and a gleam, a reflection, a chain."
paint stroke ellipse 127,68,92x92 --fill 'rgba(190,230,255,.22)' --name Glass
paint stroke ellipse 127,68,92x92 --align center --color 3a2306 --width 9 --opacity 0.5 --name Shadow
paint stroke ellipse 127,68,92x92 --align center --color f2c14e --width 6 --name Rim
paint stroke ellipse 126,67,92x92 --align center --color fff3c4 --width 1.5 --opacity 0.8 --name Gleam
paint stroke pencil 140,113,0.1 142,104,0.6 147,96,0.9 154,89,1 163,84,0.6 171,82,0.1 \
  --width 6 --color white --opacity 0.8 --name Reflection
paint stroke line 142,148 93,290 --dash 0.1,6.9 --cap round --width 5 --color f2c14e --name Chain

say "A slip of the hand ..."
paint stroke pencil 250,40 330,205 265,60 395,190 --width 12 --color crimson --name Slip
paint undo

say "A moustache and a signature, drawn freehand with the pressure of the pen."
paint stroke pencil --points-from moustache.txt --width 17 --color 1d100a --name Moustache
paint stroke pencil --points-from signature.txt --width 3.6 --color fff3c4 --name Signature
paint stroke line 340,269 424,269 --width 3 --color f2c14e --name Underline
paint stroke rect 9.5,10,432x280 --dash 0.1,7.9 --cap round --align center --width 4 --color fff3c4 --opacity 0.9 --name Frame

say "Undo and redo: neither of them reads a pixel."
paint undo 3
paint redo 2
paint redo
paint history --limit 14
paint status

say "The picture."
paint export cat.png

cat <<END

The picture: $folder/cat.png
To use paint in this shell:  export PATH="$(dirname "$paint"):\$PATH"
END
