#!/usr/bin/env python3
"""Checks en.jsonl and ru.jsonl in this folder and prints the counts by sort as a table of Markdown.

Exits with 1 and a line for each fault when something does not hold.
"""
import collections
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
SOURCES = {"2wiki", "hotpotqa", "musique", "xquad", "written"}
faults = []


def stands(name, text):
    """Whether the name occurs verbatim, not as a piece of a longer word."""
    at = text.find(name)
    while at >= 0:
        before, after = text[at - 1:at], text[at + len(name):at + len(name) + 1]
        if not (before.isalnum() and name[0].isalnum()) and not (after.isalnum() and name[-1].isalnum()):
            return True
        at = text.find(name, at + 1)
    return False


def check(row, number, lang, ids, pairs):
    here = f"{lang}:{number}"
    if row["id"] != f"{lang}-{number:03d}" or row["id"] in ids:
        faults.append(f"{here}: id {row['id']}")
    ids.add(row["id"])
    if not isinstance(row["same"], bool):
        faults.append(f"{here}: same is not a boolean")
    texts = {t["id"]: t for t in row["texts"]}
    if not 1 <= len(texts) <= 3 or len(texts) != len(row["texts"]):
        faults.append(f"{here}: {len(row['texts'])} texts")
    for t in row["texts"]:
        if not 30 <= len(t["text"].split()) <= 150:
            faults.append(f"{here}: {t['id']} has {len(t['text'].split())} words")
        if t["source"] not in SOURCES:
            faults.append(f"{here}: source {t['source']}")
    for name in "ab":
        if not stands(row[name], texts[row[name + "_doc"]]["text"]):
            faults.append(f"{here}: {row[name]!r} is not in {row[name + '_doc']}")
    if row["a"] == row["b"] and (row["same"] or row["a_doc"] == row["b_doc"]):
        faults.append(f"{here}: equal names must be different things of two texts")
    if row["a_doc"] == row["b_doc"] and row["a"] != row["b"]:
        long, short = sorted((row["a"], row["b"]), key=len, reverse=True)
        if short in long and not stands(short, texts[row["a_doc"]]["text"].replace(long, "\0")):
            faults.append(f"{here}: {short!r} occurs only within {long!r}")
    pair = tuple(sorted((row[n], texts[row[n + "_doc"]]["text"]) for n in "ab"))
    if pair in pairs:
        faults.append(f"{here}: the pair stands twice")
    pairs.add(pair)


counts = collections.Counter()
halves = collections.Counter()
sources = collections.Counter()
for lang in ("en", "ru"):
    rows = [json.loads(line) for line in (HERE / f"{lang}.jsonl").read_text(encoding="utf-8").splitlines()]
    if len(rows) != 300:
        faults.append(f"{lang}: {len(rows)} lines")
    ids, pairs, seen = set(), set(), [set(), set()]
    for number, row in enumerate(rows, 1):
        check(row, number, lang, ids, pairs)
        counts[row["sort"], lang, row["same"], number % 2] += 1
        halves[lang, row["same"], number % 2] += 1
        for t in row["texts"]:
            seen[number % 2].add(t["text"])
            sources[lang, t["source"]] += 1
    if seen[0] & seen[1]:
        faults.append(f"{lang}: {len(seen[0] & seen[1])} texts stand on odd and on even lines")

if faults:
    print("\n".join(faults))
    sys.exit(1)

columns = [(lang, same) for lang in ("en", "ru") for same in (True, False)]


def cell(odd, even):
    return f"{odd} + {even}" if odd or even else ""


print("Even lines + odd lines, counted from 0:\n")
print("| sort | en same | en different | ru same | ru different |\n|---|---|---|---|---|")
for sort in sorted({k[0] for k in counts}):
    print(f"| `{sort}` | " + " | ".join(cell(counts[sort, l, s, 1], counts[sort, l, s, 0]) for l, s in columns) + " |")
print("| all | " + " | ".join(cell(halves[l, s, 1], halves[l, s, 0]) for l, s in columns) + " |")
print("\n| source | texts en | texts ru |\n|---|---|---|")
for source in sorted(SOURCES):
    print(f"| `{source}` | {sources['en', source]} | {sources['ru', source]} |")
