#!/usr/bin/env bash
# Tests the package: what lintian says, how it installs and works in a bare Debian 12, and whether uninstall removes
# what install has installed.
#
# usage: test.sh TREE VERSION FOLDER
# The package is FOLDER/paint_VERSION_ARCHITECTURE.deb. FOLDER keeps the bare system, debian-12.tar, for the next time.
set -euo pipefail

tree=$(realpath "$1")
version=$2
folder=$(realpath "$3")
here=$(realpath "$(dirname "$0")")
package=$folder/paint_${version}_$(dpkg --print-architecture).deb
system=$folder/debian-12.tar
failed=0

say() { echo "test-package: $1"; }
fail() {
  say "$1" >&2
  failed=1
}
root=()
[[ $(id -u) == 0 ]] || root=(sudo -n)
as_root() { "${root[@]}" "$@"; }

missing=()
for tool in debootstrap lintian; do
  [[ -n $(PATH=$PATH:/usr/sbin command -v $tool) ]] || missing+=("$tool")
done
if ((${#missing[@]})); then
  say "installing ${missing[*]}"
  install=(env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}")
  { as_root "${install[@]}" || { as_root apt-get update -qq && as_root "${install[@]}"; }; } </dev/null >/dev/null 2>&1 || {
    say "that failed; run this as root, then try again: apt-get install ${missing[*]}" >&2
    exit 1
  }
fi

work=$(mktemp -d)
trap 'as_root rm -rf --one-file-system "$work"' EXIT

# Lintian. Warnings are printed, and errors fail.
lintian --fail-on error --tag-display-limit 0 "$package" || fail "lintian reports errors"

# The program needs these libraries, and no newer libc than the package says.
needed=$(readelf -dW "$tree/bin/paint" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | LC_ALL=C sort | tr '\n' ' ')
for library in $needed; do
  [[ $library =~ ^(libc\.so\.6|libm\.so\.6|ld-linux-.*)$ ]] || fail "paint needs $library"
done
newest=$(readelf -VW "$tree/bin/paint" | grep -o 'GLIBC_2\.[0-9]*' | sort -V | tail -n 1)
[[ $(printf '%s\n' "$newest" GLIBC_2.36 | sort -V | tail -n 1) == GLIBC_2.36 ]] || fail "paint needs $newest"
type=$(readelf -hW "$tree/bin/paint" | sed -n 's/ *Type: *\([A-Z]*\).*/\1/p')
[[ $type == DYN ]] || fail "paint is not position-independent"

# Install and uninstall, twice, next to files that are not ours.
prefix=$work/prefix
mkdir -p "$prefix/bin" "$prefix/share/man/man1"
touch "$prefix/bin/paint-other" "$prefix/share/man/man1/paint-other.1"
list() { (cd "$prefix" && find . -type f -printf '%P\n' | LC_ALL=C sort); }
before=$(list)
for _ in 1 2; do
  "$here/install.sh" "$tree" "$prefix" >/dev/null
  expected=$(
    (cd "$tree" && find . -type f -printf '%P\n')
    printf '%s\n' "$before" share/doc/paint/files
  )
  [[ $(list) == "$(LC_ALL=C sort <<<"$expected")" ]] || fail "make install does not install the files of the tree"
done
"$here/uninstall.sh" "$prefix" >/dev/null
[[ $(list) == "$before" ]] || fail "make uninstall does not remove what make install has installed"
[[ ! -e $prefix/share/doc/paint ]] || fail "make uninstall leaves share/doc/paint"
! "$here/uninstall.sh" "$prefix" >/dev/null 2>&1 || fail "a second make uninstall does not say that paint is not installed"
for file in bin/paint share/man/man1/paint.1 share/bash-completion/completions/paint share/zsh/site-functions/_paint \
  share/fish/vendor_completions.d/paint.fish share/doc/paint/README.md; do
  [[ -s $tree/$file ]] || fail "the tree has no $file"
done
compgen -G "$tree/share/man/man5/*.5" >/dev/null || fail "the tree has no page of section 5"

# Links in the installed documentation.
while IFS=: read -r file target; do
  [[ -e $tree/share/doc/paint/${target%%#*} ]] || fail "$(basename "$file") links to $target, which is not installed"
done < <(grep -roE --include '*.md' '\]\([^)# ]+' "$tree/share/doc/paint" | sed 's/](//' | grep -v ':[a-z]*://')

# The sources are complete: they name their version.
tar -xzOf "$folder/paint-$version.tar.gz" "paint-$version/Sources/PaintCLI/PaintCommand.swift" | grep "\"$version\"" >/dev/null ||
  fail "the tarball of the sources does not contain version $version"

# A bare Debian 12, made once. Its packages come from the mirror that apt uses here.
if [[ ! -s $system ]]; then
  say "making a bare Debian 12; this takes some minutes, and only once"
  mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 2>/dev/null | grep '/debian/\?$' | head -n 1) || true
  as_root env PATH="$PATH:/usr/sbin" debootstrap --variant=minbase bookworm "$work/system" \
    "${mirror:-http://deb.debian.org/debian}" >"$folder/debootstrap.log" 2>&1 || {
    say "debootstrap failed; its log is $folder/debootstrap.log" >&2
    exit 1
  }
  as_root tar -C "$work/system" --exclude './var/cache/apt/archives/*.deb' -cf - . >"$system.new"
  mv "$system.new" "$system"
else
  mkdir "$work/system"
  as_root tar -C "$work/system" --numeric-owner -xf "$system"
fi

# Nothing is mounted in it, not even /proc, and the package is installed without its recommendations.
as_root install -D -m 644 "$package" "$work/system/tmp/paint.deb"
as_root install -m 755 "$here/use.sh" "$work/system/tmp/use.sh"
as_root install -m 644 "$here/../photos/coffee.png" "$work/system/tmp/coffee.png"
as_root chroot "$work/system" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
  bash /tmp/use.sh "$version" || fail "paint does not work in a bare Debian 12"

((!failed)) || exit 1
say "lintian, install, uninstall and a bare Debian 12: all passed"
