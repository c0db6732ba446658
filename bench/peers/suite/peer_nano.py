"""nano-graphrag with its own OpenAI binding, its default stores and naive search on."""
import door
import numpy
from nano_graphrag import GraphRAG, QueryParam
from nano_graphrag._utils import wrap_embedding_func_with_attrs
from openai import AsyncOpenAI

client = AsyncOpenAI()


@wrap_embedding_func_with_attrs(embedding_dim=door.DIMENSION, max_token_size=8192)
async def embed(texts):
    found = await client.embeddings.create(model="scripted", input=list(texts))
    return numpy.array([one.embedding for one in found.data])


def opened():
    return GraphRAG(working_dir=str(door.FOLDER), embedding_func=embed, enable_naive_rag=True)


async def index():
    async def work():
        rag = opened()
        await rag.ainsert([text for _, text in door.documents()])
        return len(rag.full_docs._data)
    await door.index(work, door.graphml)


async def ask():
    rag = opened()
    way = lambda mode: lambda question: rag.aquery(question, param=QueryParam(mode=mode, only_need_context=True))
    await door.ask({mode: way(mode) for mode in ("naive", "local", "global")})


door.run({"index": index, "ask": ask})
