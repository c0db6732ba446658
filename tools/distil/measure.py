"""What the vectors are worth beside BM25: `python measure.py DATA [SET...]`, DATA holding SET/corpus.jsonl and SET/questions.jsonl.

Score = alpha * BM25 / best BM25 + (1 - alpha) * max(cosine, 0)^2; alpha is chosen on the even-numbered questions."""
import json
import os
import struct
import sys
from collections import Counter

import numpy as np
import scipy.sparse as sp

import table
from distil import unit


class Stored(table.Keys):
    """The keys and vectors of a written file."""

    def __init__(self, path):
        raw = open(path, "rb").read()
        width, self.count, keys, bits = struct.unpack_from("<4I", raw, 4)
        at = 20 + 4 * ((1 << bits) + 1)
        hashes, at = np.frombuffer(raw, "<u4", keys, at), at + 4 * keys
        rows, at = np.frombuffer(raw, "<u2", keys, at), at + 2 * keys
        scale, at = np.frombuffer(raw, "<f4", self.count, at), at + 4 * self.count
        c = np.frombuffer(raw, np.uint8, self.count * width // 2, at).reshape(self.count, -1)
        self.vectors = table.restored(np.concatenate([c & 15, c >> 4], 1), scale)
        self.by_hash = dict(zip(hashes.tolist(), rows.tolist()))

    def get(self, key, default=None):
        return self.by_hash.get(table.hashed(key), default)

    def __len__(self):
        return self.count

    def embed(self, texts):
        return unit(self.features(texts) @ self.vectors)


def bm25(passages, questions, k1=1.2, b=.75):
    seen, rows, columns, values = {}, [], [], []
    terms = lambda text: [table.stem(w) for w in table.words(text)]
    for i, p in enumerate(passages):
        for w, n in Counter(terms(p)).items():
            rows.append(i), columns.append(seen.setdefault(w, len(seen))), values.append(n)
    tf, column, row = np.array(values, float), np.array(columns), np.array(rows)
    length, df = np.bincount(row, tf, len(passages)), np.bincount(column, minlength=len(seen))
    idf = np.log(1 + (len(passages) - df + .5) / (df + .5))
    part = tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / length.mean())[row]) * idf[column]
    index = sp.csr_matrix((part, (column, row)), (len(seen), len(passages)))
    asked = [(q, seen[t]) for q, text in enumerate(questions) for t in terms(text) if t in seen]
    return (sp.csr_matrix((np.ones(len(asked)), tuple(zip(*asked))), (len(questions), len(seen))) @ index).toarray()


def ndcg(scores, gold, k=10):
    discount, out = 1 / np.log2(np.arange(2, k + 2)), []
    for top, g in zip(np.argsort(-scores, 1, kind="stable")[:, :k], gold):
        best = np.sort(list(g.values()))[::-1][:k]
        out.append(sum(g.get(i, 0) * d for i, d in zip(top, discount)) / max((best * discount[:len(best)]).sum(), 1e-9))
    return np.array(out)


def recall(scores, gold, k=5):
    return np.array([len(set(top) & set(g)) / max(len(g), 1) for top, g in zip(np.argsort(-scores, 1, kind="stable")[:, :k], gold)])


def interval(differences):
    r = np.random.default_rng(1)
    low, high = np.percentile(differences[r.integers(0, len(differences), (5000, len(differences)))].mean(1), [2.5, 97.5])
    return f"{differences.mean():+.4f} [{low:+.4f}, {high:+.4f}] odd {differences[1::2].mean():+.4f}"


def chosen(words, cosines, gold, metric):
    words, similar = words / np.maximum(words.max(1, keepdims=True), 1e-9), np.maximum(cosines, 0) ** 2
    return max(((a, metric(a * words + (1 - a) * similar, gold)) for a in np.arange(.3, 1.01, .05)), key=lambda x: x[1][::2].mean())


def measure(folder, vectors):
    corpus, questions = ([json.loads(line) for line in open(f"{folder}/{n}.jsonl")] for n in ("corpus", "questions"))
    place = {c["_id"]: i for i, c in enumerate(corpus)}
    gold = [{place[i]: g for i, g in (q.get("relevance") or dict.fromkeys(q.get("gold", []), 1)).items() if g > 0 and i in place} for q in questions]
    passages, asked = [c["title"] + " " + c["text"] for c in corpus], [q["text"] for q in questions]
    words, p, q = bm25(passages, asked), vectors.embed(passages), vectors.embed(asked)
    mixed = p[np.random.default_rng(0).permutation(len(p))]
    for name, metric in (("ndcg@10", ndcg), ("recall@5", recall)):
        base, (alpha, hybrid), (_, shuffled) = metric(words, gold), chosen(words, q @ p.T, gold, metric), chosen(words, q @ mixed.T, gold, metric)
        print(f"{os.path.basename(folder):9} {name:8} bm25 {base.mean():.4f} alone {metric(q @ p.T, gold).mean():.4f} alpha {alpha:.2f} "
              f"hybrid - bm25 {interval(hybrid - base)}; hybrid - shuffled {interval(hybrid - shuffled)}", flush=True)


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    stored = Stored(here + "/../../crates/quipu-adapters/data/static.bin")
    for name in sys.argv[2:] or ("xquad_en", "xquad_ru", "nfcorpus", "2wiki", "musique", "hotpotqa"):
        measure(f"{sys.argv[1]}/{name}", stored)
