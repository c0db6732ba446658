#!/bin/sh
# Prints the README's table of figures anew, between its marks: `scripts/figures.sh`.
set -eu
cd "$(dirname "$0")/.."
. scripts/toolchain.sh

begin='<!-- printed by quipu eval eval/sets/\* --markdown -->'
end='<!-- end of print -->'
table=$(mktemp)
trap 'rm -f "$table"' EXIT
"$CARGO" run --release --quiet --locked --package quipu -- eval eval/sets/*/ --markdown >"$table"
sed -i -e "\\|^$begin\$|,\\|^$end\$|{\\|^$begin\$|!{\\|^$end\$|!d}}" -e "\\|^$begin\$|r $table" README.md
