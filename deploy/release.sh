#!/bin/sh
# Installs releases of Kanaat side by side and switches between them by the link `current`:
#   sh release.sh install <tag or commit>   fetches, installs and builds it, then switches
#   sh release.sh rollback                  switches back to the release that ran before
#   sh release.sh list                      shows the releases, oldest first
# KANAAT_HOME (/opt/kanaat) contains repository.git (a bare clone), releases/, current and previous. The
# running server uses its own folder until it is restarted: systemctl restart kanaat.
set -eu
home=${KANAAT_HOME:-/opt/kanaat}
# Space for a release and its unpacked packages.
needed_mb=${KANAAT_NEEDED_MB:-1500}
kept=${KANAAT_KEEP:-3}

fail() { echo "$1" >&2; exit 1; }
refuse() { echo "Call it as: sh release.sh install <tag or commit> | rollback | list" >&2; exit 2; }

# Replaces a link in one step, so that it always exists.
point() { ln -sfn "$2" "$home/.$1.new" && mv -T "$home/.$1.new" "$home/$1"; }

switch_to() {
  before=$(readlink "$home/current" || true)
  [ "$before" = "releases/$1" ] && { echo "$1 is current already"; return; }
  [ -z "$before" ] || point previous "$before"
  point current "releases/$1"
  echo "current is $1; restart the server to run it"
}

install_release() {
  free_mb=$(df -Pm "$home" | awk 'NR == 2 { print $4 }')
  [ "$free_mb" -ge "$needed_mb" ] || fail "$home has $free_mb MB free, and a release needs $needed_mb."
  git --git-dir="$home/repository.git" fetch --quiet --tags origin '+refs/heads/*:refs/heads/*'
  commit=$(git --git-dir="$home/repository.git" rev-parse --verify --quiet "$1^{commit}") ||
    fail "There is no tag or commit $1."
  name=$(echo "$commit" | cut -c1-12)
  if [ ! -d "$home/releases/$name" ]; then
    unfinished="$home/releases/.$name"
    rm -rf "$unfinished"
    mkdir -p "$unfinished"
    trap 'rm -rf "$unfinished"' EXIT
    git --git-dir="$home/repository.git" archive "$commit" | tar -x -C "$unfinished"
    # The server reads the commit that it shows from this file.
    mkdir "$unfinished/.git" && echo "$commit" >"$unfinished/.git/HEAD"
    (cd "$unfinished" && node scripts/setup.mjs --build)
    mv "$unfinished" "$home/releases/$name"
    trap - EXIT
  fi
  touch "$home/releases/$name"
  switch_to "$name"
  prune
}

# Deletes all but the newest releases, and never one that a link names.
prune() {
  ls -1t "$home/releases" | tail -n "+$((kept + 1))" | while read -r name; do
    case "releases/$name" in
      "$(readlink "$home/current")" | "$(readlink "$home/previous" || true)") ;;
      *) rm -rf "${home:?}/releases/$name" ;;
    esac
  done
}

case "$#,${1:-}" in
  2,install)
    [ -n "$2" ] || refuse
    install_release "$2"
    ;;
  1,rollback)
    before=$(readlink "$home/previous") || fail "There is no release to go back to."
    switch_to "${before#releases/}"
    ;;
  1,list) ls -1tr "$home/releases" ;;
  *) refuse ;;
esac
