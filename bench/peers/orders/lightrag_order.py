"""LightRAG's own orders over Quipu's graph and vectors: python lightrag_order.py GRAPH QUIPU OUT"""

import asyncio, json, os, shutil, sys, logging, re
from conditions import *
from given import *

os.environ.update(LIGHTRAG_LOG_LEVEL="ERROR")
from lightrag import LightRAG, QueryParam
from lightrag.utils import EmbeddingFunc, Tokenizer, compute_mdhash_id
import lightrag

logging.getLogger("lightrag").setLevel(logging.CRITICAL)
ROOT = os.path.dirname(os.path.abspath(__file__))
GRAPH, QUIPU, OUT = sys.argv[1:4] + ["graph.json", "quipu.json", "lightrag.json"][len(sys.argv) - 1 :]
g, q = json.load(open(f"{ROOT}/{GRAPH}")), json.load(open(f"{ROOT}/{QUIPU}"))
CHUNKS_LEAST = float(os.environ.get("CHUNKS_LEAST", "1e-9"))
TABLE = table(g)


async def embed(texts, **kw):
    own = [TABLE.get(t.split("\n")[-1]) for t in texts]
    plain = server([o or t for o, t in zip(own, texts)])
    return np.array([rounded([v])[0] if o else v for o, v in zip(own, plain)])


async def no_llm(*a, **k):
    raise RuntimeError("no model is asked")


class Words:
    def encode(self, text):
        return re.findall(r"\w+|\W", text)

    def decode(self, tokens):
        return "".join(tokens)


async def rag_of(pick, related):
    work = f"{ROOT}/lr_{pick}{related}"
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    rag = LightRAG(
        working_dir=work,
        workspace=f"{pick}{related}",
        related_chunk_number=related,
        llm_model_func=no_llm,
        kg_chunk_pick_method=pick.upper(),
        tokenizer=Tokenizer("words", Words()),
        embedding_func=EmbeddingFunc(embedding_dim=64, max_token_size=8192, func=embed),
        vector_db_storage_cls_kwargs={"cosine_better_than_threshold": LEAST},
    )
    await rag.initialize_storages()
    name = lambda k: g["entities"][k]["name"]
    kg = {
        "chunks": [
            {"content": c["text"], "source_id": k, "file_path": c["title"] + ".txt"} for k, c in g["chunks"].items()
        ],
        "entities": [
            {
                "entity_name": e["name"],
                "entity_type": e["kind"],
                "description": e["text"],
                "source_id": (e["chunks"] or [""])[0],
            }
            for e in g["entities"].values()
        ],
        "relationships": [
            {
                "src_id": name(r["source"]),
                "tgt_id": name(r["target"]),
                "description": r["text"],
                "keywords": r["predicate"],
                "weight": r["weight"],
                "source_id": r["chunks"][0],
            }
            for r in g["relations"].values()
        ],
    }
    await rag.ainsert_custom_kg(kg)
    # ainsert_custom_kg knows one source a thing: all of them, and weights as stated, are put into the graph store here.
    ids = {k: compute_mdhash_id(c["text"], prefix="chunk-") for k, c in g["chunks"].items()}
    graph = rag.chunk_entity_relation_graph
    for e in g["entities"].values():
        node = await graph.get_node(e["name"])
        assert node, e
        await graph.upsert_node(e["name"], {**node, "source_id": "<SEP>".join(ids[c] for c in e["chunks"])})
    for r in g["relations"].values():
        edge = await graph.get_edge(name(r["source"]), name(r["target"]))
        assert edge, r
        await graph.upsert_edge(
            name(r["source"]),
            name(r["target"]),
            {**edge, "source_id": "<SEP>".join(ids[c] for c in r["chunks"]), "weight": r["weight"]},
        )
    rag.chunks_vdb.cosine_better_than_threshold = CHUNKS_LEAST
    return rag


async def main():
    out = {"_version": lightrag.__version__}
    for pick, related in sorted({(c["pick"], c["related"]) for c in CONDITIONS}):
        rag = await rag_of(pick, related)
        for qid, row in q.items():
            said = next(x["keywords"] for x in row["light"].values() if x["keywords"])
            low, high = re.fullmatch(r"low: (.*); high: (.*)", said).groups()
            for c in CONDITIONS:
                if (c["pick"], c["related"]) != (pick, related):
                    continue
                for m in MODES:
                    p = QueryParam(
                        mode=m.split("-")[1],
                        top_k=c["top_k"],
                        chunk_top_k=20,
                        ll_keywords=[low],
                        hl_keywords=[high],
                        enable_rerank=False,
                        only_need_context=True,
                    )
                    d = (await rag.aquery_data(row["question"], p)).get("data") or {}
                    out.setdefault(qid, {})[key(m, c)] = {
                        "passages": [x["file_path"].split(".")[0] for x in d.get("chunks", [])],
                        "entities": [x["entity_name"] for x in d.get("entities", [])],
                        "relations": [x["description"] for x in d.get("relationships", [])],
                    }
        await rag.finalize_storages()
    json.dump(out, open(f"{ROOT}/{OUT}", "w"), indent=1, ensure_ascii=False)


asyncio.run(main())
