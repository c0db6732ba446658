"""Vectors for both: of the texts that Quipu embeds, stored ones in 8 bits as Quipu keeps them."""

import json, urllib.request, os
import numpy as np

URL = os.environ.get("U", "http://127.0.0.1:8872/v1")


def server(texts):
    body = json.dumps({"model": "words", "input": list(texts)}).encode()
    r = urllib.request.urlopen(urllib.request.Request(URL + "/embeddings", body, {"content-type": "application/json"}))
    return np.array([d["embedding"] for d in json.load(r)["data"]], dtype=np.float32)


def rounded(v):
    out = []
    for x in v:
        s = np.abs(x).max() / np.float32(127)
        out.append(np.round(x / s).astype(np.float32) * s if s else x)
    return np.array(out)


def table(g):
    """Last line of whatever a peer embeds -> the text that Quipu embeds."""
    t = {c["text"]: c["title"] + "\n" + c["text"] for c in g["chunks"].values()}
    for x in [*g["entities"].values(), *g["relations"].values()]:
        t[x["text"]] = x["text"]
    return t
