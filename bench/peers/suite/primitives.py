"""igraph, FAISS and LangChain on what Quipu is given too: `python primitives.py walk|dense|split FOLDER QUIPU-PEERS`, printing JSON.

All on one thread; CPU time of all threads of the process. Quipu is run here, between the others, so that all is one run.
"""
import json
import pathlib
import statistics
import subprocess
import sys
import time

import numpy

ACTION, FOLDER, OURS = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
NODES, EDGES, SEEDS = 100_000, 1_000_000, 3
DAMPINGS = (0.5, 0.85)
NEAREST, TIMES = 10, 5
BREADTHS = (16, 32, 64, 128, 256)


def ours(*arguments):
    said = subprocess.run([OURS, *map(str, arguments)], check=True, stdout=subprocess.PIPE, text=True).stdout
    return json.loads(said.splitlines()[-1])


def cpu(work, times=TIMES):
    """What work gives, and the median of its CPU seconds."""
    spent = []
    for _ in range(times):
        began = time.process_time()
        done = work()
        spent.append(time.process_time() - began)
    return done, statistics.median(spent)


def two_sided():
    """Entities and chunks that hold them: half of the vertices each, entities with a heavy tail."""
    draw, half = numpy.random.default_rng(5), NODES // 2
    edges = numpy.empty((0, 2), dtype=numpy.int64)
    while len(edges) < EDGES:
        count = 2 * EDGES
        drawn = numpy.stack([(half * draw.random(count) ** 3).astype(numpy.int64), draw.integers(0, half, count)], 1)
        edges = numpy.unique(numpy.concatenate([edges, drawn]), axis=0)
    return draw.permutation(edges)[:EDGES] + [0, half]


def communities(count=500):
    """Any vertex may meet any other: four fifths of the edges lie within communities, degrees are skewed."""
    draw = numpy.random.default_rng(5)
    of = draw.integers(0, count, NODES)
    order = numpy.argsort(of, kind="stable")
    start, size = numpy.searchsorted(of[order], numpy.arange(count)), numpy.bincount(of, minlength=count)
    edges = numpy.empty((0, 2), dtype=numpy.int64)
    while len(edges) < EDGES:
        one = (NODES * draw.random(EDGES) ** 1.5).astype(numpy.int64)
        near = order[start[of[one]] + (draw.random(EDGES) ** 1.5 * size[of[one]]).astype(numpy.int64)]
        other = numpy.where(draw.random(EDGES) < 0.8, near, draw.integers(0, NODES, EDGES))
        drawn = numpy.sort(numpy.stack([one, other], 1)[one != other], axis=1)
        edges = numpy.unique(numpy.concatenate([edges, drawn]), axis=0)
    return draw.permutation(edges)[:EDGES]


def given(name, entities, chunks, seeds, pairs):
    """Writes a graph as Quipu reads it."""
    file = FOLDER / f"{name}.u32"
    numpy.concatenate([[entities, chunks, len(seeds)], seeds, pairs.ravel()]).astype("<u4").tofile(file)
    return file


def exact(edges, seeds, damping):
    """Power iteration until nothing moves any more."""
    reset = numpy.zeros(NODES)
    reset[seeds] = 1 / len(seeds)
    degrees = numpy.maximum(numpy.bincount(edges.ravel(), minlength=NODES), 1)
    now = reset
    for _ in range(2000):
        leaving = now / degrees
        came = (numpy.bincount(edges[:, 1], leaving[edges[:, 0]], NODES)
                + numpy.bincount(edges[:, 0], leaving[edges[:, 1]], NODES))
        following = (1 - damping) * reset + damping * came
        moved, now = numpy.abs(following - now).sum(), following
        if moved < 1e-15:
            break
    return now


def walk_on(name, edges, sides):
    import igraph
    seeds = [1, 50, 500]
    graph = igraph.Graph(n=NODES, edges=edges.tolist())
    assert min(graph.degree(seeds)) > 0
    half = NODES // 2
    if sides == 2:
        file = given(name, half, half, seeds, edges - [0, half])
    else:
        # A walk on any graph is one between two copies of its vertices, found in either.
        file = given(name, NODES, NODES, seeds, numpy.concatenate([edges, edges[:, ::-1]]))
    rows = []
    for damping in DAMPINGS:
        reset = numpy.zeros(NODES)
        reset[seeds] = 1 / len(seeds)
        reset = reset.tolist()
        theirs, their_s = cpu(lambda: graph.personalized_pagerank(damping=damping, reset=reset, implementation="prpack"))
        truth = exact(edges, seeds, damping)
        their_error = float(numpy.abs(numpy.array(theirs) - truth).sum())
        # Its promise is twice the tolerance at most.
        figures = ours("walk", file, damping, their_error / 2, FOLDER / "scores.f64")
        found = numpy.fromfile(FOLDER / "scores.f64", dtype="<f8")
        found = found if sides == 2 else found[:NODES] + found[NODES:]
        rows.append({
            "graph": name, "damping": damping, "igraph_s": their_s, "quipu_s": figures["cpu_s"],
            "igraph_error": their_error, "quipu_error": float(numpy.abs(found - truth).sum())})
    return rows


