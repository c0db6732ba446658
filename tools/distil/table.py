"""Words, keys and the file of static vectors: the other half of `crates/quipu-adapters/src/embed`."""
import re
import struct
import unicodedata
from collections import Counter

import numpy as np
import scipy.sparse as sp
import snowballstemmer

ENGLISH, RUSSIAN = snowballstemmer.stemmer("english"), snowballstemmer.stemmer("russian")
LONGEST_PIECE = 12
STEMS = {}


def words(text):
    """Folded words, as the kernel's tokeniser gives them (CamelCase parts and pairs of ideographs apart)."""
    return [w.replace("ё", "е") for w in re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).lower())]


def stem(word):
    if word not in STEMS:
        own = ENGLISH if "a" <= word[0] <= "z" else RUSSIAN if "\u0400" <= word[0] <= "\u04ff" else None
        STEMS[word] = own.stemWord(word) if own else word
    return STEMS[word]


class Keys(dict):
    """`=word`, `~stem` or `#piece` to the number of a vector."""

    def add(self, key):
        return self.setdefault(key, len(self))

    def rows(self, word):
        found = self.get("=" + word, self.get("~" + stem(word)))
        return [found] if found is not None else self.pieces(word)

    def pieces(self, word):
        """The longest known pieces of an unknown Latin word, from left to right."""
        out, i = [], 0
        while word.isascii() and not word.isdigit() and i < len(word):
            for j in range(min(len(word), i + LONGEST_PIECE), i, -1):
                part = word[i:j]
                row = self.get("#" + part) if i else self.get("=" + part, self.get("~" + part))
                if row is not None:
                    out.append(row)
                    i = j
                    break
            else:
                i += 1
        return out

    def features(self, texts):
        """A row a text, a column a vector: 1 + ln(how often)."""
        ends, columns, values, memo = [0], [], [], {}
        for text in texts:
            count = Counter()
            for w in words(text):
                if w not in memo:
                    memo[w] = self.rows(w)
                count.update(memo[w])
            columns += count.keys()
            values += [1 + np.log(n) for n in count.values()]
            ends.append(len(columns))
        return sp.csr_matrix((np.array(values, np.float32), np.array(columns, np.int32), np.array(ends)), (len(texts), len(self)))


def quantise(vectors):
    """Four bits a component; of a few scales the one of least error."""
    best, top, rms = None, np.abs(vectors).max(1), np.sqrt((vectors ** 2).mean(1))
    for factor in (2, 2.2, 2.4, 2.6, 2.8, 3, 3.3, 3.7):
        scale = np.maximum(np.minimum(top, factor * rms) / 7.5, 1e-12)
        q = np.clip(np.round(vectors / scale[:, None] + 7.5), 0, 15)
        error = ((scale[:, None] * (q - 7.5) - vectors) ** 2).sum(1)
        better = np.full(len(error), True) if best is None else error < best[0]
        best = (error, q, scale) if best is None else (np.where(better, error, best[0]), np.where(better[:, None], q, best[1]), np.where(better, scale, best[2]))
    return best[1].astype(np.uint8), best[2].astype(np.float32)


def restored(q, scale):
    return (scale[:, None] * (q.astype(np.float32) - 7.5)).astype(np.float32)


def hashed(key):
    state = 0xcbf29ce484222325
    for byte in key.encode():
        state = ((state ^ byte) * 0x100000001b3) & 0xffffffffffffffff
    return (state >> 32) ^ (state & 0xffffffff)


def write(path, keys, q, scale, bits=14):
    count, width = q.shape
    assert count <= 65536 and width % 64 == 0
    by_hash = {}
    for key, row in sorted(keys.items()):
        by_hash.setdefault(hashed(key), row)
    hashes = np.array(sorted(by_hash), np.uint32)
    rows = np.array([by_hash[int(h)] for h in hashes])
    buckets = np.searchsorted(hashes, np.arange((1 << bits) + 1, dtype=np.uint64) << (32 - bits))
    with open(path, "wb") as f:
        f.write(b"QSV1" + struct.pack("<4I", width, count, len(hashes), bits))
        for array, kind in ((buckets, "<u4"), (hashes, "<u4"), (rows, "<u2"), (scale, "<f4")):
            f.write(array.astype(kind).tobytes())
        f.write((q[:, :width // 2] | (q[:, width // 2:] << 4)).tobytes())
