# The sample documents behind `quipu serve`, for clients, and the packages of these. Sourced from the repository's root, behind
# scripts/toolchain.sh.

uv_version=0.13.9

# tools_in NAME: the folder of the target folder where packages stay between runs.
tools_in() {
    case ${CARGO_TARGET_DIR:-} in
        /*) echo "$CARGO_TARGET_DIR/$1" ;;
        *) echo "$(pwd)/${CARGO_TARGET_DIR:-target}/$1" ;;
    esac
}

# made FOLDER REQUIREMENTS: a virtual environment with these packages, made once.
made() {
    ! cmp -s "$2" "$1/made-of" || return 0
    rm -rf "${1:?}"
    python3 -c 'import ensurepip' 2>/dev/null || packages python3 python3-venv || true
    ${PYTHON:-python3} -m venv "$1" ||
        { echo "Python makes no virtual environment: install python3-venv" >&2; return 1; }
    # It installs hundreds of megabytes in a sixth of the time. One for all of them lies beside them.
    if [ ! -x "$(dirname "$1")/uv/bin/uv" ]; then
        ${PYTHON:-python3} -m venv "$(dirname "$1")/uv" &&
            "$(dirname "$1")/uv/bin/pip" install --quiet --disable-pip-version-check "uv==$uv_version" || return 1
    fi
    "$(dirname "$1")/uv/bin/uv" pip install --quiet --python "$1/bin/python" -r "$2" ||
        { echo "the packages of $2 cannot be installed: is there a network?" >&2; return 1; }
    cp "$2" "$1/made-of"
}

# modules FOLDER FROM: the Node packages of FROM/package-lock.json, installed once.
modules() {
    ! cmp -s "$2/package-lock.json" "$1/made-of" || return 0
    rm -rf "${1:?}"
    mkdir -p "$1"
    cp "$2/package.json" "$2/package-lock.json" "$1/"
    (cd "$1" && npm ci --no-audit --no-fund --ignore-scripts --silent) ||
        { echo "the packages of $2/package.json cannot be installed: is there a network?" >&2; return 1; }
    cp "$2/package-lock.json" "$1/made-of"
}

# serve_samples QUIPU: samples/ as the workspace `papers` behind a server, which ends with the shell. It sets `work`, a folder for
# the run, `address`, `token`, which reads, and `writer`, a token that writes, too.
serve_samples() {
    work=$(mktemp -d)
    server=
    trap 'if [ -n "$server" ]; then kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; fi; rm -rf "$work"' EXIT
    export XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data" HOME="$work"
    export PYTHONDONTWRITEBYTECODE=1 NO_PROXY=127.0.0.1 no_proxy=127.0.0.1
    # Programs find it by its name.
    mkdir "$work/bin"
    ln -s "$1" "$work/bin/quipu"
    PATH=$work/bin:$PATH
    quipu workspace create papers >/dev/null
    quipu --workspace papers index samples >/dev/null 2>&1
    token=$(token_of read)
    writer=$(token_of write)
    # A token that writes has the tools of agents that write, too.
    QUIPU_MCP_WRITE=yes quipu --workspace papers serve --listen 127.0.0.1:0 2>"$work/said" &
    server=$!
    address=
    for _ in $(seq 300); do
        address=$(sed -n 's,.*\(http://[0-9.:]*\)/.*,\1,p' "$work/said" | head -n 1)
        [ -z "$address" ] || return 0
        sleep 0.1
    done
    echo "the server does not start:" >&2
    cat "$work/said" >&2
    return 1
}

# token_of ROLE: a token of the workspace.
token_of() { quipu token create "$1" --role "$1" --only papers --json | sed -n 's/.*"secret":[ ]*"\([^"]*\)".*/\1/p'; }

still_serves() { kill -0 "$server" || { echo "the server ended" >&2; return 1; }; }
