#!/bin/sh
# Prints what a model's reading of 1,000 pages would cost with three price lists, as the README's table:
#
#   scripts/prices.sh
#
# The pages are of 500 words each, from the passages of an evaluation set. Nothing is asked of anybody: it is what
# `quipu extract --dry-run` says before anything is learned, once as it is usual and once without gleaning.
set -eu
cd "$(dirname "$0")/.."
. scripts/toolchain.sh

"$CARGO" build --quiet --locked --package quipu-cli
target=$("$CARGO" metadata --no-deps --offline --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/pages"
sed -n 's/.*"text": *"\(.*\)".*/\1/p' eval/sets/hotpotqa/corpus.jsonl | tr -s ' ' '\n' |
    awk -v folder="$folder/pages" '
        NR > 500000 { exit }
        { page = int((NR - 1) / 500); printf "%s%s", $0, (NR % 500 == 0 ? "\n" : " ") >(folder "/" page ".md") }
        NR % 500 == 0 { close(folder "/" page ".md") }
    '
quipu() { "$target/debug/quipu" --workspace "$folder" "$@"; }
quipu index "$folder/pages" --offline --json >/dev/null

# row LIST INPUT OUTPUT: a line of the table for a list of prices.
row() {
    for gleanings in 1 0; do
        quipu extract --dry-run --json --set llm.name=any --set "extract.gleanings=$gleanings" \
            --set "llm.price_input=$2" --set "llm.price_output=$3" | tr -d ' \n"' |
            sed "s/.*calls:{low:\([0-9.]*\),high:\([0-9.]*\)},input:{low:\([0-9.]*\),high:\([0-9.]*\)},output:{low:\([0-9.]*\),high:\([0-9.]*\)},money:{low:\([0-9.]*\),high:\([0-9.]*\)}.*/\1 \2 \3 \4 \5 \6 \7 \8/" |
            awk -v list="$1" -v input="$2" -v output="$3" -v gleanings="$gleanings" '{
                printf "| %s | %s / %s | %s | %d to %d | %.1f to %.1f M | %.1f to %.1f M | **%.2f to %.2f** |\n",
                    list, input, output, gleanings, $1, $2, $3 / 1e6, $4 / 1e6, $5 / 1e6, $6 / 1e6, $7, $8
            }'
    done
}
echo "| prices of | a million tokens in / out | gleanings | calls | tokens in | tokens out | money |"
echo "|---|---|---|---|---|---|---|"
row "a small model" 0.15 0.60
row "a middle one" 1 5
row "a large one" 2.50 10
