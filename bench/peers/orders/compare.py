import json, sys
from conditions import *

A, B = sys.argv[1:3] + ["quipu.json", "lightrag.json"][len(sys.argv) - 1 :]
a, b = json.load(open(A)), json.load(open(B))


def tau(x, y):
    c = [p for p in x if p in y]
    n = len(c)
    if n < 2:
        return None
    return sum((1 if y.index(c[i]) < y.index(c[j]) else -1) for i in range(n) for j in range(i + 1, n)) / (
        n * (n - 1) / 2
    )


def one(rows):
    """rows of (quipu list, peer list)"""
    n = len(rows)
    first = sum(x[:1] == y[:1] for x, y in rows)
    s5 = sum(set(x[:5]) == set(y[:5]) for x, y in rows)
    o5 = sum(x[:5] == y[:5] for x, y in rows)
    full = sum(x == y for x, y in rows)
    ov = (
        sum(len(set(x[:5]) & set(y[:5])) / max(1, len(set(x[:5])), len(set(y[:5]))) if (x or y) else 1 for x, y in rows)
        / n
    )
    ts = [t for t in (tau(x, y) for x, y in rows) if t is not None]
    return first, s5, o5, full, round(ov, 2), round(sum(ts) / len(ts), 2) if ts else None


if __name__ == "__main__":
    print(
        "| way | same first | same set of top 5 | same top 5 in order | same list | overlap@5 | tau | entities: same list / set | relations: same list / set |"
    )
    for m in MODES:
        for c in CONDITIONS:
            k = key(m, c)
            rows = [(a[i]["light"][k], b[i][k]) for i in a]
            f = one([(x["passages"], y["passages"]) for x, y in rows])
            cmp = lambda what: (
                f"{sum(x[what] == y[what] for x, y in rows)} / {sum(set(x[what]) == set(y[what]) for x, y in rows)}"
            )
            print("|", k, "|", " | ".join(map(str, f)), "|", cmp("entities"), "|", cmp("relations"), "|")
