#!/usr/bin/env bash
# Makes sure that the tests find a Redis: the one of REDIS_URL, the server that is installed, or Debian's. Quick and silent when there is one.
set -uo pipefail
[ -n "${REDIS_URL:-}" ] && exit 0
command -v redis-server >/dev/null 2>&1 && exit 0
command -v apt-get >/dev/null 2>&1 || { echo "No redis-server, and no apt-get to install one: set REDIS_URL, see docs/adapters/redis.md." >&2; exit 0; }
run() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }
export DEBIAN_FRONTEND=noninteractive
run apt-get update -qq >/dev/null 2>&1
# The package starts a server of its own, which the tests don't need.
run env RUNLEVEL=1 apt-get install -y -qq --no-install-recommends redis-server >/dev/null 2>&1 ||
  echo "redis-server could not be installed; the tests that need one will fail and say so." >&2
