import os

MODES = ["light-local", "light-global", "light-hybrid", "light-mix"]
CONDITIONS = [
    {"top_k": k, "related": r, "pick": p} for k, r in ((40, 5), (4, 5), (4, 1), (2, 2)) for p in ("vector", "weight")
]


def key(m, c):
    return f"{m}/top{c['top_k']}/related{c['related']}/{c['pick']}"


LEAST = float(os.environ.get("LEAST", "0.05"))
