"""With which options the light ways are asked: with LightRAG's defaults, and with few things, which shows more."""
MODES = ["light-local", "light-global", "light-hybrid", "light-mix"]
CONDITIONS = [{"top_k": k, "related": r, "pick": p} for k, r in ((40, 5), (4, 1)) for p in ("vector", "weight")]
# The least cosine of a thing; the default of both, 0.2, leaves most of so small a corpus out.
LEAST = 0.05


def key(mode, condition):
    return f"{mode}, top_k {condition['top_k']}, related {condition['related']}, {condition['pick']}"
