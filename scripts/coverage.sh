#!/bin/sh
# How many lines the tests run, by crate; fails below what is promised: 85 % of kernel and engine,
# 80 % of all. Needs cargo-llvm-cov and the component llvm-tools.
#
#   scripts/coverage.sh [OPTION...]    options go to `cargo llvm-cov`, as in `--html`
set -eu
cd "$(dirname "$0")/.."
cargo llvm-cov --workspace --locked --no-report
[ $# -eq 0 ] || cargo llvm-cov report "$@"
found=$(mktemp)
trap 'rm -f "$found"' EXIT
cargo llvm-cov report --lcov >"$found"
# Source lines that hold code, and those that ran, by the folder of the crate.
awk -F: -v root="$PWD/" '
    /^SF:/ { path = substr($0, 4); sub(root, "", path); n = split(path, part, "/"); crate = part[1] "/" part[2]
             if (part[1] == "xtask") crate = "xtask" }
    /^LF:/ { lines[crate] += $2; all += $2 }
    /^LH:/ { ran[crate] += $2; allran += $2 }
    END {
        least["crates/quipu-kernel"] = least["crates/quipu-engine"] = 85
        for (crate in lines) row(crate, ran[crate], lines[crate], least[crate])
        row("all", allran, all, 80)
        exit failed
    }
    function row(name, ran, lines, least,   share) {
        share = lines ? 100 * ran / lines : 0
        verdict = !least ? "" : share < least ? "below " least " %" : "at least " least " %"
        if (least && share < least) failed = 1
        printf "%-24s %6d of %6d lines %6.1f %%  %s\n", name, ran, lines, share, verdict
    }
' "$found"