def walk():
    import igraph
    rows = walk_on("entities and chunks", two_sided(), 2) + walk_on("any graph, as two copies of its vertices", communities(), 1)
    return {"version": igraph.__version__, "vertices": NODES, "edges": EDGES, "rows": rows}


def one_by_one(index, queries):
    """What each query finds, its median wall time and its mean CPU time, in milliseconds; asked twice, the second counts."""
    for _ in range(2):
        found, wall, began = [], [], time.process_time()
        for query in queries:
            at = time.perf_counter()
            found.append(index.search(query[None], NEAREST)[1][0])
            wall.append((time.perf_counter() - at) * 1000)
        spent = (time.process_time() - began) * 1000 / len(queries)
    return found, statistics.median(wall), spent


def recall(found, truth):
    return sum(len(set(of) & set(true)) for of, true in zip(found, truth)) / (NEAREST * len(truth))


def dense():
    import faiss
    faiss.omp_set_num_threads(1)
    made = ours("vectors", FOLDER / "texts.txt", FOLDER / "vectors.f32")
    asked = ours("vectors", FOLDER / "asked.txt", FOLDER / "queries.f32")
    dimension = made["dimension"]
    vectors, queries = (numpy.fromfile(FOLDER / f"{name}.f32", dtype="<f4").reshape(-1, dimension) for name in ("vectors", "queries"))
    flat, graph = faiss.IndexFlatIP(dimension), faiss.IndexHNSWFlat(dimension, 32, faiss.METRIC_INNER_PRODUCT)
    graph.hnsw.efConstruction = 200
    _, flat_build = cpu(lambda: flat.add(vectors), 1)
    truth, wall, spent = one_by_one(flat, queries)
    rows = [{"what": "FAISS flat (exact)", "recall": 1.0, "p50_ms": wall, "cpu_ms": spent, "build_s": flat_build}]
    figures = ours("dense", FOLDER / "store", FOLDER / "vectors.f32", FOLDER / "queries.f32", FOLDER / "found.u32")
    found = numpy.fromfile(FOLDER / "found.u32", dtype="<u4").reshape(-1, NEAREST)
    rows.append({"what": "Quipu's store", "recall": recall(found, truth), "p50_ms": figures["p50_ms"],
                 "cpu_ms": figures["cpu_ms"], "build_s": figures["fill_cpu_s"]})
    _, build = cpu(lambda: graph.add(vectors), 1)
    for breadth in BREADTHS:
        graph.hnsw.efSearch = breadth
        found, wall, spent = one_by_one(graph, queries)
        rows.append({"what": f"FAISS HNSW, M 32, efSearch {breadth}", "recall": recall(found, truth), "p50_ms": wall, "cpu_ms": spent, "build_s": build})
    return {"version": faiss.__version__, "vectors": made["count"], "questions": asked["count"], "dimension": dimension, "rows": rows}


def split():
    import importlib.metadata
    from langchain_text_splitters import RecursiveCharacterTextSplitter
    text = (FOLDER / "prose.txt").read_text()
    size = len(text.encode())
    rows = []
    for chars, overlap in ((1000, 100), (1000, 200), (300, 50)):
        splitter = RecursiveCharacterTextSplitter(chunk_size=chars, chunk_overlap=overlap)
        theirs, their_s = cpu(lambda: splitter.split_text(text))
        figures = ours("split", FOLDER / "prose.txt", chars, overlap, FOLDER / "chunks.json")
        found = json.loads((FOLDER / "chunks.json").read_text())
        same = sum(one == other for one, other in zip(theirs, found))
        rows.append({"size": chars, "overlap": overlap, "chunks": len(theirs), "quipu_chunks": len(found), "same": same,
                     "langchain_s": their_s, "quipu_s": figures["cpu_s"]})
    return {"version": importlib.metadata.version("langchain-text-splitters"), "bytes": size, "rows": rows}


print(json.dumps({"walk": walk, "dense": dense, "split": split}[ACTION]()))
