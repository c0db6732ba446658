#!/bin/sh
# Prints what people wait for, of a cold clone on this machine: minutes of CPU and of wall of `./demo`, of
# `cargo install` and of `.ci/run`: `scripts/times.sh [demo install ci]`. It builds in a folder that goes again.
set -eu
cd "$(dirname "$0")/.."
. scripts/toolchain.sh
export CARGO

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# minutes NAME COMMAND...: runs a command in a fresh clone, and prints what it took.
minutes() {
    name=$1
    shift
    rm -rf "$folder/clone"
    git clone --quiet . "$folder/clone"
    began=$(date +%s)
    # What children took is in the second line of `times`, as 12m34.5s user, 1m2.3s system.
    spent=$(cd "$folder/clone" && sh -c '"$@" >"$0" 2>&1 || { tail -20 "$0" >&2; exit 1; }; times | tail -1' "$folder/log" "$@")
    wall=$(($(date +%s) - began))
    cpu=$(echo "$spent" | awk '{ for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); sum += t[1] + t[2] / 60 } printf "%.1f", sum }')
    printf '| `%s` | %s | %.1f |\n' "$name" "$cpu" "$(echo "$wall" | awk '{ print $1 / 60 }')"
}

printf '| what | CPU minutes | minutes of wall on %s processors |\n|---|---|---|\n' "$(getconf _NPROCESSORS_ONLN)"
for what in ${*:-demo install ci}; do
    case $what in
    demo) minutes ./demo ./demo ;;
    install) minutes 'cargo install' "$CARGO" install --quiet --locked --path crates/quipu-cli --root "$folder/root" ;;
    ci) minutes .ci/run .ci/run ;;
    *) echo "times: $what is none of demo, install, ci" >&2; exit 2 ;;
    esac
done
