#!/usr/bin/env bash
# Writes all files of an installation as they are below its prefix.
#
# usage: tree.sh PAINT PAGES FOLDER
# PAINT is the program; PAGES writes the man pages and the reference; FOLDER is replaced.
set -euo pipefail

paint=$(realpath "$1")
pages=$(realpath "$2")
folder=$3
project=$(realpath "$(dirname "$0")/../..")
tools=$(dirname "$(readlink -f "$(command -v swift)")")

give_up() {
  echo "$(basename "$0"): $1" >&2
  exit 1
}

umask 022
rm -rf "$folder"
mkdir -p "$folder"
folder=$(realpath "$folder")
documentation=$folder/share/doc/paint
catalogue=$project/Sources/PaintCLI/PaintCLI.docc

# Symbols are only of use where the sources are.
mkdir -p "$folder/bin"
"$tools/llvm-objcopy" --strip-all "$paint" "$folder/bin/paint"
chmod 755 "$folder/bin/paint"

# The pages are in man1 and man5.
mkdir -p "$folder/share/man"
"$pages" man "$folder/share/man" >/dev/null || give_up "$pages cannot write the man pages"
[[ -s $folder/share/man/man1/paint.1 ]] || give_up "$pages has written no page paint(1)"

completion() {
  mkdir -p "$(dirname "$folder/share/$2")"
  "$paint" completion "$1" >"$folder/share/$2" || give_up "$paint has no completion for $1"
}
completion bash bash-completion/completions/paint
completion zsh zsh/site-functions/_paint
completion fish fish/vendor_completions.d/paint.fish

# The guide and the reference: all articles are next to each other there, and links to symbols of DocC become links to
# files. The guide's own pictures are only on the web pages of `make docs`; links to other modules' articles are only text.
mkdir -p "$documentation"
install -m 644 "$project/Fixtures/demo/demo.png" "$documentation/demo.png"
sed -zE \
  -e 's|\]\(Fixtures/demo/demo\.png\)|](demo.png)|g' \
  -e 's|\]\(Sources/PaintCLI/PaintCLI\.docc/([A-Za-z]+/)?([A-Za-z]+\.md)\)|](\2)|g' \
  -e 's|\[([^]]*)\]\((Sources\|Fixtures)[^)]*\)|\1|g' \
  "$project/README.md" >"$documentation/README.md"
reference=$(mktemp -d)
trap 'rm -rf "$reference"' EXIT
"$pages" reference "$reference" || give_up "$pages cannot write the reference"
while IFS= read -r article; do
  sed -E \
    -e '/^!\[.*\]\([^)]*\)$/d' \
    -e 's|<doc:([A-Za-z]+)>|[\1](\1.md)|g' \
    -e 's|\]\(doc:([A-Za-z]+)\)|](\1.md)|g' \
    "$article" >"$documentation/$(basename "$article")"
done < <(find "$catalogue" "$reference" -name '*.md')

find "$folder" -type d -exec chmod 755 {} +
find "$folder/share" -type f -exec chmod 644 {} +
