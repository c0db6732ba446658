"""Quipu's orders: python quipu_order.py CORPUSNAME (graph_X.json, ws_X) -> quipu.json"""

import json, os, subprocess, sys
from conditions import *

ROOT = os.path.dirname(os.path.abspath(__file__))
WS, GRAPH, OUT = sys.argv[1:4] + ["ws", "graph.json", "quipu.json"][len(sys.argv) - 1 :]
URL = os.environ.get("U", "http://127.0.0.1:8872/v1")
QUIPU = os.environ.get("QUIPU", f"{ROOT}/quipu")
ENV = dict(os.environ, QUIPU_EMBED_MODEL="openai", QUIPU_EMBED_URL=URL, QUIPU_EMBED_NAME="words", NO_COLOR="1")
g = json.load(open(f"{ROOT}/{GRAPH}"))


def search(q, strategy, sets):
    args = [QUIPU, "search", q, "-w", f"{ROOT}/{WS}", "--strategy", strategy, "--limit", "20", "--json"]
    for s in sets:
        args += ["--set", s]
    d = json.loads(subprocess.run(args, env=ENV, capture_output=True, text=True).stdout)
    if "things" not in d:
        return {
            "passages": [],
            "scores": [],
            "why": [],
            "entities": [],
            "relations": [],
            "thing_scores": [],
            "keywords": None,
            "view": None,
            "notes": d,
        }
    trace = {t["step"]: t["detail"] for t in d["trace"]}
    name = lambda t: g["entities"][t["key"]]["name"] if t["kind"] == "entity" else g["relations"][t["key"]]["text"]
    return {
        "passages": [h["title"] for h in d["hits"]],
        "scores": [h["score"] for h in d["hits"]],
        "why": [
            h["why"]["parts"][0].get("reason")
            + ":"
            + str(
                h["why"]["parts"][0].get("name")
                or h["why"]["parts"][0].get("cosine")
                or h["why"]["parts"][0].get("predicate")
            )
            for h in d["hits"]
        ],
        "entities": [name(t) for t in d["things"] if t["kind"] == "entity"],
        "relations": [name(t) for t in d["things"] if t["kind"] == "relation"],
        "thing_scores": [(t["words"], round(t["score"], 5)) for t in d["things"]],
        "keywords": trace.get("keywords"),
        "view": trace.get("view"),
        "notes": d["notes"],
    }


out = {}
for q in json.load(open(f"{ROOT}/questions.json")):
    row = out[q["id"]] = {"question": q["text"], "light": {}}
    for c in CONDITIONS:
        for m in MODES:
            row["light"][key(m, c)] = search(
                q["text"],
                m,
                [
                    f"look.light.least={LEAST}",
                    f"look.light.related={c['related']}",
                    f"look.light.top_k={c['top_k']}",
                    f"look.light.pick={c['pick']}",
                ],
            )
    row["ppr"] = search(q["text"], "ppr", [])
json.dump(out, open(f"{ROOT}/{OUT}", "w"), indent=1, ensure_ascii=False)
