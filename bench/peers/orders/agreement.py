"""How far two orders agree, and the page that says so."""
from conditions import CONDITIONS, MODES, key

HEAD = """# Orders beside the code that they are after

Written by `bench/peers/orders/run`: {version}, `{light}`, `{hippo}`; {count} questions over twelve passages of an invented town, the same
graph and the same vectors given to all, no model asked. A cell says of how many questions both have the same. What differs and
why stands in [docs/ways.md](../../../docs/ways.md).
"""
COLUMNS = ["the first passage", "the set of the first five", "the first five in order", "the set of entities", "the set of relations"]


def agreed(pairs):
    """Of pairs of rows: how many agree, for each column."""
    five = lambda row: row["passages"][:5]  # noqa: E731
    same = lambda what: sum(set(a.get(what, [])) == set(b.get(what, [])) for a, b in pairs)  # noqa: E731
    return [
        sum(a["passages"][:1] == b["passages"][:1] for a, b in pairs),
        sum(set(five(a)) == set(five(b)) for a, b in pairs),
        sum(five(a) == five(b) for a, b in pairs),
        same("entities"),
        same("relations"),
    ]


def table(title, rows):
    lines = [f"| {title} | " + " | ".join(COLUMNS) + " |", "|---" * (len(COLUMNS) + 1) + "|"]
    return "\n".join(lines + [f"| {name} | " + " | ".join(map(str, counts)) + " |" for name, counts in rows])


def page(ours, peers, versions, version):
    head = HEAD.format(version=version, light=versions[0], hippo=versions[1], count=len(ours))
    light = [
        (key(mode, one), agreed([(row["light"][key(mode, one)], peers["light"][name][key(mode, one)]) for name, row in ours.items()]))
        for one in CONDITIONS
        for mode in MODES
    ]
    walked = {"same": "ppr, ties and weights as Quipu has them", "own": "ppr, ties and weights its own"}
    hippo = []
    for kind, name in walked.items():
        counts = agreed([(row["ppr"], peers["hippo"][kind][question]) for question, row in ours.items()])
        hippo.append((name, [*counts[:3], "", counts[4]]))
    return "\n".join([head, table("LightRAG", light), "", table("HippoRAG 2", hippo), ""])
