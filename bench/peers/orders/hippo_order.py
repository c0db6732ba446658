"""HippoRAG 2's own code over Quipu's graph and vectors, no model asked: python hippo_order.py GRAPH OUT.
Modules that only models need are stubbed. What of HippoRAG runs is its own: EmbeddingStore, index() (OpenIE results from its cache
file), add_fact_edges, add_passage_edges, augment_graph, retrieve() with get_fact_scores, rerank_facts, graph_search_with_fact_entities,
dense_passage_retrieval, run_ppr (igraph, PRPACK)."""

import importlib.abc, importlib.machinery, json, os, shutil, sys, logging
from unittest.mock import MagicMock

ROOT = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, f"{ROOT}/dl")
STUBS = {
    "torch",
    "transformers",
    "vllm",
    "openai",
    "litellm",
    "boto3",
    "botocore",
    "gritlm",
    "einops",
    "httpx",
    "outlines",
    "filelock",
}


class Stub(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if name.split(".")[0] in STUBS else None

    def create_module(self, spec):
        m = MagicMock(name=spec.name)
        m.__path__ = []
        m.__spec__ = spec
        m.__name__ = spec.name
        return m

    def exec_module(self, module):
        pass


sys.meta_path.insert(0, Stub())
import numpy as np
from given import *
import hipporag.HippoRAG

H = sys.modules["hipporag.HippoRAG"]  # the package gives its class the same name
from hipporag.utils.config_utils import BaseConfig
from hipporag.utils.misc_utils import text_processing, compute_mdhash_id

GRAPH, OUT = sys.argv[1:3] + ["graph.json", "hipporag.json"][len(sys.argv) - 1 :]
g = json.load(open(f"{ROOT}/{GRAPH}"))
C, E, R = g["chunks"], g["entities"], g["relations"]
clean = lambda k: text_processing(E[k]["name"])
assert len({clean(k) for k in E}) == len(E)
text_of = {c["text"]: c["title"] + "\n" + c["text"] for c in C.values()}
text_of |= {
    str((clean(r["source"]), text_processing(r["predicate"]), clean(r["target"]))): r["text"] for r in R.values()
}
names = {clean(k): E[k]["text"] for k in E}


class Embedder:
    def __init__(self, *a, **k):
        pass

    def batch_encode(self, texts, instruction=None, norm=True, **k):
        texts = [texts] if isinstance(texts, str) else texts
        if instruction:
            return server(texts)  # questions
        return rounded(server([text_of.get(t) or names[t] for t in texts]))


H._get_llm_class = lambda config: MagicMock()
H._get_embedding_model_class = lambda embedding_model_name: Embedder


def knn(query_ids, key_ids, query_vecs, key_vecs, k, **_):
    q = np.array(query_vecs)
    q = q / np.linalg.norm(q, axis=1, keepdims=True)
    s = q @ q.T
    return {
        i: ([key_ids[j] for j in np.argsort(-row)[:k]], sorted(row.tolist(), reverse=True)[:k])
        for i, row in zip(query_ids, s)
    }


H.retrieve_knn = knn


class Same(H.HippoRAG):
    """Given Quipu's mentions as passage edges, and its weights of statements."""

    def add_fact_edges(self, chunk_ids, chunk_triples):
        super().add_fact_edges(chunk_ids, chunk_triples)
        for r in R.values():
            a, b = [compute_mdhash_id(clean(x), prefix="entity-") for x in (r["source"], r["target"])]
            self.node_to_node_stats[(a, b)] = self.node_to_node_stats[(b, a)] = float(r["weight"])
        for k, e in E.items():
            self.ent_node_to_chunk_ids[compute_mdhash_id(clean(k), prefix="entity-")] = {
                compute_mdhash_id(C[c]["text"], prefix="chunk-") for c in e["chunks"]
            }


own_nodes = H.extract_entity_nodes


def run(kind, synonyms):
    save = f"{ROOT}/hr_{kind}"
    shutil.rmtree(save, ignore_errors=True)
    os.makedirs(save)
    docs = [C[c]["text"] for c in C]
    openie = [
        {
            "idx": compute_mdhash_id(C[c]["text"], "chunk-"),
            "passage": C[c]["text"],
            "extracted_entities": [E[k]["name"] for k in E if c in E[k]["chunks"]],
            "extracted_triples": [
                [E[r["source"]]["name"], r["predicate"], E[r["target"]]["name"]] for r in R.values() if c in r["chunks"]
            ],
        }
        for c in C
    ]
    config = BaseConfig(
        save_dir=save,
        llm_name="none",
        embedding_model_name="none",
        openie_mode="online",
        synonymy_edge_sim_threshold=0.8 if synonyms else 2.0,
    )
    json.dump({"docs": openie}, open(f"{save}/openie_results_ner_none.json", "w"))
    if kind == "as_is":
        H.extract_entity_nodes = own_nodes
    else:
        H.extract_entity_nodes = lambda triples: (
            sorted(clean(k) for k in E),
            [[clean(k) for k in E if c in E[k]["chunks"]] for c in C],
        )
    hippo = (H.HippoRAG if kind == "as_is" else Same)(global_config=config)
    hippo.rerank_filter = lambda query, items, indices, len_after_rerank: (
        indices[:len_after_rerank],
        items[:len_after_rerank],
        {},
    )
    seen = []
    own = hippo.rerank_facts
    hippo.rerank_facts = lambda q, s: seen.append(own(q, s)) or seen[-1]
    hippo.index(docs)
    out = {}
    title = {c["text"]: c["title"] for c in C.values()}
    asked = json.load(open(f"{ROOT}/questions.json"))
    for row, found in zip(asked, hippo.retrieve([a["text"] for a in asked], num_to_retrieve=20)):
        facts = seen[len(out)][1]
        out[row["id"]] = {
            "passages": [title[d] for d in found.docs],
            "scores": [float(s) for s in found.doc_scores],
            "relations": [text_of[str(tuple(f))] for f in facts],
        }
    out["_graph"] = {
        "vertices": hippo.graph.vcount(),
        "edges": hippo.graph.ecount(),
        "damping": config.damping,
        "passage_node_weight": config.passage_node_weight,
        "linking_top_k": config.linking_top_k,
    }
    return out


json.dump(
    {
        "as_is": run("as_is", False),
        "same_graph": run("same_graph", False),
        "same_graph_synonyms": run("same_graph", True),
    },
    open(f"{ROOT}/{OUT}", "w"),
    indent=1,
)
