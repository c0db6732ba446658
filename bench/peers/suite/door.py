"""The door of every peer: `python peer_NAME.py index|ask FOLDER TEXTS PORT LIMIT`, in that peer's environment.

`index` reads a folder of documents and prints a JSON object with what it took, imports left out, and what came of it. `ask` opens, prints
`ready`, asks each line of a file twice in each of the peer's ways, and prints the median of the second times.
"""
import asyncio
import inspect
import json
import logging
import os
import pathlib
import statistics
import sys
import time

ACTION, FOLDER, TEXTS, PORT, LIMIT = (sys.argv[1:] + [""] * 5)[:5]
FOLDER, TEXTS, LIMIT = pathlib.Path(FOLDER).resolve(), pathlib.Path(TEXTS).resolve(), float(LIMIT or 600)
URL = f"http://127.0.0.1:{PORT}/v1"
DIMENSION = 384
os.environ.update(OPENAI_API_KEY="scripted", OPENAI_BASE_URL=URL, OPENAI_API_BASE=URL, GRAPHRAG_API_KEY="scripted")
logging.disable(logging.ERROR)  # A line a call is no part of the work.


def documents():
    """The documents: (id, text), in order."""
    return [(path.stem, path.read_text(encoding="utf-8")) for path in sorted(TEXTS.glob("*.txt"))]


def questions():
    return [line for line in TEXTS.read_text(encoding="utf-8").splitlines() if line.strip()]


async def index(work, relations):
    """Indexes by `work()`, which gives how many documents are done (and whether time was up), and says what it took;
    then, not timed, by `relations()`, how many relations are kept."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    cpu, wall = time.process_time(), time.perf_counter()
    done = await result(work)
    done, stopped = done if isinstance(done, tuple) else (done, False)
    took = {"cpu_s": time.process_time() - cpu, "wall_s": time.perf_counter() - wall}
    print(json.dumps({**took, "documents": done, "stopped": stopped, "relations": relations()}), flush=True)
    if stopped:
        os._exit(0)  # What still runs would be waited for.


def graphml():
    """How many relations the graph has that LightRAG and nano-graphrag keep."""
    file = FOLDER / "graph_chunk_entity_relation.graphml"
    return file.read_text(encoding="utf-8").count("<edge ") if file.exists() else 0


async def ask(ways):
    """Asks by `ways`: name and a function of the question."""
    print("ready", flush=True)
    p50 = {}
    for name, way in ways.items():
        times = []
        for counts in (False, True):
            for question in questions():
                began = time.perf_counter()
                await result(way, question)
                if counts:
                    times.append((time.perf_counter() - began) * 1000)
        p50[name] = statistics.median(times)
        print(json.dumps({"p50_ms": p50}), flush=True)


async def result(function, *arguments):
    value = function(*arguments)
    return await value if inspect.isawaitable(value) else value


def run(actions):
    asyncio.run(actions[ACTION]())
    sys.stdout.flush()
    os._exit(0)  # Some leave threads behind that never end.
