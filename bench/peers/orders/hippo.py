"""HippoRAG 2's own orders over Quipu's graph and vectors: hippo.py GIVEN TO PACKAGE.

What its models need is stubbed, its filter of statements keeps all, its nearest neighbours (torch) are sought by numpy. The stores,
the graph, the statements' and passages' scores and the walk (igraph) are its own. `same` gives it Quipu's mentions as ties of
passages, and Quipu's weights; `own` lets it make both."""
import importlib.abc
import importlib.machinery
import json
import pathlib
import sys
from unittest.mock import MagicMock

sys.path.insert(0, sys.argv[3])
STUBS = {"torch", "transformers", "vllm", "openai", "litellm", "boto3", "botocore", "gritlm", "einops", "httpx", "outlines", "filelock"}


class Stub(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if name.split(".")[0] in STUBS else None

    def create_module(self, spec):
        module = MagicMock(name=spec.name)
        module.__path__, module.__spec__, module.__name__ = [], spec, spec.name
        return module

    def exec_module(self, module):
        pass


sys.meta_path.insert(0, Stub())

import hipporag.HippoRAG  # noqa: E402, F401
import numpy  # noqa: E402
from hipporag.utils.config_utils import BaseConfig  # noqa: E402
from hipporag.utils.misc_utils import compute_mdhash_id, text_processing  # noqa: E402
from vectors import asked_of, rounded  # noqa: E402

# The package gives its class the name of the module.
hippo = sys.modules["hipporag.HippoRAG"]
GIVEN = json.loads(pathlib.Path(sys.argv[1]).read_text())
CHUNKS, ENTITIES, RELATIONS = (GIVEN["graph"][kind] for kind in ("chunks", "entities", "relations"))


def clean(entity):
    return text_processing(ENTITIES[entity]["name"])


def ends(relation):
    return clean(relation["source"]), clean(relation["target"])


TEXTS = {chunk["text"]: f"{chunk['title']}\n{chunk['text']}" for chunk in CHUNKS.values()}
TEXTS |= {clean(entity): ENTITIES[entity]["text"] for entity in ENTITIES}
STATED = {str((ends(one)[0], text_processing(one["predicate"]), ends(one)[1])): one["text"] for one in RELATIONS.values()}
TEXTS |= STATED


class Embedder:
    def __init__(self, *_, **__):
        pass

    def batch_encode(self, texts, instruction=None, **_):
        texts = [texts] if isinstance(texts, str) else texts
        if instruction:
            return numpy.array(asked_of(GIVEN["url"], texts))
        return numpy.array([rounded(vector) for vector in asked_of(GIVEN["url"], [TEXTS[text] for text in texts])])


def neighbours(query_ids, key_ids, query_vecs, key_vecs, k, **_):
    vectors = numpy.array(query_vecs)
    vectors /= numpy.linalg.norm(vectors, axis=1, keepdims=True)
    rows = zip(query_ids, vectors @ vectors.T)
    return {one: ([key_ids[at] for at in numpy.argsort(-row)[:k]], sorted(row.tolist(), reverse=True)[:k]) for one, row in rows}


hippo._get_llm_class = lambda config: MagicMock()
hippo._get_embedding_model_class = lambda embedding_model_name: Embedder
hippo.retrieve_knn = neighbours


class Same(hippo.HippoRAG):
    def add_fact_edges(self, chunk_ids, chunk_triples):
        super().add_fact_edges(chunk_ids, chunk_triples)
        for relation in RELATIONS.values():
            source, target = [compute_mdhash_id(end, prefix="entity-") for end in ends(relation)]
            for pair in ((source, target), (target, source)):
                self.node_to_node_stats[pair] = float(relation["weight"])
        for entity, row in ENTITIES.items():
            held = {compute_mdhash_id(CHUNKS[chunk]["text"], prefix="chunk-") for chunk in row["chunks"]}
            self.ent_node_to_chunk_ids[compute_mdhash_id(clean(entity), prefix="entity-")] = held


def read():
    """What an extraction by a model would have left in its cache."""
    held = lambda chunk: [row["name"] for row in ENTITIES.values() if chunk in row["chunks"]]  # noqa: E731
    stated = lambda chunk: [row for row in RELATIONS.values() if chunk in row["chunks"]]  # noqa: E731
    name = lambda end: ENTITIES[end]["name"]  # noqa: E731
    return [
        {
            "idx": compute_mdhash_id(row["text"], "chunk-"),
            "passage": row["text"],
            "extracted_entities": held(chunk),
            "extracted_triples": [[name(one["source"]), one["predicate"], name(one["target"])] for one in stated(chunk)],
        }
        for chunk, row in CHUNKS.items()
    ]


def order(kind):
    folder = pathlib.Path(GIVEN["work"]) / f"hippo-{kind}"
    folder.mkdir()
    config = BaseConfig(
        save_dir=str(folder),
        llm_name="none",
        embedding_model_name="none",
        openie_mode="online",
        # No names are alike enough: Quipu joins names when it reads.
        synonymy_edge_sim_threshold=2.0,
    )
    (folder / "openie_results_ner_none.json").write_text(json.dumps({"docs": read()}))
    if kind == "same":
        everyone = sorted(clean(entity) for entity in ENTITIES)
        each = [[clean(entity) for entity, row in ENTITIES.items() if chunk in row["chunks"]] for chunk in CHUNKS]
        hippo.extract_entity_nodes = lambda triples: (everyone, each)
    engine = (Same if kind == "same" else hippo.HippoRAG)(global_config=config)
    engine.rerank_filter = lambda query, items, indices, len_after_rerank: (
        indices[:len_after_rerank],
        items[:len_after_rerank],
        {},
    )
    chosen, own = [], engine.rerank_facts
    engine.rerank_facts = lambda query, scores: chosen.append(own(query, scores)) or chosen[-1]
    engine.index([row["text"] for row in CHUNKS.values()])
    titles = {row["text"]: row["title"] for row in CHUNKS.values()}
    asked = GIVEN["questions"]
    found = engine.retrieve([one["text"] for one in asked], num_to_retrieve=20)
    return {
        one["id"]: {"passages": [titles[text] for text in got.docs], "relations": [STATED[str(tuple(fact))] for fact in facts[1]]}
        for one, got, facts in zip(asked, found, chosen)
    }


pathlib.Path(sys.argv[2]).write_text(json.dumps({kind: order(kind) for kind in ("own", "same")}))
