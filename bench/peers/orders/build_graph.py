"""Indexes corpus/ with Quipu (rules), and writes graph.json: passages, entities, relations with the texts that Quipu embeds."""

import csv, json, os, subprocess, shutil, sys, tempfile

ROOT = os.path.dirname(os.path.abspath(__file__))
CORPUS, WS, OUT = [os.path.join(ROOT, a) for a in (sys.argv[1:4] or ["corpus", "ws", "graph.json"])]
URL = os.environ.get("U", "http://127.0.0.1:8872/v1")
ENV = dict(os.environ, QUIPU_EMBED_MODEL="openai", QUIPU_EMBED_URL=URL, QUIPU_EMBED_NAME="words", NO_COLOR="1")


def quipu(*args):
    r = subprocess.run(
        [f"{ROOT}/quipu", *args, "-w", WS], env=ENV, capture_output=True, text=True, check=args[0] != "search"
    )
    return r.stdout


shutil.rmtree(WS, ignore_errors=True)
os.makedirs(WS)
quipu("index", CORPUS)
tmp = tempfile.mkdtemp(dir=ROOT)
quipu("export", "csv", "--to", tmp + "/x")
nodes = {r["key:ID"]: r for r in csv.DictReader(open(tmp + "/x/nodes.csv"))}
edges = list(csv.DictReader(open(tmp + "/x/relationships.csv")))
shutil.rmtree(tmp)
part = {}
for e in edges:
    if e[":TYPE"] == "PART_OF":
        a, b = e[":START_ID"], e[":END_ID"]
        chunk, doc = (a, b) if a[0] == "c" else (b, a)
        part[chunk] = nodes[doc]["name"]
chunks = {k[1:]: {"title": part[k], "text": n["text"]} for k, n in nodes.items() if n[":LABEL"] == "Chunk"}
ents = {
    k[1:]: {"name": n["name"], "kind": n["type"], "count": int(n["chunks:long"]), "chunks": []}
    for k, n in nodes.items()
    if n[":LABEL"] == "Entity"
}
for e in edges:
    if e[":TYPE"] == "MENTIONS":
        ents[e[":END_ID"][1:]]["chunks"].append(e[":START_ID"][1:])
title = {c["title"]: k for k, c in chunks.items()}
for k, e in ents.items():
    if not e["chunks"] and e["name"] in title:
        e["chunks"] = [title[e["name"]]]
    assert len(e["chunks"]) == e["count"], e
rels = {}
for k, e in ents.items():
    for shown in json.loads(quipu("show", "entity", e["name"], "--json")):
        for r in shown["relations"]:
            rels[r["key"]] = {"predicate": r["predicate"], "weight": r["weight"], "chunks": r["chunks"]}


def things(kind):
    seen = {}
    for q in ["the", "Who leads the museum that founded Halmere in 1921", "what"] + [e["name"] for e in ents.values()]:
        for t in json.loads(quipu("search", q, "--things", kind, "--limit", "300", "--json")).get("things", []):
            seen[t["key"]] = t
    return seen


for k, t in things("entities").items():
    ents[k]["text"] = t["text"]
for k, t in things("relations").items():
    rels[k]["text"] = t["text"]
    rels[k]["source"], rels[k]["target"] = t["ends"]
assert all("text" in x for x in [*ents.values(), *rels.values()]), [
    x for x in [*ents.values(), *rels.values()] if "text" not in x
]
pairs = {}
for k, r in rels.items():
    pairs.setdefault(tuple(sorted([r["source"], r["target"]])), []).append(r["text"])
print(len(chunks), len(ents), len(rels), "parallel:", [p for p in pairs.values() if len(p) > 1])
json.dump({"chunks": chunks, "entities": ents, "relations": rels}, open(OUT, "w"), indent=1, ensure_ascii=False)
