#!/usr/bin/env bash
# Brings Debian's valkey-server, from the release or its backports, for the tests that need one. Without, they are skipped.
set -uo pipefail
command -v valkey-server >/dev/null 2>&1 && exit 0
command -v apt-get >/dev/null 2>&1 || exit 0
run() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }
export DEBIAN_FRONTEND=noninteractive
# The package starts a server of its own, which the tests don't need.
bring() { run env RUNLEVEL=1 timeout 120 apt-get "$@" install -y -qq --no-install-recommends valkey-server >/dev/null 2>&1; }
run timeout 60 apt-get update -qq >/dev/null 2>&1
bring && exit 0
codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | grep -v security | head -1)
if [ -n "$codename" ] && [ -n "$mirror" ]; then
  parts=$(mktemp -d)
  trap 'rm -rf "$parts"' EXIT
  cp -r /etc/apt/sources.list.d/. "$parts/" 2>/dev/null
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $codename-backports main" >"$parts/backports.list"
  options=(-o "Dir::Etc::sourceparts=$parts")
  run timeout 60 apt-get "${options[@]}" update -qq >/dev/null 2>&1
  bring "${options[@]}" && exit 0
fi
echo "valkey-server could not be installed; the tests of Valkey are skipped." >&2
