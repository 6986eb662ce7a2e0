#!/usr/bin/env bash
# Runs as root in a bare Debian 12: installs /tmp/paint.deb, uses the program and removes it.
#
# usage: use.sh VERSION
set -euo pipefail
trap 'echo "use.sh: line $LINENO failed: $BASH_COMMAND" >&2' ERR
version=$1

check() {
  local what=$1
  shift
  "$@" || {
    echo "use.sh: $what" >&2
    exit 1
  }
}
# Succeeds if the command ends with that exit code and its messages contain that text.
fails_with() {
  local code=$1 text=$2 said got=0
  shift 2
  said=$("$@" 2>&1 >/dev/null) || got=$?
  [[ $got == "$code" && $said == *"$text"* ]] || {
    echo "exit $got, not $code, or no '$text': $said" >&2
    return 1
  }
}

# dpkg checks the dependencies: nothing else is installed first.
check "dpkg does not install the package" dpkg -i /tmp/paint.deb >/tmp/dpkg.log
[[ $(paint --version) == "paint $version" ]]
libraries=$(ldd "$(command -v paint)" | awk '{ print $1 }' | LC_ALL=C sort | tr '\n' ' ')
check "paint needs other libraries: $libraries" \
  [ "$(sed -E 's|linux-vdso[^ ]* ||; s|/lib[^ ]*/ld-linux[^ ]* ||' <<<"$libraries")" = "libc.so.6 libm.so.6 " ]

cd "$(mktemp -d)"
paint new art.paint --from /tmp/coffee.png -q
paint stroke ellipse 170,15,240x195 --color gold --width 5 -q
paint stroke line 10,10 590,390 --color navy -q
paint undo -q
paint export now.png -q
paint status --json | grep '"revision":1' >/dev/null
paint redo -q
paint diff r1 r2 | grep 'px differ' >/dev/null
printf 'stroke rect 20,20,100x50 --fill red\nfilter blur --radius 2\n' >script.txt
paint batch script.txt -q
paint history | grep r4 >/dev/null
paint check >/dev/null
paint new again.paint --from now.png -q
[[ $(paint status -d again.paint --json | grep -o '"fingerprint":"[^"]*"') == \
  $(paint goto 1 -d art.paint -q && paint status -d art.paint --json | grep -o '"fingerprint":"[^"]*"') ]]
mkdir many
cp /tmp/coffee.png many/a.png
cp now.png many/b.png
echo 'stroke line 0,0 50,50 --color white' | paint batch - --from 'many/*.png' --out 'made/{stem}.png' -q
[[ -s made/a.png && -s made/b.png ]]

# What needs a library that is missing here says which package has it.
check "text without its libraries has no hint" fails_with 1 'apt-get install lib' paint text -d art.paint 10,10 hello --size 20
check "JPEG without its library has no hint" fails_with 1 'libjpeg62-turbo' paint export -d art.paint out.jpg
[[ ! -e out.jpg ]]

# minbase leaves no documentation out.
for file in man/man1/paint.1.gz bash-completion/completions/paint zsh/vendor-completions/_paint \
  fish/vendor_completions.d/paint.fish doc/paint/README.md doc/paint/copyright doc/paint/changelog.gz; do
  check "$file is not installed" [ -s "/usr/share/$file" ]
done
dpkg --verify paint
check "dpkg does not remove the package" dpkg --purge paint >>/tmp/dpkg.log
for file in bin/paint share/doc/paint share/man/man1/paint.1.gz; do
  check "$file is left" [ ! -e "/usr/$file" ]
done
