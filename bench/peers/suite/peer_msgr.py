"""Microsoft GraphRAG, its standard method, as `graphrag init` sets it up."""
import re
import subprocess
import sys

import door
import graphrag.api as api
import pandas
from graphrag.config.load_config import load_config

TABLES = ("entities", "communities", "community_reports", "text_units", "relationships")


def configured():
    """A folder as `graphrag init` makes it, pointed at the scripted model server."""
    settings = door.FOLDER / "settings.yaml"
    if not settings.exists():
        command = [sys.executable, "-m", "graphrag", "init", "--root", str(door.FOLDER), "-m", "scripted", "-e", "scripted"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        text = settings.read_text()
        text = re.sub(r"(\n    api_key: \$\{GRAPHRAG_API_KEY\}[^\n]*)", r"\1\n    api_base: ${OPENAI_BASE_URL}", text)
        text = text.replace("  db_uri: output/lancedb", f"  db_uri: output/lancedb\n  vector_size: {door.DIMENSION}")
        settings.write_text(text)
        (door.FOLDER / ".env").write_text("GRAPHRAG_API_KEY=scripted\n")
        for name, text in door.documents():
            (door.FOLDER / "input").mkdir(exist_ok=True)
            (door.FOLDER / "input" / f"{name}.txt").write_text(text, encoding="utf-8")
    return load_config(root_dir=door.FOLDER)


async def index():
    config = configured()

    async def work():
        outcomes = await api.build_index(config=config, method="standard")
        failed = [f"{outcome.workflow}: {outcome.error}" for outcome in outcomes if outcome.error]
        if failed:
            raise SystemExit("; ".join(failed))
        return len(pandas.read_parquet(door.FOLDER / "output" / "documents.parquet"))
    await door.index(work, lambda: len(pandas.read_parquet(door.FOLDER / "output" / "relationships.parquet")))


async def ask():
    config = load_config(root_dir=door.FOLDER)
    entities, communities, reports, units, relations = (
        pandas.read_parquet(door.FOLDER / "output" / f"{name}.parquet") for name in TABLES)
    kind = "Multiple Paragraphs"
    await door.ask({
        "basic, answered": lambda question: api.basic_search(config, units, kind, question),
        "local, answered": lambda question: api.local_search(
            config, entities, communities, reports, units, relations, None, 2, kind, question)})


door.run({"index": index, "ask": ask})
