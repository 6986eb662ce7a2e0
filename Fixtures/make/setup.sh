#!/usr/bin/env bash
# Installs the Debian packages that are missing, and checks for Swift.
set -euo pipefail

# The libraries' names in pkg-config and their Debian packages. Of those after the first line only the headers are needed
# to build: `paint text`, and commands that open a picture of the format, load these libraries, and the packages depend on
# them.
libraries=(libpng:libpng-dev zlib:zlib1g-dev sqlite3:libsqlite3-dev
  freetype2:libfreetype-dev harfbuzz:libharfbuzz-dev fontconfig:libfontconfig-dev
  libjpeg:libjpeg-dev libwebp:libwebp-dev libtiff-4:libtiff-dev libgif:libgif-dev libavif:libavif-dev
  libheif:libheif-dev)
# A font for `paint text`, the checker of the manual pages, and the shells in which completion is tested; bash is always
# there. Only tests need them, and are skipped without.
wanted_files=(/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf:fonts-dejavu-core /usr/bin/mandoc:mandoc
  /usr/bin/zsh:zsh /usr/bin/fish:fish)
swift_at_least=6.2

say() { echo "make setup: $1" >&2; }

as_root() { "${root[@]}" env DEBIAN_FRONTEND=noninteractive "$@" </dev/null >/dev/null; }

install() {
  local command=(apt-get install -qq -y --no-install-recommends "$@")
  as_root "${command[@]}" 2>/dev/null || { as_root apt-get update -qq && as_root "${command[@]}"; }
}

root=()
if (($(id -u))); then root=(sudo); [[ -t 0 ]] || root=(sudo -n); fi

give_up() {
  say "$1; run this${root[*]- as root}, then try again:"
  echo "  ${root[*]:+sudo }apt-get update && ${root[*]:+sudo }apt-get install -y ${missing[*]}" >&2
  exit 1
}

missing=()
for tool in git pkg-config; do command -v $tool >/dev/null || missing+=($tool); done
for library in "${libraries[@]}"; do
  pkg-config --exists "${library%:*}" 2>/dev/null || missing+=("${library#*:}")
done
if ((${#missing[@]})); then
  command -v apt-get >/dev/null || {
    say "there is no apt-get; install the contents of these Debian packages: ${missing[*]}"
    exit 1
  }
  ((${#root[@]} == 0)) || command -v sudo >/dev/null || {
    root=()
    give_up "only root can install packages, and there is no sudo"
  }
  echo "make setup: installing ${missing[*]}"
  install "${missing[@]}" || give_up "apt-get failed"
  for library in "${libraries[@]}"; do
    pkg-config --exists "${library%:*}" || give_up "pkg-config still does not find ${library%:*}"
  done
fi

wanted=()
for file in "${wanted_files[@]}"; do [[ -e ${file%:*} ]] || wanted+=("${file#*:}"); done
if ((${#wanted[@]})); then
  ((${#root[@]} == 0)) || root=(sudo -n)
  echo "make setup: installing ${wanted[*]} for paint text and for tests"
  install "${wanted[@]}" 2>/dev/null ||
    say "that failed; other commands work without them, and tests that need them are skipped"
fi

version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p') || true
[[ -n $version ]] || {
  say "no swift on the PATH; get Swift $swift_at_least or later from https://swift.org/install"
  exit 1
}
printf '%s\n' $swift_at_least "$version" | sort -C -V || {
  say "this is Swift $version; get $swift_at_least or later from https://swift.org/install"
  exit 1
}
