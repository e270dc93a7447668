#!/usr/bin/env bash
# Makes sure that the tests find a Chromium: the one that is there, or Debian's. Quick and silent when there is one.
set -uo pipefail
for name in chromium-headless-shell chrome-headless-shell chromium chromium-browser google-chrome-stable google-chrome; do
  command -v "$name" >/dev/null 2>&1 && exit 0
done
[ -n "${GARNER_CHROMIUM_PATH:-}" ] && [ -x "$GARNER_CHROMIUM_PATH" ] && exit 0
command -v apt-get >/dev/null 2>&1 || { echo "No Chromium, and no apt-get to install one: see docs/adapters/playwright.md." >&2; exit 0; }
run() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }
export DEBIAN_FRONTEND=noninteractive
run apt-get update -qq >/dev/null 2>&1
run apt-get install -y -qq --no-install-recommends chromium-headless-shell >/dev/null 2>&1 ||
  run apt-get install -y -qq --no-install-recommends chromium >/dev/null 2>&1 ||
  echo "Chromium could not be installed; the tests that need one will fail and say so." >&2
