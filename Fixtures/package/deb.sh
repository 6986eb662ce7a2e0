#!/usr/bin/env bash
# Builds a Debian package of a tree.
#
# usage: deb.sh TREE VERSION FOLDER
# The package is FOLDER/paint_VERSION_ARCHITECTURE.deb.
set -euo pipefail

tree=$(realpath "$1")
version=$2
folder=$(realpath "$3")
here=$(realpath "$(dirname "$0")")
command -v dpkg-deb >/dev/null || {
  echo "make deb: there is no dpkg-deb; install the Debian package dpkg" >&2
  exit 1
}
architecture=$(dpkg --print-architecture)

# The time of the last commit; git archive gives it to the files. The same sources make the same package.
if [[ -e $here/../../.git ]]; then
  SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$here" log -1 --format=%ct)}
else
  SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(stat -c %Y "$here/deb.sh")}
fi
export SOURCE_DATE_EPOCH

umask 022
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"
mkdir -p "$root/DEBIAN" "$root/usr" "$root/usr/share/lintian/overrides"
cp -r "$tree"/. "$root/usr"
documentation=$root/usr/share/doc/paint

fill_in() {
  sed -e "s|@VERSION@|$version|g" -e "s|@ARCHITECTURE@|$architecture|g" \
    -e "s|@DATE@|$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")|g" \
    -e "s|@SIZE@|$(du -k -s --apparent-size "$root/usr" | cut -f 1)|g" "$here/$1"
}
fill_in changelog >"$documentation/changelog"
cp "$here/copyright" "$documentation/copyright"
cp "$here/lintian-overrides" "$root/usr/share/lintian/overrides/paint"
find "$root/usr/share/man" "$documentation/changelog" -type f -exec gzip -9n {} +
# zsh's folder for completions of packages.
mkdir -p "$root/usr/share/zsh/vendor-completions"
mv "$root/usr/share/zsh/site-functions/_paint" "$root/usr/share/zsh/vendor-completions/_paint"
rmdir "$root/usr/share/zsh/site-functions"

fill_in control >"$root/DEBIAN/control"
(cd "$root" && find usr -type f | LC_ALL=C sort | xargs -d '\n' md5sum) >"$root/DEBIAN/md5sums"
find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
package=$folder/paint_${version}_$architecture.deb
dpkg-deb --root-owner-group -Zxz --build "$root" "$package" >/dev/null
echo "built $package"
