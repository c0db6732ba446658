#!/bin/sh
# Prints the README's tables of figures anew, each between its marks, by the command that its first
# mark names: `scripts/figures.sh`. What takes too long for that is copied: what `bench/peers/run` and
# `quipu bench` wrote.
set -eu
cd "$(dirname "$0")/.."
. scripts/toolchain.sh

table=$(mktemp)
page=$(mktemp)
trap 'rm -f "$table" "$page"' EXIT
# put MARK: what stands below a mark of the README becomes the table.
put() {
    awk -v mark="$1" -v table="$table" '
        $0 == "<!-- end of print -->" { skip = 0 }
        !skip { print }
        $0 == mark { skip = 1; while ((getline line < table) > 0) print line }
    ' README.md >"$page"
    cat "$page" >README.md
}

# What `bench/peers/run` measured.
sed -n '/^<!-- copied into README.md -->$/,/^<!-- end of print -->$/{/^<!--/!p;}' bench/peers/RESULTS.md >"$table"
put '<!-- printed by bench/peers/run -->'

scripts/prices.sh >"$table"
put '<!-- printed by scripts/prices.sh -->'

# The rows of the last report of a million chunks that have a target.
awk -F'|' 'NF == 6 && $4 !~ /^ *$/' bench/REPORT.md >"$table"
put '<!-- printed by quipu bench --chunks 1000000 -->'

sed -n 's/^<!-- printed by quipu \(eval .*\) -->$/\1/p' README.md | while read -r arguments; do
    # The mark holds a command line: words apart, globs to be filled in.
    # shellcheck disable=SC2086
    "$CARGO" run --release --quiet --locked --package quipu -- $arguments >"$table" </dev/null
    put "<!-- printed by quipu $arguments -->"
done
