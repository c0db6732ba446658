#!/bin/sh
# Holds the page to what is committed: it is built anew and compared, its types are checked, its tests run, and a browser goes
# through its stories against a binary: `scripts/page.sh QUIPU`. With CI set Node and the browser are installed.
set -eu
cd "$(dirname "$0")/.."
. scripts/toolchain.sh
quipu=$(realpath "$1")

. scripts/node.sh

cd web
npm ci --no-audit --no-fund --silent
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
npm run --silent client
npx vite build --outDir "$built" --emptyOutDir --logLevel warn
diff -r dist "$built" >/dev/null || {
    echo "web/dist is not what web/src builds: run \`npm ci && npm run build\` in web/"
    diff -rq dist "$built" || true
    exit 1
}
# What a first look loads: 250 kB of script, packed, and no more than a twentieth above what is written down.
size=0
for part in $(sed -n 's/.*\(src\|modulepreload.*href\)="\.\/\(assets\/[^"]*\.js\)".*/\2/p' dist/index.html); do
    size=$((size + $(gzip -9 -c "dist/$part" | wc -c)))
done
known=$(cat first-load.txt)
echo "first load: $size bytes of script, packed; $known are written down"
[ "$size" -le 250000 ] || { echo "the first load is larger than 250 kB"; exit 1; }
[ "$size" -le $((known + known / 20)) ] || {
    echo "the first load grew by more than a twentieth: load what is rare when it is needed, or write $size into web/first-load.txt"
    exit 1
}
npm run --silent check
npx vitest run

browser=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
if [ -z "$browser" ] && [ -n "${CI:-}" ]; then
    packages chromium
    browser=$(command -v chromium)
fi
[ -n "$browser" ] || { echo "Chromium is needed for the stories of the page"; exit 1; }
# What stands in for arXiv.
[ -x "$(dirname "$quipu")/quipu-scripted" ] || "$CARGO" build --locked --quiet --workspace --bin quipu-scripted
QUIPU=$quipu CHROMIUM=$browser npx vitest run --config vitest.stories.ts
