"""LightRAG's own orders over Quipu's graph and vectors, with Quipu's keywords: light.py GIVEN TO."""
import asyncio
import json
import logging
import pathlib
import re
import sys

import numpy
from conditions import CONDITIONS, LEAST, MODES, key
from lightrag import LightRAG, QueryParam
from lightrag.utils import EmbeddingFunc, Tokenizer, compute_mdhash_id
from vectors import DIMENSION, asked_of, rounded

logging.getLogger("lightrag").setLevel(logging.CRITICAL)
GIVEN = json.loads(pathlib.Path(sys.argv[1]).read_text())
GRAPH, URL = GIVEN["graph"], GIVEN["url"]
CHUNKS, ENTITIES, RELATIONS = GRAPH["chunks"], GRAPH["entities"], GRAPH["relations"]
# The last line of what it embeds of a thing, and the text that Quipu embeds.
TEXTS = {chunk["text"]: f"{chunk['title']}\n{chunk['text']}" for chunk in CHUNKS.values()}
TEXTS |= {thing["text"]: thing["text"] for kind in (ENTITIES, RELATIONS) for thing in kind.values()}


async def embed(texts, **_):
    own = [TEXTS.get(text.split("\n")[-1]) for text in texts]
    found = asked_of(URL, [known or text for known, text in zip(own, texts)])
    return numpy.array([rounded(vector) if known else vector for known, vector in zip(own, found)])


async def nobody(*_, **__):
    raise RuntimeError("no model is asked")


class Words:
    def encode(self, text):
        return re.findall(r"\w+|\W", text)

    def decode(self, tokens):
        return "".join(tokens)


async def filled(pick, related):
    """An index that holds the graph."""
    folder = pathlib.Path(GIVEN["work"]) / f"light-{pick}-{related}"
    folder.mkdir()
    light = LightRAG(
        working_dir=str(folder),
        workspace=folder.name,
        related_chunk_number=related,
        llm_model_func=nobody,
        kg_chunk_pick_method=pick.upper(),
        tokenizer=Tokenizer("words", Words()),
        embedding_func=EmbeddingFunc(embedding_dim=DIMENSION, max_token_size=8192, func=embed),
        vector_db_storage_cls_kwargs={"cosine_better_than_threshold": LEAST},
    )
    await light.initialize_storages()
    await light.ainsert_custom_kg(custom())
    # That knows one chunk a thing: all of them, and weights as stated, are put beside it.
    ids = {name: compute_mdhash_id(chunk["text"], prefix="chunk-") for name, chunk in CHUNKS.items()}
    store = light.chunk_entity_relation_graph
    for entity in ENTITIES.values():
        there = await store.get_node(entity["name"])
        await store.upsert_node(entity["name"], {**there, "source_id": "<SEP>".join(ids[name] for name in entity["chunks"])})
    for relation in RELATIONS.values():
        ends = [ENTITIES[relation[end]]["name"] for end in ("source", "target")]
        there = await store.get_edge(*ends)
        sources = "<SEP>".join(ids[name] for name in relation["chunks"])
        await store.upsert_edge(*ends, {**there, "source_id": sources, "weight": relation["weight"]})
    # Quipu takes chunks however near they are.
    light.chunks_vdb.cosine_better_than_threshold = 1e-9
    return light


def custom():
    name = lambda end: ENTITIES[end]["name"]  # noqa: E731
    return {
        "chunks": [
            {"content": chunk["text"], "source_id": key, "file_path": chunk["title"] + ".txt"} for key, chunk in CHUNKS.items()
        ],
        "entities": [
            {"entity_name": one["name"], "entity_type": one["kind"], "description": one["text"], "source_id": one["chunks"][0]}
            for one in ENTITIES.values()
        ],
        "relationships": [
            {
                "src_id": name(one["source"]),
                "tgt_id": name(one["target"]),
                "description": one["text"],
                "keywords": one["predicate"],
                "weight": one["weight"],
                "source_id": one["chunks"][0],
            }
            for one in RELATIONS.values()
        ],
    }


async def main():
    out = {}
    for pick, related in sorted({(one["pick"], one["related"]) for one in CONDITIONS}):
        light = await filled(pick, related)
        for name, row in GIVEN["quipu"].items():
            said = next(found["keywords"] for found in row["light"].values() if found["keywords"])
            low, high = re.fullmatch(r"low: (.*); high: (.*)", said).groups()
            for one in CONDITIONS:
                if (one["pick"], one["related"]) == (pick, related):
                    for mode in MODES:
                        found = await asked(light, row["text"], (low, high), mode, one["top_k"])
                        out.setdefault(name, {})[key(mode, one)] = found
        await light.finalize_storages()
    pathlib.Path(sys.argv[2]).write_text(json.dumps(out))


async def asked(light, text, keywords, mode, top_k):
    param = QueryParam(
        mode=mode.split("-")[1],
        top_k=top_k,
        chunk_top_k=20,
        ll_keywords=[keywords[0]],
        hl_keywords=[keywords[1]],
        enable_rerank=False,
        only_need_context=True,
    )
    data = (await light.aquery_data(text, param)).get("data") or {}
    return {
        "passages": [chunk["file_path"].removesuffix(".txt") for chunk in data.get("chunks", [])],
        "entities": [one["entity_name"] for one in data.get("entities", [])],
        "relations": [one["description"] for one in data.get("relationships", [])],
    }


asyncio.run(main())
