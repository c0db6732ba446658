"""LightRAG with its default stores. Its own OpenAI binding makes a client for each call, which costs more than the
engine's own work; here one client stays open, in its favour."""
import asyncio

import door
import numpy
from lightrag import LightRAG, QueryParam
from lightrag.utils import EmbeddingFunc
from openai import AsyncOpenAI

client = AsyncOpenAI()


async def complete(prompt, system_prompt=None, history_messages=None, **_):
    system = [{"role": "system", "content": system_prompt}] if system_prompt else []
    messages = [*system, *(history_messages or []), {"role": "user", "content": prompt}]
    return (await client.chat.completions.create(model="scripted", messages=messages)).choices[0].message.content


async def embed(texts, **_):
    found = await client.embeddings.create(model="scripted", input=list(texts))
    return numpy.array([one.embedding for one in found.data], dtype=numpy.float32)


async def opened():
    rag = LightRAG(
        working_dir=str(door.FOLDER), llm_model_func=complete, llm_model_max_async=16,
        embedding_func=EmbeddingFunc(embedding_dim=door.DIMENSION, max_token_size=8192, func=embed))
    await rag.initialize_storages()
    return rag


async def index():
    async def work():
        rag = await opened()
        texts = door.documents()
        job = asyncio.ensure_future(rag.ainsert(
            [text for _, text in texts], ids=[name for name, _ in texts], file_paths=[f"{name}.txt" for name, _ in texts]))
        # Documents are done one by one: those that are, stay when time is up.
        await asyncio.wait([job], timeout=door.LIMIT)
        done = (await rag.get_processing_status()).get("processed", 0)
        if job.done():
            job.result()
            await rag.finalize_storages()
        return done, not job.done()
    await door.index(work, door.graphml)


async def ask():
    rag = await opened()
    way = lambda mode: lambda question: rag.aquery(
        question, param=QueryParam(mode=mode, only_need_context=True, enable_rerank=False))
    await door.ask({mode: way(mode) for mode in ("naive", "local", "mix")})


door.run({"index": index, "ask": ask})
