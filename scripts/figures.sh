#!/bin/sh
# Prints the tables of figures of `docs` anew, each between its marks, by the command that its first
# mark names: `scripts/figures.sh`. What takes too long for that is copied: what `bench/peers/run` and
# `quipu bench` wrote.
set -eu
cd "$(dirname "$0")/.."
. scripts/toolchain.sh

table=$(mktemp)
page=$(mktemp)
trap 'rm -f "$table" "$page"' EXIT
# put MARK FILE: what stands below a mark of a file becomes the table.
put() {
    awk -v mark="$1" -v table="$table" '
        $0 == "<!-- end of print -->" { skip = 0 }
        !skip { print }
        $0 == mark { skip = 1; while ((getline line < table) > 0) print line }
    ' "$2" >"$page"
    cat "$page" >"$2"
}

# What `bench/peers/run` measured.
sed -n '/^<!-- copied into docs\/figures.md -->$/,/^<!-- end of print -->$/{/^<!--/!p;}' bench/peers/RESULTS.md >"$table"
put '<!-- printed by bench/peers/run -->' docs/figures.md

scripts/prices.sh >"$table"
put '<!-- printed by scripts/prices.sh -->' docs/models.md

# The rows of the last report of a million chunks that have a target.
awk -F'|' 'NF == 6 && $4 !~ /^ *$/' bench/REPORT.md >"$table"
put '<!-- printed by quipu bench --chunks 1000000 -->' docs/figures.md

# print FILE: its tables that `quipu eval` prints.
print() {
    sed -n 's/^<!-- printed by quipu \(eval .*\) -->$/\1/p' "$1" | while read -r arguments; do
        # The mark holds a command line: words apart, globs to be filled in.
        # shellcheck disable=SC2086
        "$CARGO" run --release --quiet --locked --package quipu-cli -- $arguments >"$table" </dev/null
        put "<!-- printed by quipu $arguments -->" "$1"
    done
}
print docs/answers.md
print docs/figures.md
